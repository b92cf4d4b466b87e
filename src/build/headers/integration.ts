import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { Parser } from "htmlparser2";
import {
  COMMON_HEADERS,
  contentPolicy,
  PAGE_POLICIES,
  type PagePolicy,
  type PolicyNeeds,
  permissionsPolicy,
} from "~/domain/headers/content-policy.ts";
import { PREFETCH_RULES } from "~/domain/hosting.ts";

/**
 * Writes the host's headers file for the pages. It has the hashes of their scripts and styles, so no later
 * integration may change a page.
 * @param endpoints origins of a mail or location endpoint outside this site
 */
export function headers({ endpoints }: { endpoints: readonly string[] }): AstroIntegration {
  return {
    name: "headers",
    hooks: {
      "astro:build:done": ({ dir }) => {
        const root = fileURLToPath(dir);
        const scriptHashes = new Set([hashOf(PREFETCH_RULES)]);
        const policies = new Map<string, PagePolicy>();
        // Files are read one after the other and synchronously, because handing a small file to another
        // thread takes longer than to read it.
        for (const file of globSync("**/*.html", { cwd: root }).sort()) {
          const html = readFileSync(root + file, "utf8");
          const code = readPageCode(html);
          for (const hash of code.scripts) scriptHashes.add(hash);
          if (code.policy) policies.set(addressOf(file), code.policy);
          writeFileSync(root + file, withStylesPolicy(html, code));
        }
        const handwritten = readFileSync(`${root}_headers`, "utf8");
        const needs = { scriptHashes: [...scriptHashes].sort(), endpoints, policies };
        writeFileSync(`${root}_headers`, headersFile({ handwritten, ...needs }));
      },
    },
  };
}

/** Returns the address of a built page: "course/advanced.html" is /course/advanced. */
function addressOf(file: string): string {
  const path = file.replace(/\.html$/, "").split(/[\\/]/);
  return path.join() === "index" ? "/" : `/${path.map(encodeURIComponent).join("/")}`;
}

/** The limits of a headers file. The edge silently drops whatever exceeds them. */
const MOST_RULES = 100;
const LONGEST_LINE = 2000;

type Headers = Readonly<Record<string, string>>;

/** The social cards, which other sites show when somebody shares a link. */
const FOR_OTHER_SITES = "/cards/*";

export interface HeadersFileContent extends Omit<PolicyNeeds, "policy"> {
  /** The rules that are written by hand, in public/_headers. */
  readonly handwritten: string;
  /** The addresses of pages with another policy. Their number must not grow with the content. */
  readonly policies: ReadonlyMap<string, PagePolicy>;
}

/**
 * Returns the `_headers` file: one rule for every response, and one for each page with another policy, which first
 * removes the common policy.
 * @throws Error if the file exceeds the edge's limits, or already has a rule for every response
 */
export function headersFile({ handwritten, policies, ...needs }: HeadersFileContent): string {
  if (/^\/\*\s*$/m.test(handwritten)) throw new Error("_headers: the rule for /* is written by the build.");
  const pageRules = [...policies].map(([path, policy]) =>
    replacementRule(path, policyHeaders({ ...needs, policy })),
  );
  const file = [
    handwritten.trim(),
    rule("/*", { ...policyHeaders(needs), ...COMMON_HEADERS }),
    replacementRule(FOR_OTHER_SITES, { "Cross-Origin-Resource-Policy": "cross-origin" }),
    ...pageRules,
  ].join("\n\n");

  const lines = file.split("\n");
  const long = lines.find((line) => line.length > LONGEST_LINE);
  if (long)
    throw new Error(`_headers: a line has more than ${LONGEST_LINE} characters: ${long.slice(0, 80)}…`);
  if (lines.filter((line) => line.startsWith("/")).length > MOST_RULES) {
    throw new Error(`_headers: there are more than ${MOST_RULES} rules.`);
  }
  return `${file.trim()}\n`;
}

function policyHeaders(needs: PolicyNeeds): Headers {
  return {
    "Content-Security-Policy": contentPolicy(needs),
    "Permissions-Policy": permissionsPolicy(needs.policy),
  };
}

function rule(path: string, headers: Headers): string {
  return [path, ...headerLines(headers)].join("\n");
}

/** Returns a rule that first removes the values of the rule for every response, because both would be sent. */
function replacementRule(path: string, headers: Headers): string {
  const removals = Object.keys(headers).map((name) => `  ! ${name}`);
  return [path, ...removals, ...headerLines(headers)].join("\n");
}

function headerLines(headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
}

/** The parts of a finished page's HTML that a content policy must name. */
export interface PageCode {
  readonly scripts: readonly string[];
  /** The styles in the body. */
  readonly styles: readonly string[];
  /** The policy that `<body data-policy>` asks for. */
  readonly policy: PagePolicy | undefined;
  /** The position at which the head's content ends. */
  readonly headEnd: number;
}

/**
 * The types of `<script>` that a browser runs or applies. Any other, such as application/ld+json, is data.
 */
const SCRIPT_TYPES = new Set([
  "",
  "module",
  "text/javascript",
  "application/javascript",
  "importmap",
  "speculationrules",
]);

/** Reads a page's code. @throws Error if `data-policy` names an unknown policy, or the page has no `</head>` */
export function readPageCode(html: string): PageCode {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  let policy: PagePolicy | undefined;
  let headEnd = -1;
  let hashes: Set<string> | null = null;
  let text = "";
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "body") policy = policyNamed(attributes["data-policy"]);
      if (name === "style" && headEnd >= 0) hashes = styles;
      if (name === "script" && attributes.src === undefined && isScript(attributes.type)) hashes = scripts;
    },
    ontext(data) {
      if (hashes) text += data;
    },
    onclosetag(name) {
      if (name === "head") headEnd = parser.startIndex;
      if (!hashes || (name !== "script" && name !== "style")) return;
      hashes.add(hashOf(text));
      hashes = null;
      text = "";
    },
  });
  parser.end(html);
  if (headEnd < 0) throw new Error("A page has no </head>.");
  return { scripts: [...scripts], styles: [...styles], policy, headEnd };
}

/** Returns the hash that a browser computes of inline code. Each line end is one character to it. */
export function hashOf(code: string): string {
  return `sha256-${createHash("sha256").update(code.replace(/\r\n?/g, "\n")).digest("base64")}`;
}

function isScript(type = ""): boolean {
  return SCRIPT_TYPES.has(type.trim().toLowerCase());
}

function policyNamed(name: string | undefined): PagePolicy | undefined {
  const policy = PAGE_POLICIES.find((candidate) => candidate === name);
  if (name !== undefined && !policy) {
    throw new Error(`data-policy="${name}" names no policy. There are: ${PAGE_POLICIES.join(", ")}.`);
  }
  return policy;
}

/**
 * Returns the page with its own policy for styles, which allows only the `<style>` elements in it. Both
 * policies apply, so it narrows the header's, which cannot name each page's styles. It is at the head's end,
 * because a policy applies to what comes after it and the first frame waits for each hash before it. A page that takes
 * payments stays as it is, because PayPal adds style elements to it.
 */
export function withStylesPolicy(html: string, { styles, policy, headEnd }: PageCode): string {
  if (policy === "payments") return html;
  const sources = ["'self'", ...styles.map((hash) => `'${hash}'`)].join(" ");
  const meta = `<meta http-equiv="content-security-policy" content="style-src ${sources}">`;
  return html.slice(0, headEnd) + meta + html.slice(headEnd);
}
