/** The refunds that an owner requests from a provider, with everything that may go wrong. */
import { describe, expect, test } from "vitest";
import { failureInWords } from "~/edge/payments/provider-refunds.ts";
import type { RefundStatus } from "~/sandbox/providers/paystack-book.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf, disputeEvent } from "../../../fixtures/paystack-events.ts";
import { refundBooks } from "../../../fixtures/refund-books.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, seen } = enrolmentDesk(desk);
const books = refundBooks(desk);
const { page, post, text, does, question } = staffDesk(desk, books);

const ACTION = "refund-through-provider";
/** The registration fee and the first payment of the tuition, in kobo. */
const PAID = 20_900_000;
const HALF = "50000";

/** Makes a payment that Paystack took, with the actions of the desk and of Paystack. */
async function paid() {
  const { id, key } = await enrolled();
  const path = `/desk/enrolments/${id}`;
  const { reference } = (await seen(id, key)).receipts[0];
  const [event] = await desk.rows<{ event_id: string }>(
    "SELECT event_id FROM payment_events WHERE reference = ? AND kind = 'charged'",
    reference,
  );
  const chargeId = Number(event?.event_id.replace("charged:", ""));
  const order = { ...newOrder(), reference };
  books.paystack.charges.set(reference, {
    ...chargeOf(order),
    id: chargeId,
    amount: PAID,
    paid_at: desk.now.toISOString(),
  });
  const runJobs = () => desk.doJob({ type: "refunds", reference }, { providers: books.providers });
  /** Delivers Paystack's webhooks and runs the jobs that follow. */
  const deliver = async (events = books.webhooks.splice(0)) => {
    for (const webhook of events) await desk.paystackSends(webhook, { providers: books.providers });
    await runJobs();
  };
  const refunds = () => [...books.paystack.refunds.values()];
  return {
    id,
    path,
    order,
    runJobs,
    deliver,
    refunds,
    /** Requests a refund at the desk, and lets the queue ask Paystack. */
    asks: async (amount = HALF) => {
      await does(path, ACTION, { reference, amount }, OWNER);
      await runJobs();
    },
    /** Changes the status of Paystack's refund, and sends its webhooks. */
    ends: async (status: RefundStatus) => {
      for (const refund of refunds()) books.paystack.moveRefund(refund.id, status);
      await deliver();
    },
    held: async () => (await desk.paymentOf(reference))?.paidMinor,
    states: async () => {
      const rows = await desk.rows<{ state: string }>(
        "SELECT state FROM refund_requests ORDER BY requested_at",
      );
      return rows.map(({ state }) => state);
    },
    mails: () => desk.rows<{ subject: string }>("SELECT subject FROM mails WHERE subject LIKE 'Refund of%'"),
    view: () => seen(id, key),
  };
}

describe("a refund through Paystack", () => {
  test("is asked for once, is done by its webhook, and is mailed once", async () => {
    const { asks, ends, deliver, refunds, states, held, mails, runJobs } = await paid();
    await asks();
    await runJobs();
    expect(refunds()).toMatchObject([{ minor: 5_000_000, status: "pending" }]);
    expect(await states()).toEqual(["sent"]);
    const late = books.webhooks.splice(0);
    await ends("processed");
    expect([await states(), await held()]).toEqual([["done"], PAID - 5_000_000]);
    const keys = () => desk.rows("SELECT digest FROM enrolment_keys ORDER BY digest");
    const mailedKeys = await keys();
    await deliver(late);
    expect([await states(), await held()]).toEqual([["done"], PAID - 5_000_000]);
    expect(await keys(), "a link for a second mail").toEqual(mailedKeys);
    expect(await mails()).toEqual([{ subject: "Refund of N50,000 for DevOps Full" }]);
  });

  test("names its credit note and its receipt in the mail", async () => {
    const { asks, ends } = await paid();
    await asks();
    await ends("processed");
    const [mail] = await desk.rows<{ plain_text: string }>(
      "SELECT plain_text FROM mails WHERE subject LIKE 'Refund of%'",
    );
    expect(mail?.plain_text).toContain("Credit note: 2026-C00001 for receipt 2026-000001.");
  });

  test("is asked for once by a form that is sent twice, and by two jobs at one instant", async () => {
    const { path, order, refunds, runJobs } = await paid();
    const form = hiddenFields(await text(`${path}/${ACTION}`, OWNER), `${path}/${ACTION}`);
    const fields = { ...form, reference: order.reference, amount: HALF, confirmed: "yes" };
    for (const _ of [1, 2]) expect((await post(`${path}/${ACTION}`, fields, OWNER)).status).toBe(303);
    await Promise.all([runJobs(), runJobs()]);
    expect(refunds()).toHaveLength(1);
  });

  test("whose answer was lost is found in Paystack's list before anything is sent again", async () => {
    const { asks, refunds, states, runJobs } = await paid();
    books.fault = "loses the answer";
    await asks();
    expect(await states()).toEqual(["requested"]);
    books.fault = null;
    desk.later(6);
    await runJobs();
    expect(refunds()).toHaveLength(1);
    expect(await states()).toEqual(["sent"]);
  });

  test("that never arrived is sent again, and not while Paystack may still work on it", async () => {
    const { asks, refunds, runJobs } = await paid();
    books.fault = "never arrives";
    await asks();
    books.fault = null;
    desk.later(4);
    await runJobs();
    expect(refunds()).toHaveLength(0);
    desk.later(2);
    await desk.sweep({ providers: books.providers });
    expect(refunds()).toHaveLength(1);
  });

  test.each([200, 401, 408, 409, 429, 503])("that is answered with %i is asked for again", async (status) => {
    const { asks, refunds, states, runJobs } = await paid();
    books.fault = status;
    await asks();
    expect(await states()).toEqual(["requested"]);
    books.fault = null;
    desk.later(6);
    await runJobs();
    expect(refunds()).toHaveLength(1);
  });

  test("that was answered is not sent again, though Paystack's list has lost it", async () => {
    const { asks, refunds, states } = await paid();
    await asks();
    books.paystack.refunds.clear();
    desk.later(7 * 60);
    await desk.sweep({ providers: books.providers });
    expect([refunds(), await states()]).toEqual([[], ["sent"]]);
  });

  test("without an answer for three days is staff's to look at, and is not sent again", async () => {
    const { id, asks, refunds, states } = await paid();
    books.fault = "never arrives";
    await asks();
    for (let day = 0; day < 4; day += 1) {
      desk.later(24 * 60);
      await desk.sweep({ providers: books.providers });
    }
    expect(await states()).toEqual(["needs-attention"]);
    expect(await text("/desk")).toContain(id);
    books.fault = null;
    desk.later(7 * 60);
    await desk.sweep({ providers: books.providers });
    expect([refunds(), await states()]).toEqual([[], ["failed"]]);
  });

  test("is not taken for one of the same amount from the dashboard", async () => {
    const { asks, refunds, order, deliver, runJobs, states, held, ends } = await paid();
    books.fault = "never arrives";
    await asks();
    books.fault = null;
    books.paystack.refund(order.reference, 5_000_000);
    await deliver();
    expect(refunds(), "Paystack may still work on it").toHaveLength(1);
    desk.later(6);
    await runJobs();
    expect(refunds()).toHaveLength(2);
    await ends("processed");
    expect([await states(), await held()]).toEqual([["done"], PAID - 10_000_000]);
  });

  test("whose webhook comes before the answer is followed all the same", async () => {
    const { asks, ends, states, held } = await paid();
    books.fault = "loses the answer";
    await asks();
    await ends("processed");
    expect([await states(), await held()]).toEqual([["done"], PAID - 5_000_000]);
  });

  test("is known to be done without any webhook", async () => {
    const { asks, refunds, states, held } = await paid();
    await asks();
    for (const { id } of refunds()) books.paystack.moveRefund(id, "processed");
    desk.later(7 * 60);
    await desk.sweep({ providers: books.providers });
    expect([await states(), await held()]).toEqual([["done"], PAID - 5_000_000]);
  });

  test("that fails at the bank a week later is on Today, and is reported to staff once", async () => {
    const { id, asks, refunds, states, held, deliver, order } = await paid();
    await asks();
    await deliver();
    desk.later(7 * 24 * 60);
    for (const refund of refunds()) books.paystack.moveRefund(refund.id, "failed");
    await desk.sweep({ providers: books.providers });
    const mails = (await desk.mailsAbout(order)).length;
    await deliver();
    expect([await states(), await held()]).toEqual([["failed"], PAID]);
    expect(await text("/desk")).toContain(id);
    expect(await desk.mailsAbout(order)).toHaveLength(mails);
    await asks();
    expect(await states()).toEqual(["failed", "sent"]);
  });

  test("that waits for bank details goes on once they are given", async () => {
    const { asks, ends, states, id } = await paid();
    await asks();
    await ends("needs-attention");
    expect(await states()).toEqual(["needs-attention"]);
    expect(await text("/desk")).toContain(id);
    await ends("processed");
    expect(await states()).toEqual(["done"]);
  });

  test("that comes back is held again and flagged", async () => {
    const { id, asks, ends, refunds, states, held } = await paid();
    await asks();
    await ends("processed");
    await desk.sweepFor(40 * 24 * 60, 8 * 24 * 60, { providers: books.providers });
    for (const refund of refunds()) refund.status = "failed";
    desk.later(8 * 24 * 60);
    await desk.sweep({ providers: books.providers });
    expect([await states(), await held()]).toEqual([["failed"], PAID]);
    expect(await text("/desk")).toContain(id);
    await asks();
    await ends("processed");
    expect(await held()).toBe(PAID - 5_000_000);
  });

  test("that Paystack refuses has failed at once, in words, with Paystack's own in the trail", async () => {
    const { asks, refunds, states, held, id, path } = await paid();
    await asks("50000.01");
    expect([refunds(), await states(), await held()]).toEqual([[], ["failed"], PAID]);
    expect(await text("/desk")).toContain(id);
    const html = await text(path);
    expect(html).toContain(`failed: ${failureInWords("invalid_amount", "Paystack")}`);
    expect(html.match(/invalid_amount/g)).toHaveLength(1);
    expect(html).toContain("Failed: invalid_amount");
  });

  test("of more than is held is refused, beside one that is under way as well", async () => {
    const { path, order, asks } = await paid();
    const { reference } = order;
    expect(await question(path, ACTION, { reference, amount: "209001" }, OWNER)).toContain(
      "The academy holds N209,000 of this payment, and not more.",
    );
    await asks();
    expect((await page(`${path}/${ACTION}`, OWNER)).status).toBe(409);
    const byHand = { reference, amount: "200000", day: "2026-11-21" };
    expect(await question(path, "refund", { ...byHand, way: "elsewhere" }, OWNER)).toContain(
      "The academy holds N159,000 of this payment beside the refund that is under way, and not more.",
    );
    expect(await question(path, "refund", { ...byHand, amount: HALF, way: "provider" }, OWNER)).toContain(
      "It&#39;s counted by itself once it&#39;s done.",
    );
  });

  test("is not sent where a bank has taken the money before", async () => {
    const { path, order, refunds, runJobs, states } = await paid();
    await does(path, ACTION, { reference: order.reference, amount: "209000" }, OWNER);
    const lost = { resolution: "merchant-accepted", resolvedAt: desk.now.toISOString(), status: "resolved" };
    await desk.paystackSends(disputeEvent("charge.dispute.resolve", order, { ...lost, refund_amount: PAID }));
    await runJobs();
    expect([refunds(), await states()]).toEqual([[], ["failed"]]);
  });

  test("typed by hand as well is counted once", async () => {
    const { path, order, asks, ends, held } = await paid();
    await asks();
    await ends("processed");
    const byHand = { reference: order.reference, amount: HALF, day: "2026-11-21", way: "provider" };
    expect(await question(path, "refund", byHand, OWNER)).toContain(
      "Paystack has already reported N50,000 of it as refunded, and that is counted.",
    );
    expect(await held()).toBe(PAID - 5_000_000);
  });

  test("is the owner's, and suggests what the Terms give", async () => {
    const { path } = await paid();
    expect((await page(`${path}/${ACTION}`)).status).toBe(403);
    const form = await text(`${path}/${ACTION}`, OWNER);
    expect(form).toContain("The Terms on Nov 21, 2026 give N194,000: all but the registration fee.");
    expect(form).toContain('value="194000.00"');
  });

  test("of a withdrawal in the first week is suggested by its day, less the processing fee", async () => {
    const { path } = await paid();
    await desk.rows("UPDATE enrolments SET first_class = '2026-11-18'");
    await does(path, "withdraw", { day: "2026-11-20" });
    desk.until("2026-12-05T12:00:00Z");
    const form = await text(`${path}/${ACTION}`, OWNER);
    expect(form).toContain("The Terms on Nov 20, 2026 give N184,000");
    expect(form).toContain('value="184000.00"');
  });
});
