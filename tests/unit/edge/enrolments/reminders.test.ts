/** The reminders to learners, and the list of overdue charges for staff. */
import { describe, expect, test } from "vitest";
import { ADDRESSES, EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { newOrder, priceList, STAFF } from "../../../fixtures/enrolment.ts";
import { accessIn, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { captureIdOf, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";
import { visibleParts } from "../../../fixtures/site-pages.ts";

const desk = paymentDesk();
const { enrolled, enrolledInDollars, readView, startPayment, payNext, change, mails } = enrolmentDesk(desk);

/** Returns the mails whose subjects start with a text. */
const mailsOn = async (start: string) => (await mails()).filter(({ subject }) => subject.startsWith(start));
/** Lets days pass, with a sweep every six hours. */
const days = (count: number) => desk.sweepFor(count * 24 * 60, { every: 6 * 60 });

test("reminders are sent once seven days before, on, and three days after the due date", async () => {
  const { id } = await enrolled();
  desk.until("2026-12-28T00:00:00Z");
  await days(14);
  const [, soon, today, late, ...more] = await mails();
  expect(soon?.subject).toMatch(/^Due on/);
  expect(today?.subject).toMatch(/^Due today/);
  expect(late?.subject).toMatch(/^Overdue:/);
  expect(more).toEqual([]);
  expect(soon?.calendar).toContain("20270105");
  expect(late?.text.match(/6 Feb\w*|Feb\w* 6/g), "the day is said once").toEqual(["Feb 6"]);
  expect(accessIn(soon).id).toBe(id);
});

/** Makes an enrolment whose second payment is due in a week, and its reminder. */
async function reminded() {
  const { id, key } = await enrolled();
  desk.until("2026-12-29T07:00:00Z");
  await days(1);
  const [reminder] = await mailsOn("Due on");
  expect(reminder?.unsubscribeUrl).toMatch(/\/prod\/reminders\/[A-Za-z0-9_-]{22}$/);
  const { pathname } = new URL(reminder?.unsubscribeUrl ?? "");
  const unsubscribe = (init: RequestInit) => desk.ask(new Request(EDGE_ORIGIN + pathname, init));
  return { id, key, unsubscribe };
}

test("reminders about a paid charge are neither written nor delivered", async () => {
  const { id, key } = await reminded();
  await payNext(id, key);
  expect(await mailsOn("Due")).toEqual([]);
  await days(12);
  expect(await mails()).toHaveLength(2);
  expect(await mailsOn("Receipt")).toHaveLength(2);
});

type Reminded = Awaited<ReturnType<typeof reminded>>;

test.each([
  ["from a mailbox", ({ unsubscribe }: Reminded) => oneClick(unsubscribe)],
  ["on My enrolment", ({ id, key }: Reminded) => change(id, key, { hasStoppedReminders: true })],
])("reminders, also written ones, are stopped %s, and resumed on My enrolment", async (_, stop) => {
  const { id, key, ...mailed } = await reminded();
  const confirmation = await mailed.unsubscribe({});
  expect([confirmation.status, await visibleParts(confirmation)]).toEqual([200, ["reminders-question"]]);
  expect(await readView(id, key)).toMatchObject({ hasStoppedReminders: false });
  expect((await stop({ id, key, ...mailed })).status).toBe(200);
  expect(await readView(id, key)).toMatchObject({ hasStoppedReminders: true });
  await days(12);
  expect(await mails()).toHaveLength(1);
  const started = await (await change(id, key, { hasStoppedReminders: false })).json();
  expect(started).toMatchObject({ hasStoppedReminders: false });
});

/** Posts as a mail program does by the header List-Unsubscribe-Post. */
function oneClick(unsubscribe: Reminded["unsubscribe"]): Promise<Response> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return unsubscribe({ method: "POST", headers, body: "List-Unsubscribe=One-Click" });
}

test("repeated requests to stop reminders change the enrolment once", async () => {
  const { unsubscribe } = await reminded();
  const versions: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const [row] = await desk.rows<{ version: number }>("SELECT version FROM enrolments");
    versions.push(row?.version ?? -1);
    await unsubscribe({ method: "POST" });
  }
  const [before = 0] = versions;
  expect(versions).toEqual([before, before + 1, before + 1]);
});

test("a due reminder is sent although another charge is paid just before the sweep", async () => {
  const { id, key } = await enrolled();
  desk.until("2027-02-07T07:00:00Z");
  await desk.sweep();
  desk.until("2027-02-08T08:01:00Z");
  const { charges } = await payNext(id, key);
  await days(1);
  expect(charges).toEqual([2]);
  expect(await mailsOn("Overdue")).toMatchObject([{ text: expect.stringContaining("payment 3 of 6") }]);
});

describe("reminders during a payment without an outcome", () => {
  const statusAtPaystack = (reference: string, status: string) =>
    desk.paystackKnows(reference, chargeOf({ ...newOrder(), reference }, { amount: 7_000_000, status }));

  /** Sweeps a day before the due date, so that on the day only its own reminder is left to write. */
  async function untilDueDay(time: string) {
    desk.until(`2027-01-04T${time}Z`);
    await desk.sweep();
    desk.until(`2027-01-05T${time}Z`);
  }

  /** Starts a payment two minutes before reminders are sent on the due date. */
  async function startedOnTheDay() {
    const { id, key } = await enrolled();
    await untilDueDay("07:59");
    const { reference } = await startPayment(id, key);
    desk.later(2);
    return reference;
  }

  /** Sweeps while Paystack gives the payment a status. @returns the reminders of the day */
  async function dueTodayAt(reference: string, status: string) {
    await statusAtPaystack(reference, status);
    await desk.sweep();
    desk.later(5);
    return mailsOn("Due today");
  }

  test("are not written if the provider has the money and no webhook came", async () => {
    const reference = await startedOnTheDay();
    expect(await dueTodayAt(reference, "success")).toEqual([]);
    expect(await dueTodayAt(reference, "success")).toEqual([]);
    expect(await mailsOn("Receipt")).toHaveLength(2);
  });

  test("wait while the provider gives no answer", async () => {
    const reference = await startedOnTheDay();
    await desk.paystackKnows(reference, { trouble: 503 });
    await desk.sweep();
    expect(await mailsOn("Due today")).toEqual([]);
    expect(await dueTodayAt(reference, "abandoned")).toHaveLength(1);
  });

  test("wait while the provider calls the payment pending", async () => {
    const reference = await startedOnTheDay();
    expect(await dueTodayAt(reference, "pending")).toEqual([]);
    expect(await dueTodayAt(reference, "failed")).toHaveLength(1);
  });

  test("do not delay other learners' reminders, however many wait", async () => {
    const learners = [];
    for (let number = 0; number <= 100; number += 1) {
      const typed = { email: `learner-${number}@example.com`, phone: `+234803${1_000_000 + number}` };
      learners.push(await enrolled(fiveInstallments(desk.now, typed)));
    }
    await untilDueDay("08:14");
    const [unhindered, ...waiting] = learners;
    for (const { id, key } of waiting) {
      const { reference } = await startPayment(id, key);
      await statusAtPaystack(reference, "pending");
    }
    await desk.rows(
      "UPDATE charges SET remind_at = ? WHERE enrolment_id = ? AND currency = 'NGN' AND number = 2",
      new Date(desk.now.getTime() - 1000).toISOString(),
      unhindered?.id ?? "",
    );
    await desk.sweep();
    expect(await mailsOn("Due today")).toEqual([]);
    desk.later(5);
    await desk.sweep();
    expect(await mailsOn("Due today")).toMatchObject([{ to: "learner-0@example.com" }]);
  });

  /** Pays a charge that PayPal holds back. @returns a function with which PayPal refuses the payment */
  async function heldBack(daysAfter: number) {
    const { id, key, order } = await enrolledInDollars();
    const { due } = (await readView(id, key)).charges[2];
    desk.until(`${due}T07:00:00Z`);
    desk.later(daysAfter * 24 * 60);
    const { reference, checkout } = await startPayment(id, key);
    await desk.paypal.approve(checkout.orderId);
    await desk.paypal.captureAs(checkout.orderId, "pending");
    await desk.capture(checkout.orderId);
    expect((await desk.paymentOf(reference))?.flag).toBe("payment-pending");
    const held = { id: captureIdOf(checkout.orderId) };
    return () => desk.paypalSends(captureEvent("DENIED", { ...order, reference }, held));
  }

  test.each([
    ["on the due day", 0, 60, "Due today"],
    ["three days after it", 3, 2 * 24 * 60, "Overdue"],
  ])(
    "%s wait while PayPal holds the money back, and are sent once it is refused",
    async (_, daysAfter, minutes, subject) => {
      const refuse = await heldBack(daysAfter);
      await desk.sweepFor(minutes, { every: 60 });
      expect(await mailsOn(subject)).toEqual([]);
      await refuse();
      await desk.sweepFor(minutes, { every: 60 });
      expect(await mailsOn(subject)).toHaveLength(1);
    },
  );
});

describe("the list of overdue charges", () => {
  const listed = () =>
    desk.rows<{ subject: string; message: string; createdAt: string }>(
      "SELECT subject, message, created_at AS createdAt FROM mails WHERE idempotency_key LIKE 'overdue:%'",
    );

  async function lateByADay() {
    await enrolled();
    desk.until("2027-01-06T12:00:00Z");
  }

  test("reaches each address of staff once a week, on the first day with an overdue charge", async () => {
    await lateByADay();
    const [first = "", second = "", ...furtherStaff] = STAFF;
    const shared = { addresses: { ...ADDRESSES, staff: [first, second, first, ...furtherStaff] } };
    for (const day of ["06", "08", "11", "12", "17", "18"]) {
      desk.until(`2027-01-${day}T12:00:00Z`);
      await desk.sweep(shared);
    }
    const days = (await listed()).map(({ createdAt }) => createdAt.slice(0, 10));
    expect(days).toEqual(["2027-01-06", "2027-01-11", "2027-01-18"].flatMap((day) => STAFF.map(() => day)));
  });

  test("has the day from which the Terms' rule applies, whatever the plan is called", async () => {
    await lateByADay();
    const prices = structuredClone(priceList);
    for (const { plans } of prices.registrationCourses)
      for (const plan of plans) Object.assign(plan, { name: "Bit by bit" });
    for (let sweep = 0; sweep < 2; sweep += 1) await desk.sweep({ prices });
    const mailed = await listed();
    expect(mailed.map(({ subject }) => subject)).toEqual(STAFF.map(() => "Late payments: 1"));
    expect(mailed[0]?.message).toContain("N70,000 was due on Jan 5, 2027");
    expect(mailed[0]?.message).toContain("dropped from the course from Feb 6, 2027");
  });

  test("is written by the next sweep if the database fails", async () => {
    await lateByADay();
    const batch = async () => Promise.reject(new Error("The database is busy."));
    await desk.sweep({ db: { prepare: desk.db.prepare, batch } });
    await desk.sweep();
    expect(await listed()).toHaveLength(STAFF.length);
  });
});
