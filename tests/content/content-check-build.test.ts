import { execFile } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { createServer } from "vite";
import { afterAll, expect, test, vi } from "vitest";
import { root } from "../../scripts/dev/run-tool.mjs";
import { contentFolder } from "../fixtures/content-entries.ts";

const CONTENT_DIR = ".copies/content-check-build";
const course = `${root}${CONTENT_DIR}/courses/ai-advanced.yaml`;

rmSync(`${root}.copies`, { recursive: true, force: true });
cpSync(contentFolder, root + CONTENT_DIR, { recursive: true });
const good = readFileSync(course, "utf8");

afterAll(() => rmSync(`${root}.copies`, { recursive: true }));

/** Builds the site from the copy of the academy. */
function build(): Promise<{ code: unknown; output: string }> {
  const env = { ...process.env, CONTENT_DIR, NODE_ENV: "", NO_COLOR: "1", SANDBOX: "", VITEST: "" };
  const command = [`${root}node_modules/astro/bin/astro.mjs`, "build"];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout + stderr }),
    );
  });
}

test("a slip in the content is reported with its file and line by a build, which stops there", async () => {
  writeFileSync(course, good.replace("name: AI Advanced\n", ""));
  const { code, output } = await build();
  writeFileSync(course, good);
  expect(code).toBe(1);
  // Astro prints this notice on a slow machine.
  const report = output.replace(/^.*\[build\] Waiting for integration .*\n/gm, "").trim();
  expect(report.split("content/courses/ai-advanced.yaml:1  name: ")[0]).toBe(
    "The content has 1 error. Mend it: the site cannot be built until then.\n\nFields (1)\n  ",
  );
  expect(report.split("\n")).toHaveLength(4);
});

/** Calls a hook as Astro does, with the options that the content check reads. */
async function callHook(hook: unknown, options: object): Promise<void> {
  await (hook as (options: object) => unknown)(options);
}

test("the dev server reports a slip in the content with its file and line, after each change", async () => {
  vi.stubEnv("CONTENT_DIR", CONTENT_DIR);
  vi.resetModules();
  const { contentCheck } = await import("../../src/build/content-check/integration.ts");
  const { hooks } = contentCheck();
  const printed: string[] = [];
  vi.spyOn(console, "error").mockImplementation((text) => void printed.push(text));
  const server = await createServer({ root: root + CONTENT_DIR, configFile: false, logLevel: "silent" });
  const sent = vi.spyOn(server.environments.client.hot, "send");
  try {
    // Commands except "build" and "dev" set the folders without a first check.
    await callHook(hooks["astro:config:setup"], {
      command: "preview",
      config: { root: pathToFileURL(root) },
    });
    await callHook(hooks["astro:server:setup"], { server });
    await vi.waitFor(() => expect(server.watcher.getWatched()[dirname(course)]).toContain(basename(course)));
    writeFileSync(course, good.replace("naira: 0", 'naira: "150,000"'));
    await vi.waitFor(
      () =>
        expect(printed.at(-1)).toContain(
          "naira: must be a whole number of naira, without commas or signs: write 150000",
        ),
      { timeout: 30_000 },
    );
    expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ type: "error" }));
    writeFileSync(course, good);
    await vi.waitFor(() => expect(printed.at(-1)).toContain("The content has no errors any more."), {
      timeout: 30_000,
    });
    expect(sent).toHaveBeenLastCalledWith({ type: "full-reload" });
  } finally {
    await server.close();
  }
});
