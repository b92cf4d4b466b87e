// npm run campaign: plays enrolments in which everything fails that can, in virtual time, and checks from outside that
// whoever was charged is recorded paid and reaches the staff once. Ends with 1 when anything that must hold did not.
//   -- --seed N --runs 1000    which enrolments, and how many; another seed each day unless one is named
//   -- --seed N --run K        plays one of them again and tells it line by line
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { root } from "./tools.mjs";

const { values: options } = parseArgs({
  options: { seed: { type: "string" }, runs: { type: "string", default: "1000" }, run: { type: "string" } },
});

const standIn = (/** @type {string} */ name) => `${root}tests/campaign/stand-ins/${name}`;
const { module } = await runnerImport("./tests/campaign/main.ts", {
  root,
  configFile: false,
  logLevel: "error",
  resolve: {
    tsconfigPaths: true,
    alias: [
      { find: /^react$/, replacement: standIn("react.ts") },
      { find: /^react-dom(\/client)?$/, replacement: standIn("react-dom.ts") },
      { find: "@paypal/react-paypal-js", replacement: standIn("paypal-script.ts") },
      { find: "@paystack/inline-js", replacement: standIn("paystack-popup.ts") },
      { find: "~/payments/load-checkout.ts", replacement: standIn("load-checkout.ts") },
    ],
  },
});
process.exitCode = await module.main({
  seed: Number(options.seed ?? new Date().toISOString().slice(0, 10).replaceAll("-", "")),
  runs: Number(options.runs),
  run: options.run === undefined ? null : Number(options.run),
});
