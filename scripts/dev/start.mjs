// npm start: builds the site with the sandbox checkout and serves it on the edge runtime, with local storage.
import { migrate, sweepRegularly, withoutInternet } from "./local-edge.mjs";
import { holdPort } from "./ports.mjs";
import { run } from "./run-tool.mjs";

// Held from here on: the links of mails and pages lead to it, and it is still free when the site is built.
const { port, release } = await holdPort(Number(process.env.PORT ?? 4321));
const env = { SANDBOX: "1", PORT: String(port), ...(await withoutInternet()) };
console.log("Building the site, about a minute ...");
// Not as production: a real checkout's keys in .env.production are not for this machine.
await run("astro", ["build", "--mode", "sandbox"], { env });
console.log("Preparing the database ...");
await migrate();
console.log(`Serving the site at http://localhost:${port}`);
await release();
sweepRegularly(port);
await run("astro", ["preview", "--ignore-lock", "--port", String(port)], { env });
