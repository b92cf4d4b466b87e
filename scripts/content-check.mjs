// npm run content:check: what is wrong in content/, and what a launch still needs. Another folder may follow the name.
// The schemas are read by the resolver that builds the site (Vite, with the paths of tsconfig.json): plain Node runs
// TypeScript, but knows neither `~/` nor an import without its ending.
import { resolve } from "node:path";
import { runnerImport } from "vite";
import { root } from "./tools.mjs";

const { module } = await runnerImport("./scripts/content-check/main.ts", {
  root,
  configFile: false,
  logLevel: "error",
  resolve: { tsconfigPaths: true },
});
const content = `${resolve(process.argv[2] ?? `${root}content`).replaceAll("\\", "/")}/`;
process.exitCode = module.main({ content, root });
