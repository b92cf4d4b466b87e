import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { parse } from "yaml";
import { collections } from "../../src/content/schemas/collections.ts";
import { contentFolder } from "../fixtures/content-entries.ts";
import { openEditor, PREVIEW, savedFile, startEditor } from "./editor.ts";

/**
 * One file of each collection: where the editor has it, and the label and name of a field whose words are changed. A
 * line of a list has no label.
 */
const files: [kind: keyof typeof collections, address: string, file: string, label: string, field: string][] =
  [
    ["courses", "courses/entries/devops-full", "courses/devops-full.yaml", "Name", "name"],
    ["cohorts", "cohorts/entries/cohort-8", "cohorts/cohort-8.yaml", "Name", "name"],
    ["catalogue", "catalogue/entries/devops", "catalogue/devops.mdx", "Title", "title"],
    ["tracks", "tracks/entries/devops", "tracks/devops.yaml", "Name", "name"],
    ["levels", "levels/entries/ai-advanced", "levels/ai-advanced.yaml", "Course name", "courseName"],
    ["schedule", "schedule/entries/python", "schedule/python.yaml", "Name", "name"],
    ["faqs", "faqs/entries/04-attendance", "faqs/04-attendance.mdx", "Question", "question"],
    ["perks", "perks/entries/mentorship", "perks/mentorship.yaml", "Title", "title"],
    ["testimonials", "testimonials/entries/01", "testimonials/01.yaml", "Name", "name"],
    ["site", "_singletons/entries/site-yaml", "site.yaml", "Mission", "mission"],
    ["signupPage", "_singletons/entries/pages-signup-yaml", "pages/signup.yaml", "Consent", "consent"],
    ["home", "_singletons/entries/pages-home-yaml", "pages/home.yaml", "Description", "description"],
    ["contact", "_singletons/entries/pages-contact-yaml", "pages/contact.yaml", "Heading", "heading"],
    ["cataloguePage", "_singletons/entries/pages-catalogue-yaml", "pages/catalogue.yaml", "Lead", "lead"],
    [
      "curriculum",
      "_singletons/entries/pages-curriculum-yaml",
      "pages/curriculum.yaml",
      "Heading",
      "heading",
    ],
    ["formOptions", "_singletons/entries/form-options-yaml", "form-options.yaml", "", "education"],
    ["paymentPage", "_singletons/entries/pages-payment-yaml", "pages/payment.yaml", "", "refunds"],
    [
      "whichTrack",
      "_singletons/entries/pages-which-track-yaml",
      "pages/which-track.yaml",
      "Heading",
      "heading",
    ],
    ["pages", "_singletons/entries/pages-terms-mdx", "pages/terms.mdx", "Title", "title"],
    ["mails", "_singletons/entries/mails-link-mdx", "mails/link.mdx", "Preheader", "preheader"],
  ];

/** The fields of a file, and the text below them. */
function partsOf(source: string): { fields: Record<string, unknown>; text: string } {
  const [, fields = source, text = ""] = /^---\n(.*?\n)---\n(.*)$/s.exec(source) ?? [];
  return { fields: parse(fields), text: text.trim() };
}

let editor: Awaited<ReturnType<typeof startEditor>>;
test.beforeAll(async () => {
  editor = await startEditor();
});
test.afterAll(() => editor.close());

test("what the visual editor saves passes the schemas, and differs by the change only", async ({ page }) => {
  test.setTimeout(240_000);
  const elsewhere: string[] = [];
  const isElsewhere = (url: string) => /^https?:/.test(url) && !url.startsWith(editor.origin);
  page.on("response", (response) => {
    if (isElsewhere(response.url())) elsewhere.push(response.url());
  });
  page.on("requestfailed", (request) => {
    const isHeldBack = request.failure()?.errorText === "csp";
    if (isElsewhere(request.url()) && !isHeldBack) elsewhere.push(request.url());
  });
  await openEditor(page, editor.origin);
  await expect(page.getByText("Courses and prices").first()).toBeVisible();

  for (const [kind, address, file, label, field] of files) {
    await test.step(file, async () => {
      const path = `content/${file}`;
      const before = partsOf(readFileSync(contentFolder + file, "utf8"));
      const old = before.fields[field];
      const [first, ...others] = Array.isArray(old) ? old : [old];
      const words = String(first).trim();
      const changed = words.replace(/^\w/, "7");
      await page.goto(`${editor.origin}/#/collections/${address}`);
      const named = page.getByRole("textbox", { name: label, exact: true });
      const box = (label ? named : page.getByRole("textbox").filter({ visible: true })).first();
      await expect(box).toHaveValue(words);
      const save = page.getByRole("button", { name: "Save", exact: true });
      // While a file opens the editor may fill in its fields once more; somebody who sees that types again.
      await expect(async () => {
        await box.fill(words);
        await box.fill(changed);
        await expect(save).toBeEnabled({ timeout: 2_000 });
      }).toPass();
      await save.click();
      // A file that was saved closes, and leads back to its list: an address that is opened before is left again.
      await expect(page).not.toHaveURL(new RegExp(`${address}$`));
      await expect.poll(() => savedFile(page, path)).toContain(changed.slice(0, 20));

      const after = partsOf((await savedFile(page, path)) ?? "");
      const { schema } = collections[kind];
      expect(schema.parse(after.fields)).toEqual(
        schema.parse({ ...before.fields, [field]: Array.isArray(old) ? [changed, ...others] : changed }),
      );
      expect(after.text).toBe(before.text);
    });
  }
  expect(elsewhere).toEqual([]);
});

test("a new question in the visual editor is one file, with help texts and a preview", async ({
  page,
  context,
}) => {
  await openEditor(page, editor.origin);
  await page.goto(`${editor.origin}/#/collections/faqs/entries/04-attendance`);
  await expect(page.getByText("Place in the list on /Faqs, counted from 1.")).toBeVisible();
  await context.route(`${PREVIEW}/**`, (route) => route.fulfill({ body: "The page" }));
  const preview = page.waitForEvent("popup");
  await page.getByRole("button", { name: "View on Live Site" }).click();
  await expect(await preview).toHaveURL(`${PREVIEW}/Faqs`);

  await page.goto(`${editor.origin}/#/collections/faqs/new`);
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
