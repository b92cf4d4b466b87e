// npm start: builds the site with the sandbox checkout and serves it on the edge runtime, with local storage.
import { locationSettings, migrate, sweepRegularly } from "./local-edge.mjs";
import { holdPort } from "./ports.mjs";
import { run } from "./run-tool.mjs";

// The port is reserved before the build, because links in mails and pages contain it.
const { port, release } = await holdPort(Number(process.env.PORT ?? 4321));
const env = { SANDBOX: "1", PORT: String(port), ...(await locationSettings()) };
console.log("Building the site, about a minute ...");
// The keys of a real checkout in .env.production are not used on this machine.
await run("astro", ["build", "--mode", "sandbox"], { env });
console.log("Preparing the database ...");
await migrate();
console.log(`Serving the site at http://localhost:${port}`);
await release();
sweepRegularly(port);
await run("astro", ["preview", "--ignore-lock", "--port", String(port)], { env });
