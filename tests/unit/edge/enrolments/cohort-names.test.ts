/** A cohort is known by its name: a learner with any other name would be in no cohort, and counted nowhere. */
import { describe, expect, test } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { priceList } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { begin, change, charge, seen } = enrolmentDesk(desk);
const LISTED = "5 December 2026, cohort 9";
const unlisted = (name: string) =>
  `There is no cohort "${name}" to register for now. Nothing was charged. Please choose again from the list, and reload the page if it has no other.`;

describe.each([
  "5 December 2026, Cohort 9",
  "5 December 2026,  cohort 9",
  "5 December 2026, cohort 9.",
  "5 DECEMBER 2026, COHORT 9",
  "cohort 9",
])("a cohort that is called %j", (name) => {
  test.each(["NGN", "USD"] as const)(
    "is refused in words with an order in %s, which is not kept",
    async (currency) => {
      const order = fiveInstallments(desk.now, currency, name);
      for (const path of ["/prod/enrolments", ...(currency === "USD" ? ["/prod/paypal/orders"] : [])]) {
        const answer = await desk.ask(
          post(path, { order, page: "/Signup" }, { "idempotency-key": newKey() }),
        );
        expect([answer.status, await answer.json()], path).toEqual([409, { message: unlisted(name) }]);
      }
      expect(await desk.registration(order.reference)).toBeNull();
    },
  );

  test("is refused beside the field of the form, with everything typed", async () => {
    const answer = await desk.ask(formPost({ ...SIGNUP_FIELDS, cohort: name }));
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toContain('href="#f-cohort"');
    expect(page).toContain("There is no cohort &quot;");
    expect(page).toContain('name="firstName" value="Ada"');
  });

  test("is none that a learner can change into", async () => {
    const { id, key } = await begin(fiveInstallments(desk.now));
    const answer = await change(id, key, { cohort: name });
    expect([answer.status, await answer.json()]).toEqual([409, { message: unlisted(name) }]);
    expect((await seen(id, key)).learner.cohort).toBe(LISTED);
  });
});

test.each([
  ["a listed cohort", LISTED],
  ["a listed cohort with spaces around it", `  ${LISTED} `],
  ["none", ""],
  ["the one whose date is to be announced", "Next cohort, date to be announced"],
])("%s can be chosen", async (_, name) => {
  const order = fiveInstallments(desk.now, "NGN", name);
  const headers = { "idempotency-key": newKey() };
  const answer = await desk.ask(post("/prod/enrolments", { order, page: "/Signup" }, headers));
  expect(answer.status).toBe(201);
  const { id, key } = await answer.json();
  expect((await seen(id, key)).learner.cohort).toBe(name.trim());
});

test("the next cohort can be chosen by its day where the list does not name it, once its date is confirmed", async () => {
  const next = { starts: "2027-02-15", closes: "2027-02-14" };
  const ask = (isConfirmed: boolean) =>
    desk.ask(
      post(
        "/prod/enrolments",
        { order: fiveInstallments(desk.now, "NGN", "15 February 2027"), page: "/Signup" },
        { "idempotency-key": newKey() },
      ),
      { cohort: { ...next, isConfirmed } },
    );
  expect((await ask(false)).status).toBe(409);
  expect((await ask(true)).status).toBe(201);
});

test("a registration that was begun for a cohort which has left the list since can be paid, and keeps that cohort", async () => {
  const order = fiveInstallments(desk.now);
  const headers = { "idempotency-key": newKey() };
  const without = { prices: { ...priceList, cohorts: [] } };
  const again = () => desk.ask(post("/prod/enrolments", { order, page: "/Signup" }, headers), without);
  const { id, key } = await begin(order, headers["idempotency-key"]);
  expect((await again()).status).toBe(201);
  await charge(order.reference, order.charge.minor);
  expect((await desk.registration(order.reference))?.status).toBe("paid");
  expect((await change(id, key, { cohort: LISTED, state: "Ogun" })).status).toBe(200);
  expect((await seen(id, key)).learner).toMatchObject({ cohort: LISTED, state: "Ogun" });
});
