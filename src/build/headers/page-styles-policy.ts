import type { PageCode } from "./page-code.ts";

/**
 * The page with a policy of its own for its styles: it allows the `<style>` elements that the page has and no other.
 * Both policies hold, so this takes back what the header's grants for styles. A header cannot say it, because each
 * page's styles differ. A page that takes payments is left alone: PayPal adds style elements to it.
 */
export function withStylesPolicy(html: string, { styles, policy, charsetEnd }: PageCode): string {
  if (policy === "payments") return html;
  const sources = ["'self'", ...styles.map((hash) => `'${hash}'`)].join(" ");
  const meta = `<meta http-equiv="content-security-policy" content="style-src ${sources}">`;
  return html.slice(0, charsetEnd) + meta + html.slice(charsetEnd);
}
