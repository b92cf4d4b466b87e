import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import type { PagePolicy } from "./content-policy.ts";
import { headersFile } from "./headers-file.ts";
import { hashOf, readPageCode } from "./page-code.ts";
import { withStylesPolicy } from "./page-styles-policy.ts";
import { PREFETCH_RULES } from "./prefetch-rules.ts";
import { redirectsFile } from "./redirects-file.ts";

/** Shown wherever nothing is found; it has no address of its own. */
const NOT_FOUND = "/404";

/**
 * Tells the host which headers to send with the pages and which spellings lead to them. The headers go by the hashes of
 * what stands in the pages, so it comes last of the integrations: nothing may change a page after it.
 * @param endpoints origins of a mail or location endpoint that is not this site's own
 */
export function hosting({ endpoints }: { endpoints: readonly string[] }): AstroIntegration {
  return {
    name: "hosting",
    hooks: {
      "astro:build:done": ({ dir }) => {
        const root = fileURLToPath(dir);
        const scriptHashes = new Set([hashOf(PREFETCH_RULES)]);
        const policies = new Map<string, PagePolicy>();
        const addresses: string[] = [];
        // One after the other, and without waiting: to hand a small file to another thread takes longer than to read it.
        for (const file of globSync("**/*.html", { cwd: root }).sort()) {
          const html = readFileSync(root + file, "utf8");
          const code = readPageCode(html);
          for (const hash of code.scripts) scriptHashes.add(hash);
          addresses.push(addressOf(file));
          if (code.policy) policies.set(addressOf(file), code.policy);
          writeFileSync(root + file, withStylesPolicy(html, code));
        }
        rewrite(`${root}_headers`, (present) =>
          headersFile({ present, scriptHashes: [...scriptHashes].sort(), endpoints, policies }),
        );
        const pages = addresses.filter((address) => address !== NOT_FOUND);
        rewrite(`${root}_redirects`, (names) => redirectsFile(pages, names));
      },
    },
  };
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(existsSync(file) ? readFileSync(file, "utf8") : ""));
}

/** The address of a built page: "course/advanced.html" is /course/advanced. */
function addressOf(file: string): string {
  const path = file.replace(/\.html$/, "").split(/[\\/]/);
  return path.join() === "index" ? "/" : `/${path.map(encodeURIComponent).join("/")}`;
}
