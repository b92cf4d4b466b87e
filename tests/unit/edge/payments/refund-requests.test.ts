/** The refunds that an owner requests from Paystack, with everything that may go wrong. */
import { beforeEach, describe, expect, test } from "vitest";
import { failureInWords } from "~/edge/payments/provider-refunds.ts";
import type { RefundStatus } from "~/sandbox/providers/paystack-shapes.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { disputeEvent } from "../../../fixtures/paystack-events.ts";
import { refundDesk } from "../../../fixtures/refund-books.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const { desk, books } = refundDesk();
const { sweepAfter } = desk;
const { start } = enrolmentDesk(desk);
const { page, post, text, perform, question } = staffDesk(desk);

const ACTION = "refund-through-provider";
/** The registration fee and the first payment of the tuition, in kobo. */
const PAID = 20_900_000;
const HALF = "50000";
const HALF_MINOR = 5_000_000;
const DAY = 24 * 60;

/** An enrolment whose first payment Paystack took. */
let enrolment: Awaited<ReturnType<typeof paidThroughPaystack>>;

beforeEach(async () => {
  enrolment = await paidThroughPaystack();
});

/** Enrols, and pays the first of five installments. */
async function paidThroughPaystack() {
  const order = fiveInstallments(desk.now);
  const { id, reference } = await start(order);
  books.paystack.pay(reference, { domain: "live" });
  for (const webhook of books.webhooks.splice(0)) await desk.paystackSends(webhook);
  return { id, reference, order, path: `/desk/enrolments/${id}` };
}

const runJobs = () => desk.doJob({ type: "refunds", reference: enrolment.reference });
/** Delivers Paystack's webhooks and runs the jobs that follow. */
async function deliver(events = books.webhooks.splice(0)) {
  for (const webhook of events) await desk.paystackSends(webhook);
  await runJobs();
}
/** Requests a refund at the desk, and lets the queue ask Paystack. */
async function requestRefund(amount = HALF) {
  await perform(enrolment.path, ACTION, { reference: enrolment.reference, amount }, OWNER);
  await runJobs();
}
const refunds = () => [...books.paystack.refunds.values()];
/** Changes the status of Paystack's refunds, and sends their webhooks. */
async function end(status: RefundStatus) {
  for (const { id } of refunds()) books.paystack.moveRefund(id, status);
  await deliver();
}
const held = async () => (await desk.paymentOf(enrolment.reference))?.paidMinor;
async function states() {
  const rows = await desk.rows<{ state: string }>("SELECT state FROM refund_requests ORDER BY requested_at");
  return rows.map(({ state }) => state);
}
/** Expects the states of all refund requests, and the money that the academy holds. */
const expectOutcome = async (expectedStates: string[], heldMinor: number) =>
  expect([await states(), await held()]).toEqual([expectedStates, heldMinor]);
const isOnToday = async () => (await text("/desk")).includes(enrolment.id);

describe("a refund through Paystack", () => {
  test("is requested once, is done by its webhook, and is mailed once", async () => {
    await requestRefund();
    await runJobs();
    expect(refunds()).toMatchObject([{ minor: HALF_MINOR, status: "pending" }]);
    expect(await states()).toEqual(["sent"]);
    const lateWebhooks = books.webhooks.splice(0);
    await end("processed");
    await expectOutcome(["done"], PAID - HALF_MINOR);
    const keys = () => desk.rows("SELECT digest FROM enrolment_keys ORDER BY digest");
    const mailedKeys = await keys();
    await deliver(lateWebhooks);
    await expectOutcome(["done"], PAID - HALF_MINOR);
    expect(await keys(), "a link for a second mail").toEqual(mailedKeys);
    const mails = await desk.rows(
      "SELECT subject, plain_text AS text FROM mails WHERE subject LIKE 'Refund of%'",
    );
    const creditNote = expect.stringContaining("Credit note: 2026-C00001 for receipt 2026-000001.");
    expect(mails).toEqual([{ subject: "Refund of N50,000 for DevOps Full", text: creditNote }]);
  });

  test("is requested once by a form that is sent twice, and by two jobs at one instant", async () => {
    const action = `${enrolment.path}/${ACTION}`;
    const form = hiddenFields(await text(action, OWNER), action);
    const fields = { ...form, reference: enrolment.reference, amount: HALF, confirmed: "yes" };
    for (const _ of [1, 2]) expect((await post(action, fields, OWNER)).status).toBe(303);
    await Promise.all([runJobs(), runJobs()]);
    expect(refunds()).toHaveLength(1);
  });

  test("is found in Paystack's list if the answer was lost, and not sent again", async () => {
    books.fault = "loses the answer";
    await requestRefund();
    expect(await states()).toEqual(["requested"]);
    books.fault = null;
    await sweepAfter(6);
    expect(refunds()).toHaveLength(1);
    expect(await states()).toEqual(["sent"]);
  });

  test("is sent again if it never arrived, but not while Paystack may still work on it", async () => {
    books.fault = "never arrives";
    await requestRefund();
    books.fault = null;
    desk.later(4);
    await runJobs();
    expect(refunds()).toHaveLength(0);
    await sweepAfter(2);
    expect(refunds()).toHaveLength(1);
  });

  test.each([200, 401, 408, 409, 429, 503])("is requested again after the answer %i", async (status) => {
    books.fault = status;
    await requestRefund();
    expect(await states()).toEqual(["requested"]);
    books.fault = null;
    await sweepAfter(6);
    expect(refunds()).toHaveLength(1);
  });

  test("is not sent again though Paystack's list has lost it", async () => {
    await requestRefund();
    books.paystack.refunds.clear();
    await sweepAfter(7 * 60);
    expect([refunds(), await states()]).toEqual([[], ["sent"]]);
  });

  test("needs attention after three days without an answer, and is not sent again", async () => {
    books.fault = "never arrives";
    await requestRefund();
    for (let day = 0; day < 4; day += 1) await sweepAfter(DAY);
    expect(await states()).toEqual(["needs-attention"]);
    expect(await isOnToday()).toBe(true);
    books.fault = null;
    await sweepAfter(7 * 60);
    expect([refunds(), await states()]).toEqual([[], ["failed"]]);
  });

  test("is not given up because of a fault of our own, which leaves other refunds' checks alone", async () => {
    books.fault = "never arrives";
    await requestRefund();
    books.fault = "has an endless list";
    for (let day = 0; day < 4; day += 1) await sweepAfter(DAY);
    const other = await paidThroughPaystack();
    await perform(other.path, ACTION, { reference: other.reference, amount: HALF }, OWNER);
    await sweepAfter(1);
    expect([refunds().length, await states()]).toEqual([1, ["requested", "sent"]]);
    const due = await desk.rows(
      "SELECT 1 FROM refund_requests WHERE next_check_at <= ?",
      desk.now.toISOString(),
    );
    expect(due, "checks that broke off wait behind the others").toEqual([]);
  });

  test("stays sent while Paystack cannot be asked about it, for days", async () => {
    await requestRefund();
    books.fault = "never arrives";
    for (let day = 0; day < 4; day += 1) await sweepAfter(DAY);
    expect(await states()).toEqual(["sent"]);
  });

  test("is not taken for one of the same amount from the dashboard", async () => {
    books.fault = "never arrives";
    await requestRefund();
    books.fault = null;
    books.paystack.refund(enrolment.reference, HALF_MINOR);
    await deliver();
    expect(refunds(), "Paystack may still work on it").toHaveLength(1);
    await sweepAfter(6);
    expect(refunds()).toHaveLength(2);
    await end("processed");
    await expectOutcome(["done"], PAID - 2 * HALF_MINOR);
  });

  test("is done by a webhook that comes before the answer", async () => {
    books.fault = "loses the answer";
    await requestRefund();
    await end("processed");
    await expectOutcome(["done"], PAID - HALF_MINOR);
  });

  test("is known to be done within minutes without a webhook", async () => {
    await requestRefund();
    for (const { id } of refunds()) books.paystack.moveRefund(id, "processed");
    await sweepAfter(6);
    await expectOutcome(["done"], PAID - HALF_MINOR);
  });

  test("is on Today if it fails at the bank a week later, and is reported to staff once", async () => {
    await requestRefund();
    await deliver();
    desk.later(7 * DAY);
    for (const { id } of refunds()) books.paystack.moveRefund(id, "failed");
    await desk.sweep();
    const mails = (await desk.mailsAbout(enrolment)).length;
    await deliver();
    await expectOutcome(["failed"], PAID);
    expect(await isOnToday()).toBe(true);
    expect(await desk.mailsAbout(enrolment)).toHaveLength(mails);
    await requestRefund();
    expect(await states()).toEqual(["failed", "sent"]);
  });

  test("needs attention until the payer's bank details are given", async () => {
    await requestRefund();
    await end("needs-attention");
    expect(await states()).toEqual(["needs-attention"]);
    expect(await isOnToday()).toBe(true);
    await end("processed");
    expect(await states()).toEqual(["done"]);
  });

  test("is held again each time that it comes back", async () => {
    for (const earlierStates of [[], ["failed"]]) {
      await requestRefund();
      await end("processed");
      await expectOutcome([...earlierStates, "done"], PAID - HALF_MINOR);
      await desk.sweepFor(40 * DAY, { every: 8 * DAY });
      for (const refund of refunds()) refund.status = "failed";
      await sweepAfter(8 * DAY);
      await expectOutcome([...earlierStates, "failed"], PAID);
      expect(await isOnToday()).toBe(true);
    }
  });

  test("fails at once if Paystack refuses it, with Paystack's own code in the trail", async () => {
    await requestRefund("50000.01");
    expect(refunds()).toEqual([]);
    await expectOutcome(["failed"], PAID);
    expect(await isOnToday()).toBe(true);
    const html = await text(enrolment.path);
    expect(html).toContain(`failed: ${failureInWords("invalid_amount", "Paystack")}`);
    expect(html.match(/invalid_amount/g)).toHaveLength(1);
    expect(html).toContain("Failed: invalid_amount");
  });

  test("names the status of a refusal that has no code", async () => {
    books.fault = 403;
    await requestRefund();
    expect(await text(enrolment.path)).toContain(`failed: ${failureInWords("403", "Paystack")}`);
  });

  test("is refused for more than is held, less the refund that is under way", async () => {
    const { path, reference } = enrolment;
    expect(await question(path, ACTION, { reference, amount: "209001" }, OWNER)).toContain(
      "The academy holds N209,000 of this payment, and not more.",
    );
    await requestRefund();
    expect((await page(`${path}/${ACTION}`, OWNER)).status).toBe(409);
    const byHand = { reference, amount: "200000", day: "2026-11-21" };
    expect(await question(path, "refund", { ...byHand, way: "elsewhere" }, OWNER)).toContain(
      "The academy holds N159,000 of this payment beside the refund that is under way, and not more.",
    );
    expect(await question(path, "refund", { ...byHand, amount: HALF, way: "provider" }, OWNER)).toContain(
      "It&#39;s counted by itself once it&#39;s done.",
    );
    await end("processed");
    expect(await question(path, "refund", { ...byHand, amount: HALF, way: "provider" }, OWNER)).toContain(
      "Paystack has already reported N50,000 of it as refunded, and that is counted.",
    );
  });

  test("is not sent if a bank has taken the money before", async () => {
    await perform(enrolment.path, ACTION, { reference: enrolment.reference, amount: "209000" }, OWNER);
    const lost = { resolution: "merchant-accepted", resolvedAt: desk.now.toISOString(), status: "resolved" };
    await desk.paystackSends(
      disputeEvent("charge.dispute.resolve", enrolment.order, { ...lost, refund_amount: PAID }),
    );
    await runJobs();
    expect([refunds(), await states()]).toEqual([[], ["failed"]]);
  });

  test("is the owner's, and suggests what the Terms give", async () => {
    const action = `${enrolment.path}/${ACTION}`;
    expect((await page(action)).status).toBe(403);
    const form = await text(action, OWNER);
    expect(form).toContain("The Terms on Nov 21, 2026 give N194,000: all but the registration fee.");
    expect(form).toContain('value="194000.00"');
  });

  test("of a withdrawal in the first week is suggested by its day, less the processing fee", async () => {
    const { path } = enrolment;
    await desk.rows("UPDATE enrolments SET first_class = '2026-11-18'");
    await perform(path, "withdraw", { day: "2026-11-20" });
    desk.until("2026-12-05T12:00:00Z");
    const form = await text(`${path}/${ACTION}`, OWNER);
    expect(form).toContain("The Terms on Nov 20, 2026 give N184,000");
    expect(form).toContain('value="184000.00"');
  });
});
