// npm run deploy: looks for what is missing, builds, brings the deployed database to the current schema, and puts the
// site, with its secrets, on the edge.
//   -- --env production   staging without it
//   -- --despite example-contacts   goes ahead although the launch list has these, named one by one
//   -- --dry-run          all that can be done without an account; nothing leaves this machine
import { parseArgs } from "node:util";
import { importTypeScript, root, run } from "../dev/run-tool.mjs";
import { deployedSecrets, placeOf } from "./cloudflare.mjs";

const { values: options } = parseArgs({
  options: {
    env: { type: "string", default: "staging" },
    "dry-run": { type: "boolean", default: false },
    despite: { type: "string", multiple: true, default: [] },
  },
});
const place = placeOf(options);
if (place === "local") process.exit(2);
const isDryRun = options["dry-run"];
const { main } = await importTypeScript("./scripts/ops/deploy.ts");
process.exitCode = await main(
  { root, place, isDryRun, despite: options.despite },
  isDryRun ? null : () => deployedSecrets(place),
  ({ tool, args, env }) => run(tool, args, { env }),
);
