// npm run launch: what a launch still needs, worst first, each with file, line and what to write, and what the sender's
// domain still lacks. Ends with 1 while something is left that production waits for.
import { resolveTxt } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { importTypeScript, root } from "../dev/run-tool.mjs";

const { checkContent } = await importTypeScript("./src/build/content-check/main.ts");
const { blockerOf, launchReport } = await importTypeScript("./src/build/content-check/finding.ts");
const { checkSender } = await importTypeScript("./scripts/ops/check-sender.ts");
const { notes } = checkContent({ content: `${root}content/`, root });
console.log(launchReport(notes));
const { senderEmail } = parse(readFileSync(`${root}content/site.yaml`, "utf8"));
const sender = await checkSender(senderEmail, resolveTxt);
console.log(`\nThe sender's DNS (${senderEmail}): ${sender.length === 0 ? "nothing is missing." : ""}`);
for (const line of sender) console.log(`  ${line}`);
process.exitCode = notes.some((note) => blockerOf(note) !== null) ? 1 : 0;
