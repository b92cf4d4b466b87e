import type { BrowserContext, Page } from "@playwright/test";
import { fillInPlain, newLearner } from "../fixtures/registration-form.ts";
import { comeFrom, expect, test } from "./fixtures.ts";
import { holdLookup } from "./lookup.ts";
import { SANDBOX } from "./servers.ts";

const REACT = /\/_astro\/Registration\..*\.js/;

const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
const country = (page: Page) => page.getByLabel("Country", { exact: true });
const naira = (page: Page) => page.getByRole("radio", { name: "Naira, with Paystack" });
const dollars = (page: Page) => page.getByRole("radio", { name: "US dollars, with PayPal" });
const needs = (page: Page) => page.locator("#register-needs");

/** Notes what the form's parts show in every frame of a page. Null is a part that has not been parsed. */
async function watchFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const frames = new Set<string>();
    Object.assign(window, { frames });
    const part = <T extends Element>(selector: string) => document.querySelector<T>(selector);
    const look = () => {
      const chosen = part<HTMLInputElement>("[name=currency]:checked")?.value ?? "none";
      const currency = part("[name=currency]") && chosen;
      const code = part<HTMLOptionElement>("[data-calling-code] option")?.label ?? null;
      const list = part<HTMLSelectElement>("[name=country]");
      const isListed = list && list.options.length > `${list.dataset.codes}`.length / 2;
      const country = isListed ? list.value : null;
      const register = part(".amount-bar [type=submit]")?.ariaDisabled ?? null;
      frames.add(JSON.stringify({ currency, code, country, register }));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

test("a returning visitor sees country, currency and a grey Register in every frame", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const answer = { country_name: "Côte d’Ivoire", country_code: "CI", country_calling_code: "+225" };
    localStorage.setItem("location", JSON.stringify(answer));
    localStorage.setItem("currency", "ngn");
  });
  await watchFrames(context);
  await page.route("**/*.js", () => undefined);
  await page.goto("/Signup", { waitUntil: "commit" });
  await expect(register(page)).toBeDisabled();
  const frames = await page.evaluate(() => [...(window as unknown as { frames: Set<string> }).frames]);
  const complete = { currency: "NGN", code: "+225 Ivory Coast", country: "Ivory Coast", register: "true" };
  for (const frame of frames) {
    const { code, ...fields } = JSON.parse(frame);
    const parsed = Object.entries(fields).filter(([, value]) => value !== null);
    expect(complete).toMatchObject(Object.fromEntries(parsed));
    // The list of countries names the code's country, and is parsed after it.
    const codes = fields.country === null ? [null, "+225", complete.code] : [complete.code];
    expect(codes).toContain(code);
  }
});

test("the lookup's answer is shown before the form is touched", { tag: "@engines" }, async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  const answerNow = await holdLookup(context);
  await page.goto("/Signup");
  await expect(country(page)).toHaveValue("");
  await expect(page.locator("[name=currency]:checked")).toHaveCount(0);
  answerNow();
  await expect(country(page)).toHaveValue("Nigeria");
  await expect(naira(page)).toBeChecked();
  await expect(page.locator("[data-calling-code] option").first()).toHaveJSProperty("label", "+234 Nigeria");
  await page.getByRole("button", { name: "Dollars ($)" }).click();
  await expect(dollars(page)).toBeChecked();
  await expect(needs(page)).toHaveText("You confirm the amount next.");
});

test("where learners in Nigeria pay naira, dollars are offered to a learner abroad alone", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  await page.route("/Signup?currency=usd", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("<html ", '<html data-dollars="abroad" ');
    await route.fulfill({ response, body });
  });
  await page.goto("/Signup?currency=usd");
  await expect(naira(page)).toBeChecked();
  await expect(dollars(page)).toBeHidden();
  await expect(page.getByRole("group", { name: "Show prices in" })).toBeHidden();
  await country(page).selectOption("Ghana");
  await expect(dollars(page)).toBeChecked();
  await country(page).selectOption("Nigeria");
  await expect(dollars(page)).toBeHidden();
  await expect(naira(page)).toBeChecked();
});

test("a press on the grey Register says what is missing as soon as React comes", async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await page.route(REACT, (route) => gate.promise.then(() => route.continue()));
  await page.goto("/Signup");
  await expect(register(page)).toBeDisabled();
  await register(page).click({ force: true });
  await fillInPlain(page, newLearner());
  await expect(register(page)).toBeEnabled();
  await page.getByRole("checkbox", { name: /^I agree that the academy/ }).uncheck();
  await expect(register(page)).toBeDisabled();
  gate.resolve();
  await expect(needs(page)).toHaveText("Still needed: your consent.");
  await expect(page).toHaveURL("/Signup");
  await page.getByRole("checkbox", { name: /^I agree that the academy/ }).check();
  await expect(register(page)).toBeEnabled();
});

/** Pages whose parts up to the lead differ: a picture, facts, a form, or nothing but the heading. */
const TOPS = [
  "/",
  "/Pricing",
  "/project-managment",
  "/course/advanced",
  "/Signup",
  "/404",
  "/cityboy/training",
];

/** Properties of which one differs where a rule is missing: its own, or the size that follows from it. */
const SHOWN =
  "display position width height margin padding border gap color background-color font text-decoration".split(
    " ",
  );

/** Returns what the elements of a page's HTML look like, one line for each. */
async function looksOf(page: Page, path: string, html: string): Promise<string[]> {
  await page.route(path, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(path);
  return page.evaluate(async (properties) => {
    await document.fonts.ready;
    return Array.from(document.body.querySelectorAll("*:not(script, style)"), (element) => {
      const styles = getComputedStyle(element);
      const values = properties.map((property) => `${property}: ${styles.getPropertyValue(property)}`);
      return `${element.tagName}.${element.getAttribute("class")} ${values.join("; ")}`;
    });
  }, SHOWN);
}

test("all up to the lead looks the same before the sheet behind it comes", async ({ page }) => {
  for (const path of TOPS) {
    const html = await (await page.request.get(path)).text();
    const lead = html.indexOf("<style", html.indexOf("</head>"));
    const sheet = html.indexOf("</style>", lead);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const early = await looksOf(page, path, html.slice(0, lead));
      expect(early.length, path).toBeGreaterThan(2);
      expect(early, path).toEqual(await looksOf(page, path, html.slice(0, sheet)));
    }
  }
});

test.describe("where React is lost", () => {
  test.use({ baseURL: SANDBOX.origin });

  test("Register is active after a press that found React lost, and posts", async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource|Error hydrating|status of 422/);
    await page.route(REACT, (route) => route.abort());
    await page.goto("/Signup");
    await expect(register(page)).toBeDisabled();
    await register(page).click({ force: true });
    await expect(register(page)).toBeEnabled();
    await register(page).click();
    await expect(page.getByRole("alert", { name: "There is a problem" })).toContainText(
      "Enter your first name.",
    );
  });
});
