const CHARACTERS: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/**
 * The text of a mail for readers that show no HTML. Takes what reduceHtml() gives: well-formed tags without
 * attributes, and four entities. A row of a table becomes a line, `Last Name: Obi`.
 */
export function plainText(reducedHtml: string): string {
  return reducedHtml
    .replace(/\s+/g, " ")
    .replace(/<\/th> ?<td>/g, ": ")
    .replace(/<\/t[dh]> ?<t[dh]>/g, ", ")
    .replace(/<li>/g, "- ")
    .replace(/<br \/>|<hr \/>|<\/(?:tr|li|dt|dd)>/g, "\n")
    .replace(/<\/(?:p|h[1-3]|ul|ol|dl|table)>/g, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => CHARACTERS[entity] ?? entity)
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
