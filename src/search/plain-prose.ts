/**
 * The words of a text from content, without its marks: "**bold**", "[words](/Pricing)", "- item".
 * @param components what stands for the components an editor may call: { Fee: "N15,000" }
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
