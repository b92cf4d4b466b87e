import type { Page } from "@playwright/test";
import { fillIn, newLearner } from "../fixtures/registration-form.ts";
import { comeFrom, expect, test, unique } from "./fixtures.ts";

/** Returns what the edge shows to the holder of a key. */
async function viewOnEdge(page: Page, { id, key }: { id: string; key: string }) {
  return page.evaluate(
    async ({ id, key }) => {
      const answer = await fetch(`/prod/enrolments/${id}`, { headers: { authorization: `Bearer ${key}` } });
      return answer.json();
    },
    { id, key },
  );
}

test("a link to somebody else shows the first payment and a first name, before anything is paid", async ({
  page,
  context,
}) => {
  await comeFrom(context, "NG");
  const ask = page.getByRole("button", { name: "Ask somebody else to pay" });
  const link = page.getByLabel("Link for the person who pays");
  const learner = { ...newLearner(), lastName: unique("Obi"), course: null };
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posted.push(new URL(request.url()).pathname);
  });
  await page.goto("/Signup?course=devops-full&plan=five-installments");
  await expect(ask).toBeDisabled();
  await fillIn(page, { ...learner, email: "" });
  await ask.click();
  await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
  expect(posted).not.toContain("/prod/enrolments");
  await page.getByLabel("Email Address").fill(learner.email);
  await ask.click();
  await expect(link).toBeFocused();
  const url = await link.inputValue();
  const [, id = "", key = ""] = /\/Sponsor#(ENR-[0-9A-Z]{10})\.([\w-]{22})$/.exec(url) ?? [];
  expect(id, url).not.toBe("");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText(/^(Copied|Select the link and copy it\.)$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeFocused();

  const payer = await viewOnEdge(page, { id, key });
  expect(payer).toMatchObject({
    kind: "payer",
    firstName: "Ada",
    course: { id: "devops-full" },
    left: { currency: "NGN", minor: 20_900_000 },
  });
  expect(payer.charges.map(({ number }: { number: number }) => number)).toEqual([0, 1]);
  for (const hidden of [learner.lastName, learner.email]) expect(JSON.stringify(payer)).not.toContain(hidden);

  const ownKey = await page.evaluate((id) => localStorage.getItem(`enrolments/${id}`) ?? "", id);
  expect(ownKey).not.toBe(key);
  expect(await viewOnEdge(page, { id, key: ownKey })).toMatchObject({
    kind: "learner",
    state: "started",
    learner: { lastName: learner.lastName, email: learner.email },
  });
  await expect(page.getByLabel("First Name")).toHaveValue("");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Register someone else" }).click();
  await expect(link).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("First Name")).toHaveValue("");
});
