import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SITE } from "./servers.ts";

const file = fileURLToPath(new URL(`../../${SITE.folder}/dist/client/_redirects`, import.meta.url));

/** The addresses that the built site sends on, and where to. */
export function redirectRules(): { from: string; to: string }[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .map(([from = "", to = ""]) => ({ from, to }));
}
