// npm start: builds the site with the sandbox checkout and serves it on the edge runtime, with local storage.
import { migrate, run, sweepRegularly } from "./tools.mjs";

const env = { SANDBOX: "1" };
await run("astro", ["build"], { env });
await migrate();
const port = process.env.PORT ?? "4321";
sweepRegularly(port);
await run("astro", ["preview", "--ignore-lock", "--port", port], { env });
