import { readFileSync, writeFileSync } from "node:fs";
import type { AstroIntegration } from "astro";
import { CONTENT_DIR } from "../../content/content-files.ts";

/** The page for a wrong address. It has no address itself. */
const NOT_FOUND = "/404";

/** Writes the host's redirects: other spellings of the pages, and the other names in `content/_redirects`. */
export function redirects(): AstroIntegration {
  let names: URL;
  return {
    name: "redirects",
    hooks: {
      "astro:config:setup": ({ config }) => {
        names = new URL(`./${CONTENT_DIR}/_redirects`, config.root);
      },
      "astro:build:done": ({ dir, pages }) => {
        const addresses = pages
          .map(({ pathname }) => `/${pathname.split("/").map(encodeURIComponent).join("/")}`)
          .filter((address) => address !== NOT_FOUND)
          .sort();
        writeFileSync(new URL("_redirects", dir), redirectsFile(addresses, readFileSync(names, "utf8")));
      },
    },
  };
}

/** The number of rules that the edge reads of a redirects file. It silently drops the rest. */
const MOST_RULES = 2000;

/** The status by which search engines store the new address and browsers stop requesting the old one. */
const MOVED_PERMANENTLY = 301;

/**
 * Returns the `_redirects` file: every page and every other name in lower case, with capitals, and with a slash
 * at the end.
 * @param addresses the addresses of all pages, as links print them
 * @param names other names, a line each: "/faq /Faqs". Lines that begin with # are comments.
 * @throws Error if a name is a page's own or leads to none, or if there are too many rules for the edge
 */
export function redirectsFile(addresses: readonly string[], names: string): string {
  const pages = new Set(addresses);
  const targets = new Map<string, string>();
  for (const [name, page] of readNames(names)) {
    if (pages.has(name))
      throw new Error(`_redirects: ${name} is a page, and cannot be another name for ${page}.`);
    if (!pages.has(page)) throw new Error(`_redirects: ${name} leads to ${page}, which is no page.`);
    const earlierTarget = targets.get(name);
    if (earlierTarget && earlierTarget !== page)
      throw new Error(`_redirects: ${name} leads to both ${earlierTarget} and ${page}.`);
    for (const spelling of spellings(name)) targets.set(spelling, page);
  }
  for (const page of pages) for (const spelling of spellings(page)) targets.set(spelling, page);
  for (const page of pages) targets.delete(page);
  if (targets.size > MOST_RULES) throw new Error(`_redirects: there are more than ${MOST_RULES} rules.`);
  return [...targets].map(([from, to]) => `${from} ${to} ${MOVED_PERMANENTLY}\n`).join("");
}

function readNames(text: string): [name: string, page: string][] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name, page, ...furtherWords] = line.split(/\s+/);
      if (!name || !page || furtherWords.length > 0)
        throw new Error(`_redirects: "${line}" is not a name and a page.`);
      return [name, page];
    });
}

/** Returns the spellings of an address: in lower case, with capitals, with a slash at the end, with a bare "&". */
function spellings(address: string): string[] {
  if (address === "/") return [];
  const small = address.toLowerCase();
  const withCapitals = small.replace(/(?<![a-z%\d])[a-z]/g, (letter) => letter.toUpperCase());
  const folder = small.slice(0, small.lastIndexOf("/"));
  return [
    address,
    small,
    small.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    withCapitals,
    folder + withCapitals.slice(folder.length),
    small.toUpperCase(),
  ]
    .flatMap((form) => [form, form.replace("%26", "&")])
    .flatMap((form) => [form, `${form}/`]);
}
