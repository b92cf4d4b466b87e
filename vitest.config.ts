import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { getViteConfig } from "astro/config";
import type { ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The slowest files. They start first, because a slow last file would leave the other cores idle. */
const LONG = ["campaign.test.ts", "bad-requests.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

/** Tests of browser code, which keeps state in its modules as a page does. Each file gets fresh modules. */
const OF_PAGES = "tests/unit/{browser,components}/**/*.test.{ts,tsx}";

const tests: ViteUserConfig = {
  root,
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    projects: [
      // A thread for each file starts sooner than a process.
      {
        extends: true,
        test: {
          name: "pages",
          include: [OF_PAGES],
          pool: "threads",
          setupFiles: ["tests/fixtures/page-globals.ts"],
        },
      },
      // Other modules keep no state. Without a new process for each file these tests take two thirds of the time.
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
    // Vitest's default leaves a core to the terminal, which is half of two.
    maxWorkers: availableParallelism(),
    // Ends a test that hangs. On a busy machine a good one may take many times as long as alone.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // With --changed, packages and settings do not select every test, because npm test runs all of them.
    forceRerunTriggers: [],
    sequence: { sequencer: LongestFirst },
    // Unit tests skip style sheets, except the one whose colours they read.
    css: { include: [/tokens\.css/] },
    // Node's own storage warns when it is used. A test that needs storage brings a browser's.
    execArgv: ["--no-experimental-webstorage"],
  },
};

// Astro's Vite plugins let a test render a component, which needs neither the adapter nor the integrations.
export default getViteConfig(tests, { root, configFile: false, logLevel: "error" });
