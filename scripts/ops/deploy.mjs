// npm run deploy: checks the settings, builds, migrates the deployed database, and deploys the site with its
// secrets.
//   -- --env production             the site; without it, staging
//   -- --despite example-contacts   ignores this group of the launch list; can be repeated
//   -- --dry-run                    needs no account, and nothing leaves this machine
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
const { main } = await importTypeScript("./scripts/ops/deploy.ts");
process.exitCode = await main({
  root,
  place,
  isDryRun: options["dry-run"],
  despite: options.despite,
  listSecrets: () => deployedSecrets(place),
  run: ({ tool, args, env }) => run(tool, args, { env }),
});
