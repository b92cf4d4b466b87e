// npm run forget -- --email ada@example.com: what is kept of a person; nothing is changed without --yes.
//   -- --yes                                deletes it, but for what the accounts need
//   -- --remote, --env staging|production   a deployed database instead of the one on this machine
import { parseArgs } from "node:util";
import { placeOf, query } from "../dev/database.mjs";
import { importTypeScript } from "../dev/import-typescript.mjs";

const { values: options } = parseArgs({
  options: {
    email: { type: "string" },
    yes: { type: "boolean", default: false },
    remote: { type: "boolean", default: false },
    env: { type: "string" },
  },
});
const place = placeOf(options);
const { main } = await importTypeScript("./scripts/ops/forget/main.ts");
process.exitCode = await main({ email: options.email ?? "", yes: options.yes }, (statements) =>
  query(place, statements),
);
