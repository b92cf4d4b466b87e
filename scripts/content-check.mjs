// npm run content:check: what is wrong in content/, and what a launch still needs. Another folder may follow the name.
import { resolve } from "node:path";
import { importTypeScript } from "./import-typescript.mjs";
import { root } from "./tools.mjs";

const { main } = await importTypeScript("./scripts/content-check/main.ts");
const content = `${resolve(process.argv[2] ?? `${root}content`).replaceAll("\\", "/")}/`;
process.exitCode = main({ content, root });
