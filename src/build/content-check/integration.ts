import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { runnerImport } from "vite";
import { CONTENT_DIR } from "../../content/content-files.ts";

/** The pause after a change. A save writes several files, and this report must come below Astro's own. */
const PAUSE_AFTER_SAVE_MS = 400;

/**
 * Reports every mistake in content/ with file and line, before Astro stops at the first one. A build and the
 * start of a dev server end there. A running dev server reports after each change, in the terminal and over
 * the page.
 */
export function contentCheck(): AstroIntegration {
  let content = "";
  let root = "";
  const findErrors = async () => {
    // The site's resolver loads the check, because plain Node, which loads this file, does not know `~/`.
    const { module } = await runnerImport<typeof import("./main.ts")>("./src/build/content-check/main.ts", {
      root,
      configFile: false,
      logLevel: "error",
      resolve: { tsconfigPaths: true },
    });
    return module.errorsOf({ content, root });
  };
  return {
    name: "content-check",
    hooks: {
      "astro:config:setup": async ({ command, config }) => {
        root = fileURLToPath(config.root).replaceAll("\\", "/");
        content = `${root}${CONTENT_DIR}/`;
        if (command !== "build" && command !== "dev") return;
        const report = await findErrors();
        if (!report) return;
        // Astro would print the stack of a thrown error, which is no use to an editor.
        console.error(report);
        process.exit(1);
      },
      "astro:server:setup": ({ server }) => {
        const { hot } = server.environments.client;
        let wasWrong = false;
        const showErrors = async () => {
          const report = await findErrors();
          if (report) {
            console.error(`\n${report}\n`);
            hot.send({ type: "error", err: { message: report, stack: "" } });
          } else if (wasWrong) {
            console.error("\nThe content has no errors any more.\n");
            hot.send({ type: "full-reload" });
          }
          wasWrong = report !== null;
        };
        let pending: NodeJS.Timeout | undefined;
        server.watcher.on("all", (_, path) => {
          if (!path.replaceAll("\\", "/").startsWith(content)) return;
          clearTimeout(pending);
          pending = setTimeout(showErrors, PAUSE_AFTER_SAVE_MS);
        });
      },
    },
  };
}
