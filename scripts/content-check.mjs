// npm run content:check: what is wrong in content/, and what a launch still needs. Another folder may follow the name.
import { resolve } from "node:path";
import { loadContentCheck } from "./content-check/load.mjs";
import { root } from "./tools.mjs";

const { main } = await loadContentCheck();
const content = `${resolve(process.argv[2] ?? `${root}content`).replaceAll("\\", "/")}/`;
process.exitCode = main({ content, root });
