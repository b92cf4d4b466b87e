import { describe, expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { freshReference, newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { captureIdOf, PAYPAL_PAYER, paymentDesk, TOO_OFTEN } from "../../../fixtures/payment-desk.ts";
import { captureEvent, linksTo, refundedEvent } from "../../../fixtures/paypal-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const { outcomeOf, stateOf } = desk;

describe("taking the money", () => {
  test("a capture of an approved PayPal order is recorded once, and reported", async () => {
    const { order, id } = await desk.agreed();
    // Only the request that captured learns who paid.
    for (const payer of [PAYPAL_PAYER, null]) {
      expect(await outcomeOf(id)).toEqual({ status: "paid", payment: { id: captureIdOf(id), payer } });
    }
    const recorded = { status: "paid", flag: null, paidMinor: 120_900, payer: PAYPAL_PAYER };
    expect(await desk.paymentOf(order.reference)).toMatchObject(recorded);
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ to }) => to)).toEqual(STAFF);
    expect(mails[0]?.message).toContain("PayPal says: Paid");
    expect(mails[0]?.message).toContain("<td>Sandbox Payer, payer@paypal.example</td>");
  });

  test.each([
    ["whose answer is lost", "lost"],
    ["that PayPal is completing already", "422 ORDER_COMPLETION_IN_PROGRESS"],
  ] as const)("a capture %s is read from the PayPal order", async (_, mode) => {
    const { order, id } = await desk.agreed(mode);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(await stateOf(order)).toEqual(["paid", null]);
  });

  test.each([
    ["declined", "declined"],
    ["refused", "failed"],
  ] as const)("a capture that is %s by the bank charges nothing: %s", async (mode, status) => {
    const { order, id } = await desk.agreed(mode);
    const message = "Your bank or card didn't allow this payment.";
    expect(await outcomeOf(id)).toEqual({ status, message });
    expect(await stateOf(order)).toEqual(["unpaid", null]);
    expect(await desk.mailsAbout(order)).toEqual([]);
  });

  test.each([
    ["COMPLIANCE_VIOLATION", "PayPal didn't allow this payment. Nothing was charged."],
    [
      "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
      "Our PayPal account can't take this payment until we fix it. Nothing was charged. Please message us.",
    ],
  ])("a capture that PayPal refuses with %s has charged nothing", async (issue, message) => {
    const { order, id } = await desk.agreed(`422 ${issue}`);
    expect(await outcomeOf(id)).toEqual({ status: "failed", message });
    expect(await desk.history(order.reference)).toContain("declined (capture)");
  });

  test("a payer whom PayPal needs once more is led back there, and then charged", async () => {
    const { order, id } = await desk.agreed("422 PAYER_ACTION_REQUIRED");
    const message = "PayPal needs you to confirm this payment again. Nothing was charged.";
    expect(await outcomeOf(id)).toEqual({ status: "declined", message });
    await desk.paypal.captureAs(id, "completed");
    await desk.paypal.approve(id);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(await stateOf(order)).toEqual(["paid", null]);
  });

  test("a payer whom PayPal needs once more is reported if the answer to the capture was lost", async () => {
    const { order, id } = await desk.agreedAndLost("422 PAYER_ACTION_REQUIRED");
    const { client } = desk.accounts().paypal;
    await expect(client.captureOrder(id, "unheard")).rejects.toMatchObject({ status: 422 });
    await desk.sweepFor(30);
    expect(await desk.subjectsAbout(order)).toEqual(["Registration: not paid, approved, never charged"]);
  });

  test("staff are alerted once a day that PayPal refuses the academy's own account", async () => {
    for (const _ of [1, 2]) {
      const { id } = await desk.agreed("422 PAYEE_BLOCKED_TRANSACTION");
      await desk.capture(id);
    }
    const [alert, ...otherAlerts] = await desk.mailsToAlerts();
    expect(alert?.subject).toBe("Alert: PayPal refuses payments to the academy");
    expect(alert?.message).toContain("PAYEE_BLOCKED_TRANSACTION");
    expect(otherAlerts).toEqual([]);
  });

  test("a payer whose bank declined is charged when another card is tried", async () => {
    const { order, id } = await desk.agreed("declined");
    for (const _ of [1, 2]) expect(await outcomeOf(id)).toMatchObject({ status: "declined" });
    await desk.paypal.captureAs(id, "completed");
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    const history = await desk.history(order.reference);
    expect(history.filter((event) => event === "declined (capture)")).toHaveLength(2);
    expect(await stateOf(order)).toEqual(["paid", null]);
  });

  test("a PayPal order that was held back and refused is not paid again, but replaced", async () => {
    const { order, id } = await desk.agreed("pending");
    await desk.capture(id);
    await desk.paypal.deny(id);
    await desk.paypalSends(captureEvent("DENIED", order, { id: captureIdOf(id) }));
    const second = await desk.agree(order);
    expect(second).not.toBe(id);
    // PayPal still remembers its response to the first order's capture.
    expect(await outcomeOf(second)).toMatchObject({ status: "paid" });
    expect(await stateOf(order)).toEqual(["paid", null]);
  });

  test("a capture that the payer has not approved charges nothing", async () => {
    const order = newOrder("USD");
    expect(await outcomeOf(await desk.place(order))).toMatchObject({ status: "failed" });
    expect(await stateOf(order)).toEqual(["unpaid", null]);
  });

  test.each([
    ["pending", "unpaid", "payment-pending"],
    ["short", "short-paid", "amount-mismatch"],
  ] as const)("a capture that is %s is unconfirmed, never paid", async (mode, status, flag) => {
    const { order, id } = await desk.agreed(mode);
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    expect(await stateOf(order)).toEqual([status, flag]);
  });

  test("a capture while PayPal is in trouble is unconfirmed, and is tried again a minute later", async () => {
    const { order, id } = await desk.agreed("trouble");
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    await desk.paypal.captureAs(id, "completed");
    await desk.sweepAfter(1);
    expect(await stateOf(order)).toEqual(["paid", null]);
  });

  test("a visitor who captures or abandons too many PayPal orders is asked to wait", async () => {
    const providers = desk.accounts();
    const id = await desk.place(newOrder("USD"));
    const captureOrder = vi.spyOn(providers.paypal.client, "captureOrder");
    for (const act of [desk.capture, desk.abandon]) {
      const answer = await act(id, { providers, limits: TOO_OFTEN });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    }
    expect(captureOrder).not.toHaveBeenCalled();
  });

  test("the browser asks for a capture again when it could not be recorded", async () => {
    const { id } = await desk.agreed();
    expect((await desk.capture(id, { db: openDatabase({ migrated: false }) })).status).toBe(503);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
  });

  test.each(["5O190127TN364715T", "../../v1/oauth2/token", ""])(
    "a capture of an order that was not made here (%j) is refused",
    async (id) => {
      expect((await desk.capture(id)).status).toBe(404);
    },
  );
});

test("a PayPal order is not charged once another of its payment was paid and given back", async () => {
  const { order, id } = await desk.agreed();
  await desk.abandon(id);
  const next = await desk.agree(order);
  await desk.capture(next);
  await desk.paypalSends(refundedEvent("REFUNDED", order, { links: linksTo(captureIdOf(next)) }));
  expect(await stateOf(order)).toEqual(["refunded", null]);
  expect(await outcomeOf(id)).toMatchObject({ status: "failed" });
  expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([{ status: "APPROVED" }, { id: next }]);
});

describe("a payment that PayPal refuses after all", () => {
  const denied = (order: Order, id: string) => captureEvent("DENIED", order, { id: captureIdOf(id) });
  const answerAbout = async ({ reference }: Order) =>
    (await desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/${reference}`))).json();

  test("is reported to staff and the page, even if no report came that it was held back", async () => {
    const { order, id } = await desk.agreed("refused");
    // The response to the capture is lost, and so are PayPal's earlier reports.
    await desk.accounts().paypal.client.captureOrder(id, `${id}-capture-1`);
    await desk.paypalSends(denied(order, id));
    expect(await stateOf(order)).toEqual(["unpaid", "payment-denied"]);
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ subject }) => subject)).toEqual(
      STAFF.map(() => "Registration: not paid, refused after approval"),
    );
    expect(mails[0]?.message).toContain("Nothing was charged");
    expect(await answerAbout(order)).toEqual({ status: "unpaid" });
  });

  test("is reported to staff even if its order was never stored", async () => {
    const order = newOrder("USD");
    await desk.paypalSends(denied(order, freshReference()));
    expect(await desk.mailsAbout(order)).toHaveLength(STAFF.length);
    expect(await answerAbout(order)).toEqual({ status: "unpaid" });
  });

  test("is reported to staff if the answer never reached the page", async () => {
    const { order, id } = await desk.agreed("failed");
    await desk.capture(id);
    await desk.sweepFor(30);
    expect(await desk.subjectsAbout(order)).toEqual(["Registration: not paid, approved, never charged"]);
    expect(await answerAbout(order)).toEqual({ status: "unpaid" });
  });
});
