// npm run build: what goes live. The sandbox is no part of it.
import { run } from "./run-tool.mjs";

await run("astro", ["build"], { env: { SANDBOX: "" } });
