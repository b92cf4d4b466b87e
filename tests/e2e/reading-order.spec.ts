import { openState, wakeAll } from "../fixtures/open-state.ts";
import { expect, test } from "./fixtures.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a screen reader goes through a page from the announcement to the footer", async ({ page }) => {
  await openState(page, { name: "About", path: "/About" });
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner:
      - region "Announcement"
      - navigation "Main"
    - main:
      - heading "ABOUT US" [level=1]
    - contentinfo:
      - navigation "Footer"
  `);
});

test("a screen reader goes through Contact from the form to the other ways to reach the academy", async ({
  page,
}) => {
  await openState(page, { name: "Contact", path: "/Contact" });
  await wakeAll(page);
  await expect(page.locator("main")).toMatchAriaSnapshot(`
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
  `);
});
