import { readFileSync } from "node:fs";

interface Rule {
  readonly matches: RegExp;
  readonly taken: readonly string[];
  readonly added: readonly (readonly [name: string, value: string])[];
}

/**
 * The `_headers` file of a built site, read as the edge reads it.
 * @param folder the site's files
 * @returns what an address is answered with; `present` is what it is answered with anyway
 */
export function headerRules(folder: string): (pathname: string, present: HeadersInit) => Headers {
  const rules = readFileSync(`${folder}/_headers`, "utf8").trim().split(/\n\n+/).map(readRule);
  return (pathname, present) => {
    const headers = new Headers(present);
    const ruled = new Set<string>();
    for (const { taken, added } of rules.filter(({ matches }) => matches.test(pathname))) {
      for (const name of taken) headers.delete(name);
      for (const [name, value] of added) {
        // The first rule takes the place of what is sent anyway, a further one adds to it.
        if (ruled.has(name)) headers.append(name, value);
        else headers.set(name, value);
        ruled.add(name);
      }
    }
    return headers;
  };
}

function readRule(text: string): Rule {
  const [path = "", ...lines] = text.split("\n").map((line) => line.trim());
  const pattern = path.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return {
    matches: new RegExp(`^${pattern}$`),
    taken: lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1).trim()),
    added: lines
      .filter((line) => !line.startsWith("!"))
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  };
}
