import { readFileSync, writeFileSync } from "node:fs";
import type { AstroIntegration } from "astro";
import { CONTENT_DIR } from "../../content/content-dir.ts";
import { redirectsFile } from "./redirects-file.ts";

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
