import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import type { PagePolicy } from "../../domain/headers/content-policy.ts";
import { PREFETCH_RULES } from "../../domain/headers/prefetch-rules.ts";
import { headersFile } from "./headers-file.ts";
import { hashOf, readPageCode } from "./page-code.ts";
import { withStylesPolicy } from "./page-styles-policy.ts";

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
