import { readFileSync, writeFileSync } from "node:fs";
import type { AstroIntegration } from "astro";
import { redirectsFile } from "./redirects-file.ts";

/** Shown wherever nothing is found; it has no address of its own. */
const NOT_FOUND = "/404";

/** Lists for the host the spellings and other names that lead to the pages. The names are those of `public/_redirects`. */
export function redirects(): AstroIntegration {
  return {
    name: "redirects",
    hooks: {
      "astro:build:done": ({ dir, pages }) => {
        const addresses = pages
          .map(({ pathname }) => `/${pathname.split("/").map(encodeURIComponent).join("/")}`)
          .filter((address) => address !== NOT_FOUND)
          .sort();
        const file = new URL("_redirects", dir);
        writeFileSync(file, redirectsFile(addresses, readFileSync(file, "utf8")));
      },
    },
  };
}
