import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import browserslistToEsbuild from "browserslist-to-esbuild";
import { build } from "vite";
import { OFFLINE_PAGE, WORKER } from "../../domain/hosting.ts";
import { WORKER_NOTICES } from "../licences/integration.ts";

/**
 * Adds the service worker to the built site, under one address that never changes.
 * @param isOff builds a script instead that removes the service worker from browsers that have it
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

/** A script for browsers, and the licences of its packages as Vite's `build.license` writes them in JSON. */
export interface BuiltScript {
  readonly code: string;
  readonly notices: string;
}

/** Builds the service worker. @param offlineRevision changes with the offline page */
function buildServiceWorker(offlineRevision: string): Promise<BuiltScript> {
  return bundle("service-worker.ts", { OFFLINE_REVISION: JSON.stringify(offlineRevision) });
}

export function buildServiceWorkerRemover(): Promise<BuiltScript> {
  return bundle("remove-service-worker.ts", {});
}

const NOTICES = "licences.json";

async function bundle(source: string, constants: Record<string, string>): Promise<BuiltScript> {
  const project = fileURLToPath(new URL("../../..", import.meta.url));
  const built = await build({
    configFile: false,
    root: project,
    logLevel: "warn",
    resolve: { alias: { "~": `${project}src` } },
    define: { ...constants, "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      target: browserslistToEsbuild(),
      write: false,
      license: { fileName: NOTICES },
      lib: { entry: `${project}src/browser/service-worker/${source}`, formats: ["iife"], name: "worker" },
    },
  });
  const output = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  const chunk = output.find((file) => file.type === "chunk");
  const notices = output.find((file) => file.type === "asset" && file.fileName === NOTICES);
  if (!chunk || notices?.type !== "asset") throw new Error(`${source} was not built into one script.`);
  return { code: chunk.code, notices: String(notices.source) };
}
