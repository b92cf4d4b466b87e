// npm run subscribers: the newsletter's readers as CSV, each with the address by which they leave in one click. The
// newsletter's author puts that address into it. Only those who confirmed are in it.
//   -- --remote, --env staging|production   a deployed database instead of the one on this machine
import { parseArgs } from "node:util";
import { placeOf, query } from "../dev/database.mjs";
import { importTypeScript } from "../dev/import-typescript.mjs";
import { root } from "../dev/run-tool.mjs";

const { values: options } = parseArgs({
  options: { env: { type: "string" }, remote: { type: "boolean", default: false } },
});
const place = placeOf(options);
const { SUBSCRIBERS, subscribersCsv } = await importTypeScript("./scripts/ops/subscribers-csv.ts");
const { readSettings } = await importTypeScript("./scripts/ops/doctor/read-project.ts");
const [rows = []] = await query(place, [SUBSCRIBERS]);
const site = readSettings(root, place).PUBLIC_SITE_URL || "http://localhost:4321";
process.stdout.write(subscribersCsv(rows, site));
