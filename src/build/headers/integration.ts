import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import {
  COMMON_HEADERS,
  contentPolicy,
  type PagePolicy,
  type PolicyNeeds,
  PREFETCH_RULES,
  permissionsPolicy,
} from "../../domain/headers/content-policy.ts";
import { hashOf, readPageCode, withStylesPolicy } from "./page-code.ts";

/**
 * Writes for the host the headers to send with the pages. They hold the hashes of the pages' scripts and styles, so no
 * integration after this one may change a page.
 * @param endpoints origins of a mail or location endpoint that is not this site's own
 */
export function headers({ endpoints }: { endpoints: readonly string[] }): AstroIntegration {
  return {
    name: "headers",
    hooks: {
      "astro:build:done": ({ dir }) => {
        const root = fileURLToPath(dir);
        const scriptHashes = new Set([hashOf(PREFETCH_RULES)]);
        const policies = new Map<string, PagePolicy>();
        // One after the other, and without waiting: to hand a small file to another thread takes longer than to read it.
        for (const file of globSync("**/*.html", { cwd: root }).sort()) {
          const html = readFileSync(root + file, "utf8");
          const code = readPageCode(html);
          for (const hash of code.scripts) scriptHashes.add(hash);
          if (code.policy) policies.set(addressOf(file), code.policy);
          writeFileSync(root + file, withStylesPolicy(html, code));
        }
        const present = readFileSync(`${root}_headers`, "utf8");
        const needs = { scriptHashes: [...scriptHashes].sort(), endpoints, policies };
        writeFileSync(`${root}_headers`, headersFile({ present, ...needs }));
      },
    },
  };
}

/** The address of a built page: "course/advanced.html" is /course/advanced. */
function addressOf(file: string): string {
  const path = file.replace(/\.html$/, "").split(/[\\/]/);
  return path.join() === "index" ? "/" : `/${path.map(encodeURIComponent).join("/")}`;
}

/** So much the edge reads of a headers file; it silently drops the rest. */
const MOST_RULES = 100;
const LONGEST_LINE = 2000;

type Headers = Readonly<Record<string, string>>;

/** Other sites show the social cards when somebody shares a link. */
const FOR_OTHER_SITES = "/cards/*";

export interface HeadersFileContent extends Omit<PolicyNeeds, "policy"> {
  /** The file's own rules. */
  readonly present: string;
  /** Addresses of the pages whose policy differs. Their number must not grow with the content. */
  readonly policies: ReadonlyMap<string, PagePolicy>;
}

/**
 * The `_headers` file: one rule for every answer, and one for each page with a policy of its own, which takes the common
 * policy away before it sets another.
 * @throws Error when the edge would not read all of it, or a rule for every answer is there already.
 */
export function headersFile({ present, policies, ...needs }: HeadersFileContent): string {
  if (/^\/\*\s*$/m.test(present)) throw new Error("_headers: the rule for /* is written by the build.");
  const own = [...policies].map(([path, policy]) => rule(path, policyHeaders({ ...needs, policy }), true));
  const file = [
    present.trim(),
    rule("/*", { ...policyHeaders(needs), ...COMMON_HEADERS }),
    rule(FOR_OTHER_SITES, { "Cross-Origin-Resource-Policy": "cross-origin" }, true),
    ...own,
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

/** @param isInstead takes away what a wider rule set; otherwise both values would be sent */
function rule(path: string, headers: Headers, isInstead = false): string {
  const taken = isInstead ? Object.keys(headers).map((name) => `  ! ${name}`) : [];
  return [path, ...taken, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join(
    "\n",
  );
}
