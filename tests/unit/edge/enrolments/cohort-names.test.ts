/** A cohort is known by its id: with any other text a learner would be in no cohort, and counted nowhere. */
import { describe, expect, test } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { cohortOn, priceList, withCohorts } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { start, enrolled, change, charge, seen } = enrolmentDesk(desk);
const LISTED = "cohort-2026-12-05";
const unlisted = (id: string) =>
  `There is no cohort "${id}" to register for now. Nothing was charged. Please choose again from the list, and reload the page if it has no other.`;

describe.each(["5 December 2026, cohort 9", "Cohort-2026-12-05", "cohort-2026-12-05.", "cohort 9"])(
  "a cohort that is called %j",
  (id) => {
    test.each(["NGN", "USD"] as const)(
      "is refused in words with an order in %s, which is not kept",
      async (currency) => {
        const order = fiveInstallments(desk.now, currency, id);
        for (const path of ["/prod/enrolments", ...(currency === "USD" ? ["/prod/paypal/orders"] : [])]) {
          const answer = await desk.ask(
            post(path, { order, page: "/Signup" }, { "idempotency-key": newKey() }),
          );
          expect([answer.status, await answer.json()], path).toEqual([409, { message: unlisted(id) }]);
        }
        expect(await desk.registration(order.reference)).toBeNull();
      },
    );

    test("is refused beside the field of the form, with everything typed", async () => {
      const answer = await desk.ask(formPost({ ...SIGNUP_FIELDS, cohort: id }));
      const page = await answer.text();
      expect(answer.status).toBe(422);
      expect(page).toContain('href="#f-cohort"');
      expect(page).toContain("There is no cohort &quot;");
      expect(page).toContain('name="firstName" value="Ada"');
    });

    test("is none that a learner can choose", async () => {
      const started = await start(fiveInstallments(desk.now, "NGN", ""));
      const answer = await change(started.id, started.key, { cohort: id });
      expect([answer.status, await answer.json()]).toEqual([409, { message: unlisted(id) }]);
      expect((await seen(started.id, started.key)).learner.cohort).toBe("");
    });
  },
);

test.each([
  ["a listed cohort", LISTED],
  ["a listed cohort with spaces around it", `  ${LISTED} `],
  ["none", ""],
  ["the one whose date is to be announced", "to-be-announced"],
])("%s can be chosen", async (_, id) => {
  const order = fiveInstallments(desk.now, "NGN", id);
  const headers = { "idempotency-key": newKey() };
  const answer = await desk.ask(post("/prod/enrolments", { order, page: "/Signup" }, headers));
  expect(answer.status).toBe(201);
  const started = await answer.json();
  expect((await seen(started.id, started.key)).learner.cohort).toBe(id.trim());
});

test("a cohort keeps its learners, its places and its dates when content gives it another name", async () => {
  const { id, key } = await enrolled();
  const renamed = withCohorts(cohortOn("2026-12-05", { name: "The December cohort", seats: 1 }));
  const late = fiveInstallments(desk.now);
  const answer = await desk.ask(
    post("/prod/enrolments", { order: late, page: "/Signup" }, { "idempotency-key": newKey() }),
    renamed,
  );
  expect((await answer.json()).message).toContain('Every seat in the cohort "The December cohort" is taken');
  expect(await seen(id, key)).toMatchObject({
    cohortName: "5 December 2026, cohort 9",
    firstClass: "2026-12-05",
  });
});

test("a registration that was started for a cohort which content has lost since can be paid, and keeps that cohort", async () => {
  const order = fiveInstallments(desk.now);
  const headers = { "idempotency-key": newKey() };
  const without = { prices: { ...priceList, cohorts: [] } };
  const again = () => desk.ask(post("/prod/enrolments", { order, page: "/Signup" }, headers), without);
  const { id, key } = await start(order, headers["idempotency-key"]);
  expect((await again()).status).toBe(201);
  await charge(order.reference, order.charge.minor);
  expect((await desk.registration(order.reference))?.status).toBe("paid");
  expect((await change(id, key, { cohort: LISTED, state: "Ogun" })).status).toBe(200);
  expect((await seen(id, key)).learner).toMatchObject({ cohort: LISTED, state: "Ogun" });
});
