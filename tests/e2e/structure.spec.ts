import { openState, wakeAll } from "../fixtures/open-state.ts";
import { wakeForm } from "../fixtures/registration-form.ts";
import { kinds, stretches } from "../fixtures/routes.ts";
import { readingOrder, type Stop } from "./ax-tree.ts";
import { expect, test } from "./fixtures.ts";
import { DESKTOP, PHONE, walk, walkContent } from "./keyboard.ts";

test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

/** The one page without bar and footer. */
const BARE = "/cityboy/training";
const LANDMARKS = [
  "banner",
  "navigation",
  "main",
  "region",
  "complementary",
  "form",
  "search",
  "contentinfo",
];

/** The stops of a screen reader in the frame of all pages and on the page with the most parts. */
const READING_ORDER: Readonly<Record<string, string>> = {
  "/About": `
    - link "Skip to the content"
    - banner:
      - region "Announcement"
      - navigation "Main"
    - main:
      - heading "ABOUT US" [level=1]
    - contentinfo:
      - navigation "Footer"
  `,
  "/Contact": `
    - main:
      - heading "Need help? Get in touch" [level=1]
      - region:
        - form "Message to the academy":
          - group:
            - textbox "First Name"
            - textbox "Last Name"
            - textbox "Email Address"
            - textbox "Phone Number"
            - textbox "Message"
          - button "Send Message"
      - complementary:
        - region:
          - heading "OR Chat with our representative"
          - link /WhatsApp/
  `,
};

for (const stretch of stretches(6, kinds)) {
  test(`headings, landmarks and Tab follow the rules of structure: ${stretch.join(", ")}`, async ({
    page,
  }) => {
    for (const [index, path] of stretch.entries()) {
      await openState(page, { name: path, path });
      await wakeAll(page);
      const order = READING_ORDER[path];
      if (order) await expect.soft(page.locator("body"), path).toMatchAriaSnapshot(order);
      const stops = await readingOrder(page);
      await test.step(`${path}: the headings go down step by step from one h1`, () =>
        expectSteps(stops, path));
      await test.step(`${path}: there is one of each landmark, or they are told apart by name`, async () => {
        expectLandmarks(stops, path);
        await expect.soft(page.locator("html"), path).toHaveAttribute("lang", "en");
      });
      await test.step(`${path}: the first Tab offers a way past the bar, and the next one goes on inside the content`, async () => {
        await page.keyboard.press("Tab");
        await expect(page.getByRole("link", { name: "Skip to the content" }), path).toBeInViewport();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("main"), path).toBeFocused();
        await page.keyboard.press("Tab");
        const isInside = await page.evaluate(() => document.activeElement?.closest("main") !== null);
        expect.soft(isInside, path).toBe(true);
      });
      await test.step(`${path}: Tab reaches every control, and the focused one is in sight`, async () => {
        // The list of what is missing comes with React, at the first key in the form, and the states after it.
        if (path === "/Signup") {
          await wakeForm(page);
          await page.locator("select[name=state]").waitFor();
        }
        for (const window of [PHONE, DESKTOP]) {
          await page.setViewportSize(window);
          const walked = await (index === 0 ? walk : walkContent)(page);
          expect.soft(walked, `${path}, ${window.width} px wide`).toEqual({ unseen: [], missed: [] });
        }
      });
    }
  });
}

function expectSteps(stops: readonly Stop[], path: string): void {
  const headings = stops.filter(({ role }) => role === "heading");
  const levels = headings.map(({ level }) => level ?? 0);
  expect.soft([levels[0], levels.filter((level) => level === 1).length], path).toEqual([1, 1]);
  const wrong = headings.filter(
    ({ name }, index) => name === "" || (levels[index] ?? 0) > (levels[index - 1] ?? 0) + 1,
  );
  expect.soft(wrong, path).toEqual([]);
}

function expectLandmarks(stops: readonly Stop[], path: string): void {
  const frames = path === BARE ? 0 : 1;
  const landmarks = stops.filter(({ role }) => LANDMARKS.includes(role));
  const count = (wanted: string) => landmarks.filter(({ role }) => role === wanted).length;
  expect.soft([count("main"), count("banner"), count("contentinfo")], path).toEqual([1, frames, frames]);
  const names = landmarks.map(({ role, name }) => `${role} ${name}`);
  expect.soft(new Set(names).size, `${path}: ${names.join(", ")}`).toBe(names.length);
  const unnamed = landmarks.filter(
    ({ role, name }) => !["main", "banner", "contentinfo"].includes(role) && !name,
  );
  expect.soft(unnamed, path).toEqual([]);
}
