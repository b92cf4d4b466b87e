import { createHash } from "node:crypto";
import { Parser } from "htmlparser2";
import { PAGE_POLICIES, type PagePolicy } from "../../domain/headers/content-policy.ts";

/** The parts of a finished page's HTML that a content policy must name. */
export interface PageCode {
  /** Hashes of its inline scripts, "sha256-…". */
  readonly scripts: readonly string[];
  /** Hashes of its `<style>` elements. */
  readonly styles: readonly string[];
  /** What `<body data-policy>` asks for. */
  readonly policy: PagePolicy | undefined;
  /** Where the `<meta charset>` ends: a policy must come before what it applies to. */
  readonly charsetEnd: number;
}

/** Types of `<script>` that a browser acts on; any other is data to it, e.g. application/ld+json. */
const SCRIPT_TYPES = new Set([
  "",
  "module",
  "text/javascript",
  "application/javascript",
  "importmap",
  "speculationrules",
]);

/** @throws Error when `data-policy` names a policy that there is not, or the page says no charset. */
export function readPageCode(html: string): PageCode {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  let policy: PagePolicy | undefined;
  let charsetEnd = -1;
  let hashes: Set<string> | null = null;
  let text = "";
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "body") policy = policyNamed(attributes["data-policy"]);
      if (name === "meta" && attributes.charset && charsetEnd < 0) charsetEnd = parser.endIndex + 1;
      if (name === "style") hashes = styles;
      if (name === "script" && attributes.src === undefined && isScript(attributes.type)) hashes = scripts;
    },
    ontext(data) {
      if (hashes) text += data;
    },
    onclosetag(name) {
      if (!hashes || (name !== "script" && name !== "style")) return;
      hashes.add(hashOf(text));
      hashes = null;
      text = "";
    },
  });
  parser.end(html);
  if (charsetEnd < 0) throw new Error("A page has no <meta charset>.");
  return { scripts: [...scripts], styles: [...styles], policy, charsetEnd };
}

/** As a browser counts it: line ends are one character to it. */
export function hashOf(code: string): string {
  return `sha256-${createHash("sha256").update(code.replace(/\r\n?/g, "\n")).digest("base64")}`;
}

function isScript(type = ""): boolean {
  return SCRIPT_TYPES.has(type.trim().toLowerCase());
}

function policyNamed(name: string | undefined): PagePolicy | undefined {
  const policy = PAGE_POLICIES.find((each) => each === name);
  if (name !== undefined && !policy) {
    throw new Error(`data-policy="${name}" names no policy. There are: ${PAGE_POLICIES.join(", ")}.`);
  }
  return policy;
}

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
