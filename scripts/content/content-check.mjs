// npm run content:check: what is wrong in content/, and what a launch still needs. Another folder may follow the name.
import { resolve } from "node:path";
import { importTypeScript, root } from "../dev/run-tool.mjs";

const { checkToday } = await importTypeScript("./src/build/content-check/main.ts");
const content = `${resolve(process.argv[2] ?? `${root}content`).replaceAll("\\", "/")}/`;
const { report, hasErrors } = checkToday({ content, root });
console.log(report);
process.exitCode = hasErrors ? 1 : 0;
