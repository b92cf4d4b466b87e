// npm run doctor: what is missing before the site can do its work, and how to get it. Ends with 1 when something is.
//   -- --env staging|production   a deployed site: its settings files and what wrangler.jsonc says
//   -- --remote                   asks Cloudflare, too: the secrets that the site was given, and its database
import { parseArgs } from "node:util";
import { importTypeScript, root } from "../dev/run-tool.mjs";
import { deployedSecrets, placeOf, query } from "./cloudflare.mjs";

const { values: options } = parseArgs({
  options: { env: { type: "string" }, remote: { type: "boolean", default: false } },
});
const place = placeOf(options);
const isAsked = place === "local" || options.remote;
const { main } = await importTypeScript("./scripts/ops/doctor.ts");
process.exitCode = await main(
  { root, place },
  options.remote && place !== "local" ? await deployedSecrets(place) : null,
  isAsked ? (statements) => query(place, statements) : null,
);
