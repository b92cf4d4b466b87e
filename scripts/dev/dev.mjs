// npm run dev: live editing with the same endpoints and the sandbox checkout.
import { migrate, sweepRegularly } from "./local-edge.mjs";
import { run } from "./run-tool.mjs";

await migrate();
const port = process.env.PORT ?? "4321";
sweepRegularly(port);
await run("astro", ["dev", "--ignore-lock", "--port", port], { env: { SANDBOX: "1" } });
