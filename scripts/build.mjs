// npm run build: what goes live. The sandbox is no part of it.
import { run } from "./tools.mjs";

await run("astro", ["build"], { env: { SANDBOX: "" } });
