/** The cohorts that a learner can register for or change to, and their seats. */
import { describe, expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import { EDGE_ORIGIN, edgeApp } from "../../../fixtures/edge.ts";
import { cohortOn, priceList, withCohorts } from "../../../fixtures/enrolment.ts";
import {
  COHORT,
  enrolmentDesk,
  fiveInstallments,
  formCookie,
  formPost,
  SIGNUP_FIELDS,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { start, signUp, charge, change, readView, enrolled } = enrolmentDesk(desk);
const DAY_MINUTES = 24 * 60;
const seats = (count: number) => withCohorts(cohortOn("2026-12-05", { seats: count }));

let learners = 0;
/** Returns an order of a new learner. */
function order(typed: Parameters<typeof fiveInstallments>[1] = {}): Order {
  learners += 1;
  return fiveInstallments(desk.now, { email: `learner-${learners}@example.com`, ...typed });
}
const takeSeat = () => enrolled(order());
const statusOf = async (answer: Promise<Response>) => (await answer).status;

const CLOSED = `Registration for the cohort "21 November 2026, cohort 9" is closed by now. Nothing was charged. Please choose another cohort.`;
const FULL = `Every seat in the cohort "5 December 2026, cohort 9" is taken by now. Nothing was charged. Please choose another cohort.`;
const UNLISTED = `There is no cohort "5 December 2026, cohort 9" to register for now. Nothing was charged. Please choose again from the list, and reload the page if it has no other.`;

describe.each([
  ["is closed", "cohort-2026-11-21", CLOSED],
  ["is full", COHORT, FULL],
  ["content has only as a name", "5 December 2026, cohort 9", UNLISTED],
])("a cohort that %s", (_, cohort, message) => {
  const listing = async (): Promise<Partial<Dependencies>> => {
    if (message !== FULL) return {};
    await takeSeat();
    return seats(1);
  };

  test.each(["NGN", "USD"] as const)(
    "is refused with a message for an order in %s, which is not stored",
    async (currency) => {
      const listed = await listing();
      const late = order({ currency, cohort });
      const answers = [await signUp(late, listed)];
      if (currency === "USD") answers.push(await desk.order(late, listed));
      const refusal = { message, errors: { cohort: message } };
      for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([422, refusal]);
      expect(await desk.paymentOf(late.reference)).toBeNull();
    },
  );

  test("is refused beside the form's field, with everything typed", async () => {
    const listed = await listing();
    const answer = await desk.ask(formPost({ ...SIGNUP_FIELDS, cohort }), listed);
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toContain('href="#f-cohort"');
    expect(page).toContain(message.replaceAll('"', "&quot;"));
    expect(page).toContain('name="firstName" value="Ada"');
  });

  test("cannot be chosen on My enrolment", async () => {
    const listed = await listing();
    const { id, key } = await start(order({ cohort: "" }));
    const answer = await change(id, key, { cohort, state: "Kano" }, listed);
    expect([answer.status, await answer.json()]).toEqual([409, { message }]);
    expect((await readView(id, key)).learner).toMatchObject({ cohort: "", state: "Lagos" });
  });
});

test("a cohort closes after the day that content names", async () => {
  const closing = (closes: string) => withCohorts(cohortOn("2026-12-05", { closes }));
  expect(await statusOf(signUp(order(), closing("2026-11-20")))).toBe(422);
  expect(await statusOf(signUp(order(), closing("2026-11-21")))).toBe(201);
});

test("an order that was started while its cohort was open can be paid after it has closed", async () => {
  const early = order({ cohort: "cohort-2026-11-22" });
  const { id } = await start(early);
  desk.later(DAY_MINUTES);
  expect((await start(early)).id).toBe(id);
});

test("Signup without script resumes a payment that was started while the cohort was open", async () => {
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

test("a learner may keep a cohort that is closed or full, and leave a full one undecided", async () => {
  const { id, key } = await takeSeat();
  const undecided = await start(order({ cohort: "" }));
  expect(await statusOf(change(undecided.id, undecided.key, { cohort: "" }, seats(1)))).toBe(200);
  for (const minutes of [0, 30 * DAY_MINUTES]) {
    desk.later(minutes);
    expect(await statusOf(change(id, key, { cohort: COHORT, state: "Ogun" }, seats(1)))).toBe(200);
  }
});

test("a cohort keeps its learners, seats and dates when content renames it", async () => {
  const { id, key } = await takeSeat();
  const renamed = withCohorts(cohortOn("2026-12-05", { name: "The December cohort", seats: 1 }));
  const answer = await signUp(order(), renamed);
  expect((await answer.json()).message).toContain('Every seat in the cohort "The December cohort" is taken');
  const stored = { cohortName: "5 December 2026, cohort 9", firstClass: "2026-12-05" };
  expect(await readView(id, key)).toMatchObject(stored);
});

test("a registration for a cohort that content has lost can be paid and keeps it", async () => {
  const early = order();
  const { id, key } = await start(early);
  expect(await statusOf(signUp(early, { prices: { ...priceList, cohorts: [] } }))).toBe(201);
  await charge(early.reference, early.charge.minor);
  expect((await desk.paymentOf(early.reference))?.status).toBe("paid");
  expect(await statusOf(change(id, key, { cohort: COHORT, state: "Ogun" }))).toBe(200);
  expect((await readView(id, key)).learner).toMatchObject({ cohort: COHORT, state: "Ogun" });
});

describe("the seats of a cohort", () => {
  const seatsRequest = () => new Request(`${EDGE_ORIGIN}/prod/seats`);
  const left = async (listing: Partial<Dependencies> = {}) =>
    (await (await desk.ask(seatsRequest(), listing)).json()).left;

  test("are public only if few are left", async () => {
    for (let seat = 0; seat < 2; seat += 1) await takeSeat();
    await start(order());
    expect(await left(seats(8))).toEqual({});
    expect(await left(seats(7))).toEqual({ [COHORT]: 5 });
    expect(await left(seats(2))).toEqual({ [COHORT]: 0 });
    expect(await left(seats(1))).toEqual({ [COHORT]: 0 });
    expect(await left()).toEqual({});
    expect(await left(withCohorts(cohortOn("2024-05-27", { seats: 1 })))).toEqual({});
  });

  test("cost the database one query a minute, however many visitors ask", async () => {
    let now = desk.now;
    let statementCount = 0;
    const prepare: typeof desk.db.prepare = (sql) => {
      statementCount += 1;
      return desk.db.prepare(sql);
    };
    const app = edgeApp({ db: { prepare, batch: desk.db.batch }, ...seats(3), now: () => now });
    for (let visit = 0; visit < 5; visit += 1) {
      const answer = await app.fetch(seatsRequest());
      expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
      now = new Date(now.getTime() + 1000);
    }
    expect(statementCount).toBe(1);
    now = new Date(now.getTime() + 60_000);
    await app.fetch(seatsRequest());
    expect(statementCount).toBe(2);
  });

  test("may be overbooked by a payer who reached the checkout before the cohort was full", async () => {
    const early = order();
    expect(await statusOf(signUp(early, seats(1)))).toBe(201);
    await takeSeat();
    expect(await statusOf(signUp(early, seats(1)))).toBe(201);
    await charge(early.reference, early.charge.minor);
    expect((await desk.paymentOf(early.reference))?.status).toBe("paid");
    expect(await statusOf(desk.register(order(), seats(1)))).toBe(202);
  });

  test("are not taken by an order that a page only reported and sends again", async () => {
    await takeSeat();
    const late = order();
    expect(await statusOf(desk.register(late, seats(1)))).toBe(202);
    expect(await statusOf(signUp(late, seats(1)))).toBe(422);
  });

  test("are kept for a form without script that is sent again", async () => {
    await takeSeat();
    const browser = formCookie(desk.now);
    const send = () =>
      desk.ask(formPost({ ...SIGNUP_FIELDS, email: "plain@example.com" }, browser), seats(2));
    expect(await statusOf(send())).toBe(303);
    await takeSeat();
    expect(await statusOf(send())).toBe(303);
  });

  test.each(["devops-full", "juggling"])(
    "are not taken by a payment of 100 naira made outside the site for %s",
    async (course) => {
      const paid = (minor: number, id: number) => {
        const validOrder = order();
        const bought = { ...validOrder, course: { ...validOrder.course, id: course } };
        return statusOf(desk.paystackSends(chargeEvent(bought, { amount: minor, id })));
      };
      const charges = 5_000_000_000 + 2 * learners;
      expect(await paid(100_00, charges)).toBe(200);
      expect(await left(seats(1))).toEqual({ [COHORT]: 1 });
      expect(await statusOf(signUp(order(), seats(1)))).toBe(201);
      expect(await paid(15_000_00, charges + 1)).toBe(200);
      expect(await left(seats(1))).toEqual({ [COHORT]: course === "juggling" ? 1 : 0 });
    },
  );
});
