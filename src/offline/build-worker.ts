import { fileURLToPath } from "node:url";
import { build } from "vite";

/** The service worker's script. @param offlineRevision changes with the offline page */
export function buildWorker(offlineRevision: string): Promise<string> {
  return bundle("worker.ts", { OFFLINE_REVISION: JSON.stringify(offlineRevision) });
}

/** The script that removes the service worker and what it kept. */
export function buildRemover(): Promise<string> {
  return bundle("remover.ts", {});
}

async function bundle(source: string, constants: Record<string, string>): Promise<string> {
  const project = fileURLToPath(new URL("../..", import.meta.url));
  const built = await build({
    configFile: false,
    root: project,
    logLevel: "warn",
    resolve: { alias: { "~": `${project}src` } },
    define: { ...constants, "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL(source, import.meta.url)), formats: ["iife"], name: "worker" },
    },
  });
  const chunk = [built].flat().flatMap((result) => ("output" in result ? result.output : []))[0];
  if (chunk?.type !== "chunk") throw new Error(`${source} was not built into one script.`);
  return chunk.code;
}
