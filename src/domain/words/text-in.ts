/** A text in a JSON answer; null when there is none by that name. */
export function textIn(body: unknown, name: string): string | null {
  const value = (body as Record<string, unknown> | null)?.[name];
  return typeof value === "string" && value !== "" ? value : null;
}
