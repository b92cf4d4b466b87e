import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { academy } from "./academy.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { payButton } from "./price-cards.ts";
import { SANDBOX, SITE, WITHOUT_KEYS } from "./servers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files of a folder that hold one of these texts. */
function filesWith(texts: readonly string[], folder: string): string[] {
  return globSync(`${root}${folder}/**/*`)
    .filter((file) => statSync(file).isFile())
    .filter((file) => {
      const content = readFileSync(file, "utf8");
      return texts.some((text) => content.includes(text));
    });
}

const SANDBOX_WORDS = [
  "Sandbox: no money moves",
  "sandbox-country",
  "sandbox_payments",
  "sandbox_clock",
  "Set the date",
  "Sign in to the sandbox desk",
  "sandbox-desk",
] as const;

for (const [what, server] of [
  ["with keys", SITE],
  ["without keys", WITHOUT_KEYS],
] as const) {
  test(`a production build ${what} holds nothing of the sandbox`, async ({ request }) => {
    expect(filesWith(SANDBOX_WORDS, `${server.folder}/dist`)).toEqual([]);
    for (const path of ["/sandbox", "/sandbox/checkout/nobody", "/sandbox/desk", "/desk"]) {
      expect((await request.get(server.origin + path)).status(), path).toBe(404);
    }
  });
}

for (const [what, server] of [
  ["with keys", SITE],
  ["without keys", WITHOUT_KEYS],
  ["of the sandbox", SANDBOX],
] as const) {
  test(`what a build ${what} gives to browsers names no address of staff, nor the one mails are sent from`, () => {
    const files = `${server.folder}/dist/client`;
    const hidden = [
      academy.senderEmail,
      academy.alertsEmail,
      ...academy.staffRecipients.map(({ email }) => email),
    ];
    expect(filesWith(hidden, files)).toEqual([]);
    expect(filesWith([academy.email], files)).not.toEqual([]);
  });
}

test("the sandbox's own build has its text, so that searching for it proves something", () => {
  for (const text of SANDBOX_WORDS) expect(filesWith([text], `${SANDBOX.folder}/dist`), text).not.toEqual([]);
});

test("the site serves the licence notices of all that browsers load, and nothing else of their making", async ({
  request,
}) => {
  const notices = await (await request.get("/licences.txt")).text();
  for (const name of ["react-dom", "workbox-core", "@paystack/inline-js", "astro", "tailwindcss"]) {
    expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, "m"));
  }
  expect(globSync(`${root}${SITE.folder}/dist/**/licences-of-*`)).toEqual([]);
});

test.describe("a site whose owner forgot the keys", () => {
  test.use({ baseURL: WITHOUT_KEYS.origin });

  const providers = [
    { money: "naira", country: "NG", provider: "Paystack", button: "Enroll Now" },
    { money: "dollars", country: "US", provider: "PayPal", button: "PayPal" },
  ] as const;

  async function expectSupport(page: Page, place: Locator, provider: string): Promise<void> {
    await expect(place).toContainText(`We can't take ${provider} payments online yet.`);
    await expect(place).toContainText("Message us");
    const whatsapp = place.getByRole("link", { name: "WhatsApp" });
    await expect(whatsapp).toHaveAttribute("href", new RegExp(`^https://wa\\.me/${academy.whatsapp.number}`));
    const [phone] = academy.phones;
    await expect(place.getByRole("link", { name: `Call ${phone?.display}` })).toHaveAttribute(
      "href",
      `tel:${phone?.dial}`,
    );
    await expect(place.getByRole("link", { name: academy.email })).toHaveAttribute(
      "href",
      `mailto:${academy.email}`,
    );
    await expect(page.getByRole("button", { name: "Pay Now" })).toHaveCount(0);
  }

  for (const { money, country, provider, button } of providers) {
    test(`a site whose owner forgot the keys says that ${money} cannot be paid yet, and how to reach the academy`, async ({
      page,
      context,
    }) => {
      await comeFrom(context, country);
      await page.goto("/Pricing");
      await payButton(page, button, "DevOps Full", "Full Tuition").click();
      await expectSupport(page, page.getByRole("dialog"), provider);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.goto("/Signup");
      await expectSupport(page, page.getByRole("form", { name: "Fill in details before payment" }), provider);
      await expect(page.getByRole("button", { name: "Register", exact: true })).toHaveCount(0);
    });
  }
});
