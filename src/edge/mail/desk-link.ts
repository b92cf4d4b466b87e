import { escapeHtml } from "~/domain/text.ts";

/**
 * A line of a mail to staff with a link to the desk's page for it; empty where there is no desk.
 * @param desk where the desk is
 * @param path below it, such as "/enrolments/ENR-7Q2M4X8K9A"; empty for its first page
 */
export function deskLink(desk: URL | null, path: string): string {
  if (!desk) return "";
  const address = new URL(`/desk${path}`, desk).href;
  return `<p><a href="${escapeHtml(address)}">Open it at the desk</a></p>`;
}
