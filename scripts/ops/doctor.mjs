// npm run doctor: reports what the site still lacks, and how to get it. Exits with 1 if anything is missing.
//   -- --env staging|production   a deployed site: its settings files and wrangler.jsonc
//   -- --remote                   also the site's secrets and database at Cloudflare
import { parseArgs } from "node:util";
import { importTypeScript, root } from "../dev/run-tool.mjs";
import { deployedSecrets, placeOf, query } from "./cloudflare.mjs";

const { values: options } = parseArgs({
  options: { env: { type: "string" }, remote: { type: "boolean", default: false } },
});
const place = placeOf(options);
const { main } = await importTypeScript("./scripts/ops/doctor.ts");
process.exitCode = await main({
  root,
  place,
  deployedSecrets: options.remote && place !== "local" ? await deployedSecrets(place) : null,
  query: place === "local" || options.remote ? (statements) => query(place, statements) : null,
});
