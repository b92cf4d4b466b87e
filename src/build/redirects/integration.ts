import { readFileSync, writeFileSync } from "node:fs";
import type { AstroIntegration } from "astro";
import { CONTENT_DIR } from "../../content/content-dir.ts";

/** Shown wherever nothing is found; it has no address of its own. */
const NOT_FOUND = "/404";

/** Lists for the host the spellings and other names that lead to the pages. The names are those of `content/_redirects`. */
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

/** So many rules the edge reads of a redirects file; it silently drops the rest. */
const MOST_RULES = 2000;

/** Search engines keep the new address, and browsers stop asking for the old one. */
const FOR_GOOD = 301;

/**
 * The `_redirects` file: other spellings of every page, in small letters or capitals and with a slash at the end, and of
 * every other name for a page.
 * @param addresses of all pages, as links print them
 * @param names other names, a line each: "/faq /Faqs". Lines that begin with # are for people.
 * @throws Error when a name is that of a page or leads to none, or the edge would not read all of it
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
  return [...targets].map(([from, to]) => `${from} ${to} ${FOR_GOOD}\n`).join("");
}

function readNames(text: string): [name: string, page: string][] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name, page, ...rest] = line.split(/\s+/);
      if (!name || !page || rest.length > 0)
        throw new Error(`_redirects: "${line}" is not a name and a page.`);
      return [name, page];
    });
}

/** Returns how people write an address: in small letters, with capitals, with a slash at the end, with a bare "&". */
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
