/** The daily limits on data that no provider has reported. They keep nobody from paying. */

import { describe, expect, test, vi } from "vitest";
import { registrationMail } from "~/browser/outbox/deliver-entry.ts";
import { dayOf } from "~/domain/dates/day.ts";
import { keyDigest } from "~/domain/enrolment/enrolment-key.ts";
import { UNDER_AGE } from "~/domain/enrolment/learner.ts";
import type { Order } from "~/domain/payments/order.ts";
import { CEILINGS, countersFor, MOST_A_DAY } from "~/edge/limits/usage-limits.ts";
import { entryOf, newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const FLOODER = "203.0.113.7";
const HONEST = "198.51.100.9";

const from = (address: string) => ({ "cf-connecting-ip": address });
const register = (order: Order, address = HONEST) =>
  desk.ask(post("/prod/enrolments", { order, page: "/Signup" }, from(address)));
const statusOf = async (order: Order, address = HONEST) => (await register(order, address)).status;
const isKept = async ({ reference }: Order) => (await desk.paymentOf(reference)) !== null;

/** Counts this many rows and bytes as stored in a period. */
const count = (period: string, counter: string, rows: number, bytes = 0) =>
  desk.rows(
    `INSERT INTO usage_counts (period, counter, count, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = excluded.count, bytes = excluded.bytes`,
    period,
    counter,
    rows,
    bytes,
  );

/** Counts rows as stored today for one visitor, or with one key. */
async function alreadyKept(
  rows: number,
  whose = FLOODER,
  what: keyof typeof MOST_A_DAY = "order",
  bytes = 0,
) {
  const { visitor } = await countersFor(what, whose, desk.now);
  await count(dayOf(desk.now), visitor, rows, bytes);
}

/** Counts rows as stored today for all visitors together. */
const fillUp = (rows: number = CEILINGS.unproven.rows, bytes = 0) =>
  count(dayOf(desk.now), "unproven", rows, bytes);

/** Uses up this minute's reserve beyond the daily limits, for the flooder and for all. */
async function useUpMinute() {
  for (const countedBy of [`order:${FLOODER}`, "everybody"])
    while ((await desk.limits.ordersOverDailyLimit.limit({ key: countedBy })).success);
}

async function useUpAll() {
  await fillUp();
  await useUpMinute();
}

test("orders of one visitor are stored up to a daily limit; another's are stored", async () => {
  await alreadyKept(MOST_A_DAY.order.most.rows - 1);
  await useUpMinute();
  const [last, over, other] = [newOrder(), newOrder(), newOrder()];
  expect(await statusOf(last, FLOODER)).toBe(201);
  expect(await statusOf(over, FLOODER)).toBe(503);
  expect(await statusOf(other)).toBe(201);
  expect([await isKept(last), await isKept(over), await isKept(other)]).toEqual([true, false, true]);
  desk.later(24 * 60);
  expect(await statusOf(over, FLOODER)).toBe(201);
  await alreadyKept(1, FLOODER, "order", MOST_A_DAY.order.most.bytes);
  await useUpMinute();
  expect(await statusOf(newOrder(), FLOODER), "the day's bytes").toBe(503);
});

test.each([
  ["a visitor's orders", () => alreadyKept(MOST_A_DAY.order.most.rows), () => FLOODER],
  ["orders of all", () => fillUp(), (attempt: number) => `198.51.100.${attempt}`],
])("beyond the day's limit %s are stored slowly, for a minute", async (_, useUp, address) => {
  await useUp();
  for (let minute = 0; minute < 2; minute += 1) {
    const answers: number[] = [];
    for (const attempt of [1, 2, 3]) answers.push(await statusOf(newOrder(), address(attempt)));
    expect(answers).toEqual([201, 201, 503]);
    desk.later(1);
  }
});

describe("whoever proves an enrolment that holds money", () => {
  const { start, enrolled, pay, askPayerLink } = enrolmentDesk(desk);
  test("pays the next charge, however much strangers have stored today", async () => {
    const { id, key } = await enrolled();
    await useUpAll();
    expect((await pay(id, key)).status).toBe(201);
  });

  test("is counted per key", async () => {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    await alreadyKept(MOST_A_DAY.payment.most.rows, await keyDigest(payer.key), "payment");
    expect((await pay(id, payer.key)).status).toBe(503);
    expect((await pay(id, key)).status).toBe(201);
  });

  test("is not told from a stranger by a key alone, when the enrolment has no money", async () => {
    const { id, key } = await start(fiveInstallments(desk.now));
    await useUpAll();
    expect((await pay(id, key, { count: 3 })).status).toBe(503);
  });
});

test("an order that is known is answered beyond the limit too, and counted once", async () => {
  await alreadyKept(MOST_A_DAY.order.most.rows - 1);
  const order = newOrder();
  for (const _ of [1, 2, 3]) expect(await statusOf(order, FLOODER)).toBe(201);
});

test("a payer in naira whose order is not stored is enrolled by Paystack's own record", async () => {
  await useUpAll();
  const order = newOrder();
  const answer = await register(order);
  // The page starts the transaction itself if it gets no code.
  expect(await answer.json()).toEqual({
    message: "The order could not be kept just now. It can be paid all the same.",
  });
  await desk.paystackSends(chargeEvent(order));
  expect(await desk.paymentOf(order.reference)).toMatchObject({
    status: "paid",
    course: { id: "devops-full" },
  });
});

test("a payer in dollars whose order is not kept pays in the browser, flagged for staff", async () => {
  await useUpAll();
  const answer = await desk.order(newOrder("USD"));
  expect([answer.status, await answer.json()]).toEqual([200, { orders: "browser" }]);
});

test("an old price is reported even where the order is not kept", async () => {
  await useUpAll();
  const order = newOrder();
  expect(await statusOf({ ...order, charge: { currency: "NGN", minor: 100 } })).toBe(409);
});

/** Sends a browser's mail that an order is paid. @returns the status */
async function claim(order: Order, role: string): Promise<number> {
  const headers = { "idempotency-key": `${order.reference}:${role}:paid`, ...from(FLOODER) };
  const mail = registrationMail(entryOf(order), role);
  return (await desk.ask(post("/prod/mailing", mail, headers))).status;
}

test("a claim beyond the limit is not kept, and its mail is", async () => {
  await alreadyKept(MOST_A_DAY.order.most.rows);
  await useUpMinute();
  const order = newOrder();
  expect(await claim(order, "staff-1")).toBe(202);
  expect(await isKept(order)).toBe(false);
  expect(await desk.mailsAbout(order)).toHaveLength(1);
  expect(desk.queued).toContainEqual({ type: "verify", reference: order.reference });
});

test.each([
  ["rows", { rows: CEILINGS.unproven.rows * 0.8 - 1, bytes: 0 }],
  ["bytes", { rows: 5, bytes: CEILINGS.unproven.bytes * 0.8 - 1 }],
])("the log says once that four fifths of the day's limit are used up: %s", async (_, { rows, bytes }) => {
  const error = vi.spyOn(console, "error");
  await fillUp(rows, bytes);
  for (const order of [newOrder(), newOrder()]) await register(order);
  const warnings = error.mock.calls.filter(([line]) => String(line).includes("unproven-near-limit"));
  expect(warnings).toHaveLength(1);
});

test("no visitor's address is stored, and the counts go on the next day", async () => {
  await register(newOrder(), FLOODER);
  const counts = () => desk.rows("SELECT * FROM usage_counts");
  expect(await counts()).toHaveLength(2);
  expect(JSON.stringify(await counts())).not.toContain(FLOODER);
  desk.later(24 * 60);
  await desk.sweep();
  expect(await counts()).toEqual([]);
});

/** Sends a message of this many bytes from the contact page. */
function write(address: string, bytes = 100) {
  const config = { fromEmailAddress: "site", toEmailAddress: "academy" };
  const body = { subject: "Contact Form", message: "é".repeat(bytes / 2) };
  return desk.ask(post("/prod/mailing", { config, body }, from(address)));
}

test("mails of one visitor are stored up to a daily limit, and another's are stored", async () => {
  const { rows, bytes } = MOST_A_DAY.mail.most;
  await alreadyKept(rows, FLOODER, "mail");
  await alreadyKept(1, "203.0.113.8", "mail", bytes);
  for (const address of [FLOODER, "203.0.113.8"]) {
    const answer = await write(address);
    expect([answer.status, (await answer.json()).message]).toEqual([
      503,
      expect.stringMatching(/Nothing you typed is lost/),
    ]);
  }
  expect((await write(HONEST)).status).toBe(202);
  const order = newOrder();
  await desk.paystackSends(chargeEvent(order));
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("what is stored is counted in bytes, in any script", async () => {
  const bytes = async (what: string) => {
    const [row] = await desk.rows<{ bytes: number }>(
      "SELECT bytes FROM usage_counts WHERE counter = ?",
      what,
    );
    return row?.bytes ?? 0;
  };
  await write(HONEST, 10_000);
  expect(await bytes("mail")).toBeGreaterThan(10_000);
  await desk.register(longOrder("A"));
  const latin = await bytes("unproven");
  await desk.register(longOrder("é"));
  expect((await bytes("unproven")) - latin).toBeGreaterThan(latin + 500);
});

/** Returns an order with the longest possible texts, all of one character. */
function longOrder(sign: string, changes: Partial<Order["learner"]> = {}): Order {
  const order = newOrder();
  const line = sign.repeat(120);
  const label = "a".repeat(58);
  const email = `${label}@${label}.${label}.${label}.com`;
  const names = { firstName: line, lastName: line, state: line, cohort: line };
  const guardian = { name: line, contact: `${label}@${label}.ng`, consent: true };
  const learner = { ...order.learner, ...names, age: UNDER_AGE, email, guardian, ...changes };
  return { ...order, course: { ...order.course, name: line }, learner };
}

test("an order may be as long as the form's fields, and not longer than four kilobytes in all", async () => {
  expect((await desk.register(longOrder("A"))).status).toBe(202);
  const line = "\u20A6".repeat(120);
  const answer = await desk.register(longOrder("\u20A6", { country: line, gender: line, education: line }));
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { message: "order must not be longer than 4 KB." },
  ]);
});
