import { openState } from "../fixtures/open-state.ts";
import { stateNamed } from "../fixtures/states.ts";
import { readingOrder, type Stop } from "./ax-tree.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { SANDBOX } from "./servers.ts";

test.use({ baseURL: SANDBOX.origin });

/** What is read out where something changes: every live part and what is in it. */
function announced(stops: readonly Stop[], live: "polite" | "assertive"): string {
  return stops
    .filter((stop) => stop.live === live && stop.role === "StaticText")
    .map(({ name }) => name)
    .join(" ");
}

for (const [name, label, message] of [
  ["naira-email-wrong", "Please Input Your Email", /Enter your email address\./],
  ["contact-errors", "First Name", /Enter/],
] as const) {
  test(`in ${name} the focus is on the first wrong field, and its error is read out with it`, async ({
    page,
  }) => {
    await openState(page, stateNamed(name));
    await expect(page.locator("[aria-invalid=true]:focus")).toBeVisible();
    const wrong = (await readingOrder(page)).filter(({ isInvalid }) => isInvalid);
    expect(wrong.filter(({ isFocused }) => isFocused).map((stop) => stop.name)).toEqual([label]);
    expect(wrong[0]?.name).toBe(label);
    expect(wrong[0]?.description).toMatch(message);
    for (const { name: field, description } of wrong) expect(description, field).not.toBe("");
  });
}

for (const [name, label, message] of [
  ["signup-errors", "Email Address", /^Your payment receipt is sent here\..* Enter an email address like/],
  ["signup-guardian-errors", "Guardian's phone or e-mail", /^We reach them here.* Enter a phone number like/],
] as const) {
  test(`in ${name} the focus is on the summary of what is wrong, and each error is read out with its field`, async ({
    page,
  }) => {
    await openState(page, stateNamed(name));
    await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
    const wrong = (await readingOrder(page)).filter(({ isInvalid }) => isInvalid);
    expect(wrong[0]?.name).toBe(label);
    expect(wrong[0]?.description).toMatch(message);
    for (const { name: field, description } of wrong) expect(description, field).not.toBe("");
  });
}

for (const [name, live, words] of [
  ["contact-errors", "assertive", "Please fill all fields"],
  ["contact-failed", "assertive", "Sorry... something went wrong on our side, please try again"],
  ["contact-sending", "polite", "Sending your message."],
  ["contact-waiting", "polite", "Not sent yet: the network does not answer"],
  ["waiting-message-sent", "polite", "Your earlier message has now been sent."],
  ["waiting-newsletter-refused", "polite", "Your earlier newsletter sign-up was not accepted."],
  ["newsletter-thanks", "polite", "Thank you for signing up for our newsletters."],
  ["newsletter-failed", "assertive", "That did not work, and you are not on the list yet."],
  ["newsletter-waiting", "polite", "Not sent yet: the network does not answer"],
  ["search-found", "polite", 'found for "docker".'],
  ["search-nothing-found", "polite", 'Nothing was found for "blockchain".'],
  ["search-failed", "polite", "The search could not be loaded. Check your connection, then type again."],
  ["which-track-unanswered", "assertive", "Questions 1, 2, 3, 4, 5 have no answer yet."],
  ["sponsor-link-cut-off", "assertive", "This link cannot be read"],
  ["signup-payer-link", "polite", "Send this link to whoever pays."],
  ["signup-payer-link-not-made", "assertive", "The link could not be made."],
  ["my-enrolment-link-refused", "polite", "This link opens nothing, or a newer one has taken its place."],
  ["signup-blank-window", "polite", "Still needed: Course, First Name and 8 more."],
  ["home-unresolved", "polite", "A payment you began is not settled yet."],
  ["code-did-not-arrive", "assertive", "Loading chunk failed"],
  ["dialog-broke", "assertive", "Unexpected Application Error!"],
] as const) {
  test(`${name} is read out by itself`, async ({ page, expectedErrors }) => {
    const state = stateNamed(name);
    expectedErrors.push(...(state.logs ?? []));
    await openState(page, state);
    await expect
      .poll(async () => announced(await readingOrder(page), live), { intervals: [200] })
      .toContain(words);
  });
}

for (const [path, wrong] of [
  ["/Signup", /Enter an email address like/],
  ["/Contact", /It should look like name@example\.com/],
] as const) {
  test(`an incomplete e-mail address on ${path} is announced when its field is left`, async ({
    page,
    context,
  }) => {
    await comeFrom(context, "NG");
    await page.goto(path);
    const field = page.getByRole("main").getByLabel("Email Address");
    await expect(page.locator("astro-island[client=load][ssr]")).toHaveCount(0);
    await field.fill("ada@example");
    await field.press("Tab");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    expect(announced(await readingOrder(page), "polite")).toMatch(wrong);
  });
}

for (const name of [
  "pricing-held",
  "signup-received",
  "signup-staff-not-notified",
  "signup-declined",
  "contact-sent",
]) {
  test(`the dialog of ${name} is read out with its title, and the page behind it is silent`, async ({
    page,
    expectedErrors,
  }) => {
    const state = stateNamed(name);
    expectedErrors.push(...(state.logs ?? []));
    await openState(page, state);
    await expect(page.getByRole("dialog").getByRole("button", { name: "Close" })).toBeFocused();
    const stops = await readingOrder(page);
    const [dialog] = stops.filter(({ role }) => role === "dialog");
    expect(dialog?.name).not.toBe("");
    expect(stops.filter(({ role }) => ["main", "banner", "contentinfo"].includes(role))).toEqual([]);
  });
}
