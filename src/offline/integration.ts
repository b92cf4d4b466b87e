import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { WORKER_NOTICES } from "../notices/integration.ts";
import { OFFLINE_PAGE, WORKER } from "./addresses.ts";
import { buildRemover, buildWorker } from "./build-worker.ts";

/**
 * Adds the service worker to the built site, under one address that never changes.
 * @param isOff puts in its place what removes it from every browser that has it
 */
export function offline({ isOff }: { isOff: boolean }): AstroIntegration {
  return {
    name: "offline",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const page = await readFile(new URL(`.${OFFLINE_PAGE}.html`, dir));
        const revision = createHash("sha256").update(page).digest("hex").slice(0, 16);
        const { code, notices } = await (isOff ? buildRemover() : buildWorker(revision));
        await writeFile(new URL(`.${WORKER}`, dir), code);
        await writeFile(new URL(WORKER_NOTICES, dir), notices);
      },
    },
  };
}
