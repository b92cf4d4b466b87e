// npm run launch: lists what a launch still needs, worst first, and the DNS records that the sender's domain
// lacks. Exits with 1 while anything is left that stops a deploy to production.
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
const problems = await checkSender(senderEmail, resolveTxt);
console.log(`\nThe sender's DNS (${senderEmail}): ${problems.length === 0 ? "nothing is missing." : ""}`);
for (const problem of problems) console.log(`  ${problem}`);
process.exitCode = notes.some((note) => blockerOf(note) !== null) ? 1 : 0;
