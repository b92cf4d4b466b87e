import { expect, type Page } from "@playwright/test";
import { stateNamed } from "../fixtures/states.ts";
import { announced, readingOrder } from "./ax-tree.ts";

/** The first wrong field of a state, what is read out with it, and what has the focus: it, or the list of the errors. */
const WRONG: readonly (readonly [state: string, label: string, message: RegExp, focus: "field" | "list"])[] =
  [
    ["naira-email-wrong", "Please Input Your Email", /Enter your email address\./, "field"],
    ["contact-errors", "First Name", /Enter/, "field"],
    ["signup-errors", "Email Address", /^We'll send your receipt.* Enter an email address like/, "list"],
    [
      "signup-guardian-errors",
      "Guardian's phone or e-mail",
      /^We'll use this to reach.* Enter a phone number like/,
      "list",
    ],
  ];

/** The text that a state reads out by itself. */
const SAID: readonly (readonly [state: string, live: "polite" | "assertive", words: string])[] = [
  ["contact-errors", "assertive", "Please fill all fields"],
  ["contact-failed", "assertive", "Sorry... something went wrong on our side, please try again"],
  ["contact-sending", "polite", "Sending your message."],
  ["contact-waiting", "polite", "Not sent yet: you're offline"],
  ["newsletter-thanks", "polite", "Thank you for signing up for our newsletters."],
  ["newsletter-failed", "assertive", "That didn't work, so you're not on the list yet."],
  ["newsletter-waiting", "polite", "Not sent yet: you're offline"],
  ["search-found", "polite", 'found for "docker".'],
  ["search-nothing-found", "polite", 'Nothing found for "blockchain". Try another word.'],
  ["search-failed", "polite", "Search didn't load. Check your connection and type again."],
  ["which-track-unanswered", "assertive", "Questions 1, 2, 3, 4, 5 have no answer yet."],
  ["sponsor-link-cut-off", "assertive", "We can't read this link"],
  ["signup-payer-link", "polite", "Send this link to the person who pays."],
  ["signup-payer-link-not-made", "assertive", "We couldn't make the link."],
  ["my-enrolment-link-refused", "polite", "This link has expired. Request a new one."],
  ["signup-blank-window", "polite", "Still needed: Course and 8 more."],
  ["home-unresolved", "polite", "Your last payment isn't confirmed yet."],
  ["code-did-not-arrive", "assertive", "Loading chunk failed"],
  ["dialog-broke", "assertive", "Unexpected Application Error!"],
];

/** States that show a dialog. */
const DIALOGS = [
  "pricing-held",
  "signup-plan-received",
  "signup-staff-not-notified",
  "signup-declined",
  "contact-sent",
];

/** States that say something. */
export const READ_OUT: ReadonlySet<string> = new Set(
  [...WRONG, ...SAID].map(([state]) => state).concat(DIALOGS),
);

// A name that no state has would never be found.
for (const name of READ_OUT) stateNamed(name);

/** Expects what a screen reader says when a page has just come into a state. */
export async function expectReadOut(page: Page, state: string): Promise<void> {
  for (const [, live, words] of SAID.filter(([name]) => name === state)) {
    await expect
      .poll(async () => announced(await readingOrder(page), live), { intervals: [200] })
      .toContain(words);
  }
  for (const [, ...wrong] of WRONG.filter(([name]) => name === state)) await expectErrors(page, ...wrong);
  if (DIALOGS.includes(state)) await expectDialog(page);
}

/** Expects each error to be read out with its field, the first one's as named here. */
async function expectErrors(page: Page, label: string, message: RegExp, focus: string): Promise<void> {
  const list = page.getByRole("alert", { name: "There is a problem" });
  await expect(focus === "list" ? list : page.locator("[aria-invalid=true]").first()).toBeFocused();
  const wrong = (await readingOrder(page)).filter(({ isInvalid }) => isInvalid);
  expect(wrong[0]?.name).toBe(label);
  expect(wrong[0]?.description).toMatch(message);
  for (const { name: field, description } of wrong) expect(description, field).not.toBe("");
}

/** A dialog is read out with its title, and the page behind it is silent. */
async function expectDialog(page: Page): Promise<void> {
  await expect(page.getByRole("dialog").getByRole("button", { name: "Close" })).toBeFocused();
  const stops = await readingOrder(page);
  const [dialog] = stops.filter(({ role }) => role === "dialog");
  expect(dialog?.name).not.toBe("");
  expect(stops.filter(({ role }) => ["main", "banner", "contentinfo"].includes(role))).toEqual([]);
}
