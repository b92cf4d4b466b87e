/**
 * The plain text of Markdown from content: without "**bold**", "[links](/Pricing)", "- items".
 * @param components texts for the components that an editor may use: { Fee: "N15,000" }
 */
export function plainProse(text: string, components: Readonly<Record<string, string>>): string {
  return text
    .replace(/<([A-Za-z]+)\s*\/>/g, (_, name: string) => components[name] ?? "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:[-*]|\d+\.|#+)\s+/gm, "")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
