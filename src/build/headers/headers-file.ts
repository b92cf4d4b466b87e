import { COMMON_HEADERS } from "../../domain/headers/common-headers.ts";
import {
  contentPolicy,
  type PagePolicy,
  type PolicyNeeds,
  permissionsPolicy,
} from "../../domain/headers/content-policy.ts";

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
