import type { Page } from "@playwright/test";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { comeFrom, expect, test, unique } from "./fixtures.ts";

const ask = (page: Page) => page.getByRole("button", { name: "Ask somebody else to pay" });
const link = (page: Page) => page.getByLabel("Link for the person who pays");

/** What the edge shows to the holder of a key. */
async function shown(page: Page, { id, key }: { id: string; key: string }) {
  return page.evaluate(
    async ({ id, key }) => {
      const answer = await fetch(`/prod/enrolments/${id}`, { headers: { authorization: `Bearer ${key}` } });
      return answer.json();
    },
    { id, key },
  );
}

/** The learner's own keys that this browser keeps. */
function ownKeys(page: Page) {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith("enrolments/"))
      .map((name) => ({ id: name.slice("enrolments/".length), key: localStorage.getItem(name) ?? "" })),
  );
}

test.beforeEach(({ context }) => comeFrom(context, "NG"));

test("a learner who pays nothing yet asks somebody else: the enrolment is kept, and the link shows the first payment and a first name", async ({
  page,
}) => {
  const learner = { ...newLearner(), lastName: unique("Obi"), course: null };
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await expect(ask(page)).toBeDisabled();
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posted.push(new URL(request.url()).pathname);
  });
  await fillIn(page, { ...learner, email: "" });
  await ask(page).click();
  await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
  expect(posted).not.toContain("/prod/enrolments");
  await page.getByLabel("Email Address").fill(learner.email);
  await ask(page).click();
  await expect(link(page)).toBeFocused();
  const url = await link(page).inputValue();
  const [, id = "", key = ""] = /\/Sponsor#(ENR-[0-9A-Z]{10})\.([\w-]{22})$/.exec(url) ?? [];
  expect(id, url).not.toBe("");
  const share = new URL(
    (await page.getByRole("link", { name: "Send by WhatsApp" }).getAttribute("href")) ?? "",
  );
  expect(share.protocol, "the app's own scheme: no server sees the link").toBe("whatsapp:");
  expect(share.searchParams.get("text")).toContain(url);

  const payer = await shown(page, { id, key });
  expect(payer).toMatchObject({
    kind: "payer",
    firstName: "Ada",
    course: { id: "devops-full" },
    left: { currency: "NGN", minor: 20_900_000 },
  });
  expect(payer.charges.map(({ number }: { number: number }) => number)).toEqual([0, 1]);
  for (const hidden of [learner.lastName, learner.email]) expect(JSON.stringify(payer)).not.toContain(hidden);

  const [own, ...others] = await ownKeys(page);
  expect(others).toEqual([]);
  expect(own?.key).not.toBe(key);
  expect(await shown(page, { id, key: own?.key ?? "" })).toMatchObject({
    kind: "learner",
    state: "started",
    learner: { lastName: learner.lastName, email: learner.email },
  });
  await expect(page.getByLabel("First Name")).toHaveValue("");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Register someone else" }).click();
  await expect(link(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("First Name")).toHaveValue("");
});

test("an edge that does not answer leaves the form as it is, and the same asked again is one enrolment", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.goto("/Signup");
  await fillIn(page, newLearner());
  const links = "**/prod/enrolments/*/payer-links";
  await context.route(links, (route) => route.abort());
  await ask(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "We couldn't make the link." })).toBeVisible();
  await expect(page.getByLabel("First Name")).toHaveValue("Ada");
  await context.unroute(links);
  await ask(page).click();
  await expect(link(page)).toBeVisible();
  expect(await ownKeys(page)).toHaveLength(1);
});
