// npm start: builds the site with the sandbox checkout and serves it on the edge runtime, with local storage.
import { migrate, sweepRegularly } from "./local-edge.mjs";
import { run } from "./run-tool.mjs";

const env = { SANDBOX: "1" };
// Not as production: a real checkout's keys in .env.production are not for this machine.
await run("astro", ["build", "--mode", "sandbox"], { env });
await migrate();
const port = process.env.PORT ?? "4321";
sweepRegularly(port);
await run("astro", ["preview", "--ignore-lock", "--port", port], { env });
