// npm run campaign: plays enrolments in which everything fails that can, in virtual time, and checks from outside that
// nobody pays twice, everybody who agreed to pay hears how it ended, staff can tell which word is the latest. Ends with 1
// when anything that must hold did not.
//   -- --seed N --runs 1000    which enrolments, and how many; another seed each day unless one is named
//   -- --seed N --run K        plays one of them again and prints it line by line; --run may be named several times
//   -- --broken                plays against edges that are broken on purpose: each must be noticed
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { breakable } from "./broken-edges.ts";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: new Date().toISOString().slice(0, 10).replaceAll("-", "") },
    runs: { type: "string", default: "1000" },
    run: { type: "string", multiple: true },
    broken: { type: "boolean", default: false },
  },
});

const root = fileURLToPath(new URL("../..", import.meta.url));
const checkout = `${root}tests/campaign/checkout.ts`;
const { module } = await runnerImport("./tests/campaign/main.ts", {
  root,
  configFile: false,
  logLevel: "error",
  plugins: [
    {
      name: "breakable-code",
      enforce: "pre",
      transform: (source, id) => breakable(id.replace(/\?.*$/, ""), source),
    },
  ],
  resolve: {
    tsconfigPaths: true,
    alias: [
      { find: "@paystack/inline-js", replacement: checkout },
      { find: /^(~\/browser\/payments|\.)\/load-checkout\.ts$/, replacement: checkout },
    ],
  },
});
const seed = Number(options.seed);
const runs = (options.run ?? Array.from({ length: Number(options.runs) }, (_, place) => place + 1)).map(
  Number,
);
process.exitCode = await (options.broken
  ? module.playBroken(seed, runs)
  : module.play(seed, runs, options.run !== undefined));
