import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { AstroIntegration } from "astro";
import { OFFLINE_PAGE, WORKER } from "../../domain/offline/addresses.ts";
import { WORKER_NOTICES } from "../licences/integration.ts";
import { buildServiceWorker, buildServiceWorkerRemover } from "./build-service-worker.ts";

/**
 * Adds the service worker to the built site, under one address that never changes.
 * @param isOff puts in its place what removes it from every browser that has it
 */
export function serviceWorker({ isOff }: { isOff: boolean }): AstroIntegration {
  return {
    name: "service-worker",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const page = await readFile(new URL(`.${OFFLINE_PAGE}.html`, dir));
        const revision = createHash("sha256").update(page).digest("hex").slice(0, 16);
        const { code, notices } = await (isOff ? buildServiceWorkerRemover() : buildServiceWorker(revision));
        await writeFile(new URL(`.${WORKER}`, dir), code);
        await writeFile(new URL(WORKER_NOTICES, dir), notices);
      },
    },
  };
}
