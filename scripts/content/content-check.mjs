// npm run content:check [-- folder]: reports the errors in content/, and what a launch still needs.
import { resolve } from "node:path";
import { importTypeScript, root } from "../dev/run-tool.mjs";

const { checkContent } = await importTypeScript("./src/build/content-check/main.ts");
const { errorReport, launchReport } = await importTypeScript("./src/build/content-check/finding.ts");
const folder = resolve(process.argv[2] ?? `${root}content`).replaceAll("\\", "/");
const { errors, notes } = checkContent({ content: `${folder}/`, root });
console.log(`${errorReport(errors)}\n\n${launchReport(notes)}`);
process.exitCode = errors.length > 0 ? 1 : 0;
