// The schemas are read by the resolver that builds the site (Vite, with the paths of tsconfig.json): plain Node runs
// TypeScript, but knows neither `~/` nor an import without its ending.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/** The project's folder, with a slash at its end. */
const root = fileURLToPath(new URL("../../", import.meta.url)).replaceAll("\\", "/");

/**
 * The modules of this folder, ready to be called.
 * @returns {Promise<typeof import("./main.ts")>}
 */
export async function loadContentCheck() {
  const { module } = await runnerImport("./scripts/content-check/main.ts", {
    root,
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
  });
  return module;
}
