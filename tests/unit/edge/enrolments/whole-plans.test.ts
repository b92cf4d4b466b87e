/**
 * Whole plans, from the first payment to the last, with what goes wrong on the way drawn at random. A failure prints its
 * seed and the smallest story that shows it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import { dueDay } from "~/domain/pricing/payment-dates.ts";
import { REMINDERS, type Reminder } from "~/edge/enrolments/mails/send-reminders.ts";
import { bearer, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeOf, chargeSuccess } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { begin, seen, pay, charge, change } = enrolmentDesk(desk);

/** How one of the later payments is made. */
interface Payment {
  /** So many days from the day on which it is due; by noon, after that day's reminder. */
  readonly day: number;
  readonly how:
    | "once"
    | "in two tabs"
    | "by somebody else"
    | "webhook lost"
    | "webhook repeated"
    | "begun before";
}

interface Story {
  /** Of the second to the sixth payment. */
  readonly payments: readonly Payment[];
  /** Before which payment the learner stops the reminders; null for never. */
  readonly stopsBefore: number | null;
}

const stories: fc.Arbitrary<Story> = fc.record({
  payments: fc.array(
    fc.record({
      day: fc.constantFrom(-20, -8, -7, -6, -1, 0, 1, 2, 3, 4, 9),
      how: fc.constantFrom(
        "once",
        "in two tabs",
        "by somebody else",
        "webhook lost",
        "webhook repeated",
        "begun before",
      ),
    }),
    { minLength: 5, maxLength: 5 },
  ),
  stopsBefore: fc.option(fc.integer({ min: 2, max: 6 })),
});

const AMOUNT = 7_000_000;

/** Paystack's number of the latest charge. */
let lastId = 7_000_000_000;

/** The clock goes to a time of that day in Lagos, by way of the mornings on which a reminder may be due, and noon. */
async function until(time: Date, mornings: readonly Day[]): Promise<void> {
  for (const morning of mornings) {
    const at = new Date(lagosTime(morning, 9).getTime() + 5 * 60_000);
    if (at > desk.now && at <= time) await sweepAt(at);
  }
  if (time > desk.now) await sweepAt(time);
}

/** Whatever is written leaves at once. */
async function sweepAt(time: Date): Promise<void> {
  desk.later((time.getTime() - desk.now.getTime()) / 60_000);
  await desk.sweep({ providers: { ...desk.providers(), paypal: null } });
  const { results } = await desk.db
    .prepare("SELECT id, idempotency_key AS key FROM mails WHERE status = 'queued'")
    .all<{ id: number; key: string }>();
  for (const { id, key } of results) sent.set(id, key);
  await desk.db.prepare("UPDATE mails SET status = 'delivered' WHERE status = 'queued'").bind().run();
}

/** The mails that have left, by their ids: the database forgets them after three months. */
const sent = new Map<number, string>();

const keysOfMails = (begin: string) => [...sent.values()].filter((key) => key.startsWith(begin));

/** Makes the next payment, and has the edge hear of it or not. @returns its reference */
async function payNext({ id, key }: { id: string; key: string }, how: Payment["how"]): Promise<string> {
  const payer = how === "by somebody else" ? await payersKey(id, key) : key;
  const asked = how === "by somebody else" ? { payerEmail: "uncle@example.com" } : {};
  const answers = await Promise.all(
    (how === "in two tabs" ? [1, 2] : [1]).map(async () => (await pay(id, payer, asked)).json()),
  );
  const [{ reference }] = answers;
  lastId += 1;
  const charged = chargeOf({ ...fiveInstallments(desk.now), reference }, { amount: AMOUNT, id: lastId });
  if (how === "webhook lost") {
    await desk.paystackKnows(reference, charged);
    for (const _ of [1, 2, 3]) await sweepAt(new Date(desk.now.getTime() + 5 * 60_000));
  }
  const times = { "webhook lost": 0, "webhook repeated": 3 }[how as "webhook lost"] ?? 1;
  for (let time = 0; time < times; time += 1) await desk.paystackSends(chargeSuccess(charged));
  return reference;
}

async function payersKey(id: string, key: string): Promise<string> {
  const answer = await desk.ask(post(`/prod/enrolments/${id}/payer-links`, {}, bearer(key)));
  return (await answer.json()).key;
}

async function play({ payments, stopsBefore }: Story): Promise<void> {
  const firstClass = addDays(lagosDay(desk.now), 30);
  const order = fiveInstallments(desk.now, "NGN", `cohort-${firstClass}`);
  const enrolment = await begin(order);
  const { id, key } = enrolment;
  await charge(order.reference, order.charge.minor);
  const due = (number: number) => dueDay(firstClass, { count: number - 1, unit: "month" });
  const numbers = [2, 3, 4, 5, 6];
  const mornings = numbers
    .flatMap((number) => Object.values(REMINDERS).map((days) => addDays(due(number), days)))
    .sort();
  const references = [order.reference];
  const expected: string[] = [];
  let paidAt = desk.now;
  const times = numbers.map((number, index) => {
    const noon = lagosTime(addDays(due(number), payments[index]?.day ?? 0), 12);
    // Payments are made in their order.
    paidAt = new Date(Math.max(noon.getTime(), paidAt.getTime() + 30 * 60_000));
    return paidAt;
  });
  let stoppedAt: Date | null = null;
  for (const [index, number] of numbers.entries()) {
    const time = times[index] ?? desk.now;
    if (stopsBefore === number) {
      stoppedAt = desk.now;
      expect((await change(id, key, { hasStoppedReminders: true })).status).toBe(200);
    }
    const { how = "once" } = payments[index] ?? {};
    if (how === "begun before") expect((await pay(id, key)).status).toBe(201);
    await until(time, mornings);
    references.push(await payNext(enrolment, how));
    for (const [name, days] of Object.entries(REMINDERS) as [Reminder, number][]) {
      const at = lagosTime(addDays(due(number), days), 9);
      if (at < time && (stoppedAt === null || at < stoppedAt))
        expected.push(`learner:${id}:reminder:${number}:${name}:${due(number)}`);
    }
  }
  await until(lagosTime(addDays(due(6), 20), 12), mornings);

  const view = await seen(id, key);
  expect(view).toMatchObject({
    state: "complete",
    paid: { minor: 20_900_000 + 5 * AMOUNT },
    left: { minor: 0 },
    credit: { minor: 0 },
  });
  for (const { references: own } of view.charges) expect(own).toHaveLength(1);
  expect(keysOfMails(`learner:${id}:reminder:`).sort()).toEqual(expected.sort());
  for (const reference of references) {
    const own = keysOfMails(`learner:${reference}:receipt`).filter((key) => !key.endsWith(":payer"));
    expect(own).toHaveLength(1);
  }
}

test("a plan is paid to the end, each charge once, with every receipt once and no reminder too many or too few", {
  timeout: 120_000,
}, async () => {
  await fc.assert(fc.asyncProperty(stories, play), { numRuns: 10 });
});
