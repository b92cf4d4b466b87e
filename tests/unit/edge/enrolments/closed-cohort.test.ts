/** A cohort that has closed since a page was opened, a form was half filled, or a link was sent. */
import { expect, test } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { cohortOn, withCohorts } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formCookie,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { start, change } = enrolmentDesk(desk);
const OVER = "cohort-2026-11-21";
const CLOSED = `Registration for the cohort "21 November 2026, cohort 9" is closed by now. Nothing was charged. Please choose another cohort.`;
const DAY_MINUTES = 24 * 60;

test.each(["NGN", "USD"] as const)(
  "an order in %s for a cohort that is closed is refused in words, and nothing is kept",
  async (currency) => {
    const order = fiveInstallments(desk.now, currency, OVER);
    for (const path of ["/prod/enrolments", ...(currency === "USD" ? ["/prod/paypal/orders"] : [])]) {
      const answer = await desk.ask(post(path, { order, page: "/Signup" }, { "idempotency-key": newKey() }));
      expect([answer.status, await answer.json()], path).toEqual([409, { message: CLOSED }]);
    }
    expect(await desk.registration(order.reference)).toBeNull();
  },
);

test("an order that was started while its cohort was open is paid after it has closed", async () => {
  const order = fiveInstallments(desk.now, "NGN", "cohort-2026-11-22");
  const key = newKey();
  const { id } = await start(order, key);
  desk.later(DAY_MINUTES);
  expect((await start(order, key)).id).toBe(id);
});

test("a cohort closes on the day that the content names, and not the day before its first class", async () => {
  const body = { order: fiveInstallments(desk.now), page: "/Signup" };
  const ask = (changes = {}) =>
    desk.ask(post("/prod/enrolments", body, { "idempotency-key": newKey() }), changes);
  const closing = (closes: string) => withCohorts(cohortOn("2026-12-05", { closes }));
  expect((await ask(closing("2026-11-20"))).status).toBe(409);
  expect((await ask(closing("2026-11-21"))).status).toBe(201);
});

test("Signup without script goes on with what was started while the cohort was open, and admits no other learner by its reference", async () => {
  const fields = { ...SIGNUP_FIELDS, email: "in-time@example.com", cohort: "cohort-2026-11-22" };
  const reference = "REG-20261121-7KQ2M9XA4T";
  const send = async (changes: object, browser: { cookie: string }) => {
    const answer = await desk.ask(formPost({ ...fields, ...changes }, browser));
    return answer.headers.get("location") ?? answer.status;
  };
  const browser = formCookie(desk.now);
  const started = await send({ reference }, browser);
  const plain = await send({ email: "plain@example.com" }, browser);
  desk.later(DAY_MINUTES - 60);
  expect(await send({ reference }, formCookie(desk.now))).toBe(started);
  expect(await send({ email: "plain@example.com" }, browser)).toBe(plain);
  for (const changes of [{}, { reference, firstName: "Eve" }, { reference, email: "eve@example.com" }]) {
    expect(await send(changes, formCookie(desk.now)), JSON.stringify(changes)).toBe(422);
  }
});

test("a learner cannot choose a cohort that is closed, and may keep one that is", async () => {
  const undecided = await start(fiveInstallments(desk.now, "NGN", ""));
  const refused = await change(undecided.id, undecided.key, { cohort: OVER });
  expect([refused.status, (await refused.json()).message]).toEqual([409, CLOSED]);
  const { id, key } = await start(fiveInstallments(desk.now));
  desk.later(30 * DAY_MINUTES);
  expect((await change(id, key, { cohort: "cohort-2026-12-05", state: "Ogun" })).status).toBe(200);
});
