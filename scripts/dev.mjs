// npm run dev: live editing with the same endpoints and the sandbox checkout.
import { migrate, run } from "./tools.mjs";

await migrate();
await run("astro", ["dev", "--ignore-lock", "--port", process.env.PORT ?? "4321"], { env: { SANDBOX: "1" } });
