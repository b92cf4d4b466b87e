// npm run registrations: who registered, and the status of each payment. Ends with 1 when a comparison finds a difference.
//   -- --since 2026-01-01 --until 2026-01-31   days of UTC, both included
//   -- --status paid                           unpaid, paid, short-paid or refunded
//   -- --flagged                               only those that staff must look at
//   -- --format table|csv  --output FILE       a file is written as spreadsheets like it
//   -- --reconcile FILE                        compares with a CSV export of Paystack's or PayPal's
//   -- --remote, --env staging|production      a deployed database instead of the one on this machine
import { placeOf, query } from "../dev/database.mjs";
import { importTypeScript } from "../dev/import-typescript.mjs";

const { main, readOptions } = await importTypeScript("./scripts/ops/registrations/main.ts");
const options = readOptions(process.argv.slice(2));
if (typeof options === "string") {
  console.error(options);
  process.exitCode = 2;
} else {
  const place = placeOf(options);
  process.exitCode = await main(options, (statements) => query(place, statements));
}
