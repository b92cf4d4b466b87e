import { globSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { parse } from "yaml";
import { serveEditor } from "../../scripts/dev/editor/server.mjs";
import { collections } from "../../src/content/schemas/collections.ts";
import { contentFolder } from "../fixtures/content-entries.ts";

/** The address at which the editor under test shows the pages. */
const PREVIEW = "http://localhost:4321";

/** A file of each shape, and a field whose words are changed. A line of a list has no label. */
const FILES: readonly (readonly [
  kind: keyof typeof collections,
  file: string,
  field: string,
  label: string,
])[] = [
  ["levels", "levels/ai-advanced.yaml", "courseName", "Course name"],
  ["faqs", "faqs/04-attendance.mdx", "question", "Question"],
  ["formOptions", "form-options.yaml", "education", ""],
];

/** Returns the editor's address of a file. Some folders are collections; the other files stand alone. */
const addressOf = (file: string) =>
  /^(?:(?:pages|mails)\/)?[^/]+$/.test(file)
    ? `_singletons/entries/${file.replace(/[/.]/g, "-")}`
    : file.replace("/", "/entries/").replace(/\.\w+$/, "");

/** The fields of a file, and the text below them. */
function partsOf(source: string): { fields: Record<string, unknown>; text: string } {
  const [, fields = source, text = ""] = /^---\n(.*?\n)---\n(.*)$/s.exec(source) ?? [];
  return { fields: parse(fields), text: text.trim() };
}

let server: Awaited<ReturnType<typeof serveEditor>>;
let origin: string;
test.beforeAll(async () => {
  server = await serveEditor(0, PREVIEW, contentFolder);
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => server.close());

/**
 * Opens the editor on a copy of content/ in the browser's private storage, which has the same interface as a folder on
 * disk: the dialog in which somebody chooses a folder is all that is left out.
 */
async function openEditor(page: Page): Promise<void> {
  const entries = globSync("**/*.{yaml,mdx}", { cwd: contentFolder }).map((path): [string, string] => [
    `content/${path.replaceAll("\\", "/")}`,
    readFileSync(contentFolder + path, "utf8"),
  ]);
  await page.addInitScript(() => {
    const checkout = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("checkout");
    Object.assign(window, { showDirectoryPicker: checkout });
    Object.assign(FileSystemDirectoryHandle.prototype, { requestPermission: async () => "granted" });
  });
  await page.goto(origin);
  await page.evaluate(async (entries) => {
    const storage = await navigator.storage.getDirectory();
    const checkout = await storage.getDirectoryHandle("checkout", { create: true });
    await checkout.getDirectoryHandle(".git", { create: true });
    for (const [path, text] of entries) {
      let folder = checkout;
      const names = path.split("/");
      const name = names.pop() ?? "";
      for (const folderName of names) folder = await folder.getDirectoryHandle(folderName, { create: true });
      const file = await folder.getFileHandle(name, { create: true });
      const stream = await file.createWritable();
      await stream.write(text);
      await stream.close();
    }
  }, entries);
  await page.getByRole("button", { name: "Work with Local Repository" }).click();
}

/** A file of the copy, as the editor has written it; null while there is none. */
function savedFile(page: Page, path: string): Promise<string | null> {
  return page.evaluate(async (names) => {
    try {
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("checkout");
      for (const folderName of names.slice(0, -1)) folder = await folder.getDirectoryHandle(folderName);
      const file = await folder.getFileHandle(names.at(-1) ?? "");
      return await (await file.getFile()).text();
    } catch {
      return null;
    }
  }, path.split("/"));
}

test("what the visual editor saves passes the schemas, and differs by the change only", async ({ page }) => {
  test.setTimeout(120_000);
  const elsewhere: string[] = [];
  const isElsewhere = (url: string) => /^https?:/.test(url) && !url.startsWith(origin);
  page.on("response", (response) => {
    if (isElsewhere(response.url())) elsewhere.push(response.url());
  });
  page.on("requestfailed", (request) => {
    const isHeldBack = request.failure()?.errorText === "csp";
    if (isElsewhere(request.url()) && !isHeldBack) elsewhere.push(request.url());
  });
  await openEditor(page);
  await expect(page.getByText("Courses and prices").first()).toBeVisible();

  for (const [kind, file, field, label] of FILES) {
    await test.step(file, async () => {
      const path = `content/${file}`;
      const entry = partsOf(readFileSync(contentFolder + file, "utf8"));
      const old = entry.fields[field];
      const [first, ...others] = Array.isArray(old) ? old : [old];
      const words = String(first).trim();
      const changed = words.replace(/^\w/, "7");
      const address = addressOf(file);
      await page.goto(`${origin}/#/collections/${address}`);
      const named = page.getByRole("textbox", { name: label, exact: true });
      const box = (label ? named : page.getByRole("textbox").filter({ visible: true })).first();
      await expect(box).toHaveValue(words);
      const save = page.getByRole("button", { name: "Save", exact: true });
      // While a file opens the editor may fill in its fields once more: somebody who sees that types again. A
      // file that was saved closes, and leads back to its list.
      await expect(async () => {
        if (page.url().endsWith(address)) {
          await box.fill(words, { timeout: 2_000 });
          await box.fill(changed, { timeout: 2_000 });
          await save.click({ timeout: 2_000 });
        }
        await expect(page).not.toHaveURL(new RegExp(`${address}$`));
      }).toPass();
      await expect.poll(() => savedFile(page, path)).toContain(changed.slice(0, 20));

      const after = partsOf((await savedFile(page, path)) ?? "");
      const { schema } = collections[kind];
      expect(schema.parse(after.fields)).toEqual(
        schema.parse({ ...entry.fields, [field]: Array.isArray(old) ? [changed, ...others] : changed }),
      );
      expect(after.text).toBe(entry.text);
    });
  }
  expect(elsewhere).toEqual([]);
});

test("a new question in the visual editor is one file, and each field has a help text", async ({ page }) => {
  await openEditor(page);
  await page.goto(`${origin}/#/collections/faqs/entries/04-attendance`);
  await expect(page.getByText("Place in the list on /Faqs, counted from 1.")).toBeVisible();
  await page.goto(`${origin}/#/collections/faqs/new`);
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await expect(question).toHaveValue("");
  await question.fill("Are there classes at night?");
  await page.getByRole("spinbutton", { name: "Order" }).fill("77");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("No, they end at nine.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const path = "content/faqs/are-there-classes-at-night.mdx";
  await expect.poll(() => savedFile(page, path)).not.toBeNull();
  const { fields, text } = partsOf((await savedFile(page, path)) ?? "");
  expect(collections.faqs.schema.parse(fields)).toMatchObject({ order: 77, onHome: false });
  expect(text).toBe("No, they end at nine.");
});
