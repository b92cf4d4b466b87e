// npm run dev: live editing with the same endpoints and the sandbox checkout.
import { locationSettings, migrate, sweepRegularly } from "./local-edge.mjs";
import { holdPort } from "./ports.mjs";
import { run } from "./run-tool.mjs";

await migrate();
const { port, release } = await holdPort(Number(process.env.PORT ?? 4321));
const env = { SANDBOX: "1", PORT: String(port), ...(await locationSettings()) };
await release();
sweepRegularly(port);
await run("astro", ["dev", "--ignore-lock", "--port", String(port)], { env });
