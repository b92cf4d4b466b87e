// npm run campaign: plays enrolments in virtual time, in which every part fails at random. It checks from outside that
// nobody pays twice, that everybody who agreed to pay learns how it ended, and that staff know the latest report. The
// exit code is 1 if a rule was broken.
//   -- --seed N --runs 1000    plays 1000 runs of a seed; the default seed is the date
//   -- --seed N --run K        plays one run and prints its trace; --run may be repeated
//   -- --broken                plays edges that are broken on purpose, each of which must break a rule
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { insertBrokenEdges } from "./broken-edges.ts";

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
      name: "broken-edges",
      enforce: "pre",
      transform: (source, id) => insertBrokenEdges(id.replace(/\?.*$/, ""), source),
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
const runs = (options.run ?? Array.from({ length: Number(options.runs) }, (_, index) => index + 1)).map(
  Number,
);
process.exitCode = await (options.broken
  ? module.playBroken(seed, runs)
  : module.play(seed, runs, options.run !== undefined));
