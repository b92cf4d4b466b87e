// Loads a command's TypeScript by the resolver that builds the site (Vite, with the paths of tsconfig.json): plain Node
// runs TypeScript, but knows neither `~/` nor an import without its ending.
import { runnerImport } from "vite";
import { root } from "./run-tool.mjs";

/**
 * The exports of a module.
 * @param {string} path from the project's folder, "./scripts/…"
 */
export async function importTypeScript(path) {
  const { module } = await runnerImport(path, {
    root,
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
  });
  return module;
}
