/**
 * The name of a page's social card: "/" is home, "/course/ai-advanced" is course-ai-advanced.
 * @param path as in the address bar, "&" spelled out or encoded
 */
export function cardName(path: string): string {
  const words = decodeURIComponent(path)
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-") ?? "home";
}
