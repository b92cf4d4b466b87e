import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { getViteConfig } from "astro/config";
import type { ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url));

/** They take longest, by far. Started last, each would keep one core busy and leave the others idle. */
const LONG = ["campaign.test.ts", "plain-build.test.ts", "one-file.test.ts", "bad-requests.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** What runs in a browser keeps state in its modules, as a page does: each file begins with modules of its own. */
const OF_PAGES = "tests/unit/{browser,components}/**/*.test.{ts,tsx}";

const tests: ViteUserConfig = {
  root,
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    projects: [
      { extends: true, test: { name: "pages", include: [OF_PAGES] } },
      // Anything else keeps none. Without a new process for each file these take two thirds of the time.
      {
        extends: true,
        test: {
          name: "rules",
          include: ["tests/{unit,content}/**/*.test.{ts,tsx}"],
          exclude: [OF_PAGES],
          isolate: false,
          setupFiles: ["tests/fixtures/no-whole-reads.ts"],
        },
      },
    ],
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    // By itself Vitest leaves a core to the terminal: of two, that is half.
    maxWorkers: availableParallelism(),
    // Against a test that hangs; on a busy machine one that does not may take many times what it takes alone.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // With --changed, packages and settings do not bring in every test: all run before anything is handed on.
    forceRerunTriggers: [],
    sequence: { sequencer: LongestFirst },
    // Style sheets are left out of unit tests, but for the one whose colours are read.
    css: { include: [/tokens\.css/] },
    // Node has a storage of its own, which warns when it is touched; a test that needs one brings a browser's.
    execArgv: ["--no-experimental-webstorage"],
  },
};

// Astro's Vite plugins let a test render a component; its adapter and integrations have no part in that.
export default getViteConfig(tests, { root, configFile: false, logLevel: "error" });
