// npm run build: the site for production, without the sandbox.
import { run } from "./run-tool.mjs";

await run("astro", ["build"], { env: { SANDBOX: "" } });
