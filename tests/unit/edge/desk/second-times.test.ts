/** A flag that staff marked as looked at returns to the page "Today" when another event of its kind comes. */
import { expect, test } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { disputeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, pay, startPayment, payNext, charge, notices } = enrolmentDesk(desk);
const { text, fill, perform, post } = staffDesk(desk);

const TODAY_IS_CLEAR = "All clear: no flags";

test("money that comes after a withdrawal is flagged even if as much was refunded before", async () => {
  const { id, key, order, path } = await enrolled();
  const { reference } = await startPayment(id, key);
  await perform(path, "withdraw", { day: "2026-11-21" });
  await desk.paystackSends(refundEvent("refund.processed", order));
  expect(await text("/desk")).toContain(TODAY_IS_CLEAR);
  await charge(reference, 7_000_000);
  expect(await text("/desk")).not.toContain(TODAY_IS_CLEAR);
  expect(await text(path)).toContain("Nothing was owed: return it, or ask the learner.");
  expect(await notices()).toEqual(["Enrolment: Paid after withdrawing"]);
});

test("a second payment after a withdrawal is flagged and mailed again", async () => {
  const { id, key, order, path } = await enrolled();
  const { reference } = await startPayment(id, key);
  await perform(path, "withdraw", { day: "2026-11-21" });
  await charge(reference, 7_000_000);
  await perform(path, "looked-at", {});
  expect(await text("/desk")).toContain(TODAY_IS_CLEAR);
  await charge(order.reference, 7_000_000);
  expect(await text("/desk")).not.toContain(TODAY_IS_CLEAR);
  expect(await notices()).toHaveLength(2);
});

test("a greater surplus is flagged and mailed again, and a partly refunded one is not", async () => {
  const { id, key, path } = await enrolled();
  // Two tabs pay the same charges.
  const { reference } = await payNext(id, key, { count: 20 });
  const extra = { ...newOrder(), reference };
  await charge(reference, 7_000_000);
  await perform(path, "looked-at", {});
  expect(await text("/desk")).toContain(TODAY_IS_CLEAR);
  await charge(reference, 14_000_000);
  expect(await text(path)).toContain("Overpaid. Return the difference");
  expect((await desk.subjectsAbout(extra)).filter((subject) => subject.includes("overpaid"))).toEqual([
    "Registration: paid, overpaid (update 3)",
  ]);
  await perform(path, "looked-at", {});
  await desk.paystackSends(refundEvent("refund.processed", extra, { amount: "7000000" }));
  expect(await text(path)).not.toContain("Overpaid. Return the difference");
  expect((await pay(id, key)).status).toBe(409);
});

test("a second dispute is flagged after the first was marked as looked at", async () => {
  const { order, path } = await enrolled();
  await desk.paystackSends(disputeEvent("charge.dispute.create", order));
  await perform(path, "looked-at", {});
  expect(await text("/desk")).toContain(TODAY_IS_CLEAR);
  await desk.paystackSends(disputeEvent("charge.dispute.create", order, { id: 358_951 }));
  expect(await text("/desk")).not.toContain(TODAY_IS_CLEAR);
  expect(await text(path)).toContain("Answer the dispute at the provider");
});

test("marking flags as looked at clears only the flags that the form showed", async () => {
  const { order, path } = await enrolled();
  await desk.paystackSends(disputeEvent("charge.dispute.create", order));
  const form = `${path}/looked-at`;
  const fields = hiddenFields(await text(form), form);
  await desk.paystackSends(disputeEvent("charge.dispute.create", order, { id: 358_951 }));
  const answer = await post(form, fields);
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("Its flags are now")]);
  expect(await text("/desk")).not.toContain(TODAY_IS_CLEAR);
});

test("a second dispute of a payment without an enrolment is flagged", async () => {
  const order = await desk.registered();
  const path = `/desk/payments/${order.reference}`;
  await desk.paystackSends(disputeEvent("charge.dispute.create", order));
  expect(await text("/desk")).toContain(path);
  expect((await fill(path, {})).status).toBe(303);
  expect(await text("/desk")).toContain(TODAY_IS_CLEAR);
  await desk.paystackSends(disputeEvent("charge.dispute.create", order, { id: 358_951 }));
  expect(await text("/desk")).toContain(path);
});
