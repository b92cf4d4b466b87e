// npm run dev: live editing with the same endpoints and the sandbox checkout.
import { migrate, run, sweepRegularly } from "./tools.mjs";

await migrate();
const port = process.env.PORT ?? "4321";
sweepRegularly(port);
await run("astro", ["dev", "--ignore-lock", "--port", port], { env: { SANDBOX: "1" } });
