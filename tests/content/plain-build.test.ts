import { afterAll, expect, test } from "vitest";
import { copyOfProject } from "../fixtures/project-copy.ts";

const LONGEST_MS = 300_000;
const course = "content/courses/ai-advanced.yaml";
const place = "content/courses/ai-advanced.yaml:1  name: ";

const project = copyOfProject("plain-build");
const good = project.read(course);
project.write(course, good.replace("name: AI Advanced\n", ""));

afterAll(() => project.remove());

test("a slip in the content is reported with its file and line by a build, which stops there", {
  timeout: LONGEST_MS,
}, async () => {
  const { code, output } = await project.run("build");
  expect(code).toBe(1);
  // Astro prints this notice on a slow machine.
  const words = output.replace(/^.*\[build\] Waiting for integration .*\n/gm, "");
  expect(words.trim().split(place)[0]).toBe(
    "The content has 1 error. Mend it: the site cannot be built until then.\n\nFields (1)\n  ",
  );
  expect(words.trim().split("\n")).toHaveLength(4);
});

test("the dev server reports a slip in the content with its file and line, after each change", {
  timeout: LONGEST_MS,
}, async () => {
  project.write(course, good);
  const server = project.start("dev", "--ignore-lock", "--port", "0");
  const ended = new Promise((resolve) => server.on("close", resolve));
  let output = "";
  let read = 0;
  let onOutput = () => {};
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      onOutput();
    });
  }
  /** Waits for words after the last ones that were waited for. */
  const says = (words: string) =>
    new Promise<void>((resolve) => {
      onOutput = () => {
        const at = output.indexOf(words, read);
        if (at < 0) return;
        read = at + words.length;
        resolve();
      };
      onOutput();
    });
  try {
    await says("watching for file changes");
    project.write(course, good.replace("naira: 0", 'naira: "150,000"'));
    await says("naira: must be a whole number of naira, without commas or signs: write 150000");
    project.write(course, good);
    await says("The content has no errors any more.");
  } finally {
    server.kill();
    await ended;
  }
});
