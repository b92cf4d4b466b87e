// npm run bench:typing [-- --tries 200] [-- --built folder]: what is lost of a word that is typed into Signup on a slow phone at any
// moment from the first paint on, before its script comes, while it does, or after. Nothing may be.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { root } from "../dev/run-tool.mjs";
import { buildSite } from "./built-site.mjs";
import { serveCompressed } from "./serve-compressed.mjs";
import { withSlowPhone } from "./slow-phone.mjs";

const { tries, built } = parseArgs({
  options: { tries: { type: "string", default: "200" }, built: { type: "string" } },
}).values;
const FIELDS = ["firstName", "lastName", "email", "phone", "state"];
const WORD = "adaobi";
/** Longer than the script takes to come. */
const WITHIN_MS = 4000;

const folder = built ? `${root}${built}/client` : await buildSite(".bench/typing");
const server = await serveCompressed(folder);
const lost = [];

await withSlowPhone("", async (phone) => {
  for (let index = 0; index < Number(tries); index += 1) {
    const name = FIELDS[index % FIELDS.length];
    const field = `document.querySelector('[name=${name}]')`;
    await phone.open(`${server.origin}/Signup`);
    await phone.until(
      "document.readyState !== 'loading' || performance.getEntriesByName('first-contentful-paint').length > 0",
    );
    await phone.until(
      `Boolean(${field}) && performance.getEntriesByName('first-contentful-paint').length > 0`,
    );
    await wait(Math.random() * WITHIN_MS);
    const isAwake = await phone.read(
      "document.querySelector('#register-needs').textContent.startsWith('Still')",
    );
    await phone.read(`${field}.focus()`);
    await phone.type(WORD);
    await phone.until("document.querySelector('#register-needs').textContent.startsWith('Still')", {
      isQuiet: true,
    });
    const { value, hasFocus } = await phone.read(
      `({ value: ${field}.value, hasFocus: document.activeElement === ${field} })`,
    );
    if (value !== WORD || !hasFocus) lost.push({ name, value, hasFocus, isAwake });
    await phone.read("sessionStorage.clear()");
  }
});
server.close();

for (const each of lost) console.error(each);
console.log(`${tries} tries, ${lost.length} in which a character or the focus was lost.`);
if (lost.length > 0) process.exitCode = 1;
