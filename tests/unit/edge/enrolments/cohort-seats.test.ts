/** Cohorts whose seats the content names: what visitors read of them, and who gets a place. */
import { expect, test } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Order } from "~/domain/payments/order.ts";
import { EDGE_ORIGIN, edgeApp } from "../../../fixtures/edge.ts";
import { cohortOn, withCohorts } from "../../../fixtures/enrolment.ts";
import {
  bearer,
  enrolmentDesk,
  fiveInstallments,
  formCookie,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { start, charge } = enrolmentDesk(desk);
const COHORT = "cohort-2026-12-05";
const FULL = `Every seat in the cohort "5 December 2026, cohort 9" is taken by now. Nothing was charged.`;
const seats = (count: number) => withCohorts(cohortOn("2026-12-05", { seats: count }));

let learners = 0;
/** Paystack's number of the latest charge. */
let charges = 5_000_000_000;
function order(currency: "NGN" | "USD" = "NGN"): Order {
  learners += 1;
  const drawn = fiveInstallments(desk.now, currency, COHORT);
  return { ...drawn, learner: { ...drawn.learner, email: `learner-${learners}@example.com` } };
}

async function enrolled(count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    const paid = order();
    await start(paid);
    await charge(paid.reference, paid.charge.minor);
  }
}

const seatsRequest = () => new Request(`${EDGE_ORIGIN}/prod/seats`);
const left = async (count: number) => (await desk.ask(seatsRequest(), seats(count))).json();
const startIn = (asked: Order, count: number) =>
  desk.ask(
    post("/prod/enrolments", { order: asked, page: "/Signup" }, { "idempotency-key": newKey() }),
    seats(count),
  );

test("the seats left are public where few are left, and unsaid for a cohort with many or without seats", async () => {
  await enrolled(2);
  await start(order());
  expect(await left(8)).toEqual({ left: {} });
  expect(await left(7)).toEqual({ left: { [COHORT]: 5 } });
  expect(await left(2)).toEqual({ left: { [COHORT]: 0 } });
  expect(await left(1)).toEqual({ left: { [COHORT]: 0 } });
  expect(await (await desk.ask(seatsRequest())).json()).toEqual({ left: {} });
  const over = withCohorts(cohortOn("2024-05-27", { seats: 1 }));
  expect(await (await desk.ask(seatsRequest(), over)).json()).toEqual({ left: {} });
});

test("a crowd that asks for places costs the database one question a minute, and any cache may keep the answer", async () => {
  let now = desk.now;
  let asked = 0;
  const db = { ...desk.db, prepare: (sql: string) => desk.db.prepare(sql) };
  db.prepare = (sql) => {
    asked += 1;
    return desk.db.prepare(sql);
  };
  const app = edgeApp({ db, ...seats(3), now: () => now });
  for (let visit = 0; visit < 5; visit += 1) {
    const answer = await app.fetch(seatsRequest());
    expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
    now = new Date(now.getTime() + 1000);
  }
  expect(asked).toBe(1);
  now = new Date(now.getTime() + 60_000);
  await app.fetch(seatsRequest());
  expect(asked).toBe(2);
  expect((await app.fetch(new Request(seatsRequest(), { method: "DELETE" }))).status).toBe(405);
});

test.each(["NGN", "USD"] as const)(
  "a registration in %s for a full cohort is refused, and nothing of it is stored",
  async (currency) => {
    await enrolled(1);
    const late = order(currency);
    const answer = await startIn(late, 1);
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain(FULL);
    expect(await desk.registration(late.reference)).toBeNull();
    if (currency === "USD") {
      const atPayPal = await desk.order(late, seats(1));
      expect([atPayPal.status, (await atPayPal.json()).message]).toEqual([
        409,
        expect.stringContaining(FULL),
      ]);
    }
    expect((await startIn(late, 2)).status).toBe(201);
  },
);

test("a payer who reached the checkout before the cohort filled may pay, and so may one whose page charges already", async () => {
  const early = order();
  expect((await startIn(early, 1)).status).toBe(201);
  await enrolled(1);
  expect((await startIn(early, 1)).status).toBe(201);
  await charge(early.reference, early.charge.minor);
  expect((await desk.registration(early.reference))?.status).toBe("paid");
  expect((await desk.register(order(), seats(1))).status).toBe(202);
});

test.each(["devops-full", "juggling"])(
  "a payment of 100 naira made outside the site for %s takes no place, and the fee does",
  async (id) => {
    const paid = async (minor: number) => {
      const asked = order();
      const bought = { ...asked, course: { ...asked.course, id } };
      charges += 1;
      const answer = await desk.paystackSends(chargeEvent(bought, { amount: minor, id: charges }));
      expect(answer.status).toBe(200);
    };
    await paid(100_00);
    expect(await left(1)).toEqual({ left: { [COHORT]: 1 } });
    expect((await startIn(order(), 1)).status).toBe(201);
    await paid(15_000_00);
    expect(await left(1)).toEqual({ left: { [COHORT]: id === "juggling" ? 1 : 0 } });
  },
);

test("an order that a page only reported gets no place in a full cohort by asking once more", async () => {
  await enrolled(1);
  const late = order();
  expect((await desk.register(late, seats(1))).status).toBe(202);
  expect((await startIn(late, 1)).status).toBe(409);
});

test("Signup's form without script comes back with what was typed, and says beside Cohort that it is full", async () => {
  await enrolled(1);
  const typed = { ...SIGNUP_FIELDS, cohort: COHORT, email: "plain@example.com" };
  const browser = formCookie(desk.now);
  const send = (count: number) => desk.ask(formPost(typed, browser), seats(count));
  const again = await send(1);
  expect(again.status).toBe(422);
  const page = await again.text();
  expect(page).toContain("Every seat in the cohort &quot;5 December 2026, cohort 9&quot; is taken by now.");
  expect(page).toContain('value="plain@example.com"');
  expect((await send(2)).status).toBe(303);
  // Pressed again, it goes on where it was started.
  await enrolled(1);
  expect((await send(2)).status).toBe(303);
});

test("a learner who is in no full cohort cannot change into one, and one who is in it keeps their place", async () => {
  const elsewhere = order();
  const { id, key } = await start({ ...elsewhere, learner: { ...elsewhere.learner, cohort: "" } });
  await enrolled(1);
  const change = (cohort: string) =>
    desk.ask(
      new Request(`${EDGE_ORIGIN}/prod/enrolments/${id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", ...bearer(key) },
        body: JSON.stringify({ cohort, state: "Lagos" }),
      }),
      seats(1),
    );
  const refused = await change(COHORT);
  expect([refused.status, (await refused.json()).message]).toEqual([409, expect.stringContaining(FULL)]);
  expect((await change("")).status).toBe(200);
});
