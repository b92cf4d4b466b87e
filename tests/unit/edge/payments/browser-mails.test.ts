/** The reports of a browser about a payment. The edge asks the provider and notifies staff itself. */
import { describe, expect, test } from "vitest";
import { registrationMail } from "~/browser/outbox/deliver-entry.ts";
import { staffRole } from "~/domain/contact/contact-message.ts";
import type { Order } from "~/domain/payments/order.ts";
import { registrationMailKey } from "~/domain/payments/reference.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { entryOf, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { captureEvent, paypalDisputeEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { subjectsAbout } = desk;
const FIRST = staffRole(0);
/** The providers of a server without any provider's secret. */
const NO_PROVIDERS = { paystack: null, paypal: null };

/** Sends an honest browser's mail to the first member of staff. @returns the edge's answer */
function sendBrowserMail(
  order: Order,
  payment: "paid" | "unconfirmed" = "paid",
  changes: Partial<Dependencies> = {},
) {
  const key = { "idempotency-key": registrationMailKey(order.reference, FIRST, payment) };
  return desk.ask(post("/prod/mailing", registrationMail(entryOf(order), FIRST), key), changes);
}
describe("mails about a payment that is known here", () => {
  test.each(["paid", "unconfirmed"] as const)(
    "a mail that says %s is acknowledged and sent to nobody, and the provider is asked",
    async (payment) => {
      const order = await desk.registered();
      expect((await sendBrowserMail(order, payment)).status).toBe(202);
      expect(await subjectsAbout(order)).toEqual([]);
      expect(desk.queued).toEqual([{ type: "verify", reference: order.reference }]);
    },
  );

  test("a mail about a paid payment is acknowledged and sent to nobody", async () => {
    const order = await desk.charged();
    desk.queued.length = 0;
    expect((await sendBrowserMail(order)).status).toBe(202);
    expect(await subjectsAbout(order)).toEqual(["Registration: paid"]);
    expect(desk.queued).toEqual([]);
  });
});

test.each([
  ["naira", "NGN", NO_PROVIDERS],
  ["dollars, whose provider has no account here", "USD", { paypal: null }],
] as const)(
  "a payment in %s that no provider can be asked about is reported by the browser's mail",
  async (_, currency, without) => {
    const order = newOrder(currency);
    const providers = { ...desk.providers(), ...without };
    await desk.register(order, { providers });
    expect((await sendBrowserMail(order, "paid", { providers })).status).toBe(202);
    expect(await subjectsAbout(order)).toEqual(["Registration"]);
  },
);

test("staff get the browser's mails about an order that the browser made at PayPal", async () => {
  const order = await desk.registered("USD");
  await sendBrowserMail(order);
  expect(await subjectsAbout(order)).toEqual(["Registration"]);
});

test("a payment without an order is reported by the browser's mail and by the provider", async () => {
  const order = newOrder();
  expect((await sendBrowserMail(order)).status).toBe(202);
  await desk.paystackSends(chargeEvent(order));
  expect(await subjectsAbout(order)).toEqual(["Registration", "Registration: paid"]);
});

/** The order of this payment was never stored. */
describe("a payment in dollars that a browser claims", () => {
  const AT_PAYPAL = { provider: "paypal", currency: "USD" };

  test.each([
    ["its charge", ["COMPLETED"]],
    ["that it is held back, then its charge", ["PENDING", "COMPLETED"]],
  ] as const)("is reported to staff in dollars, by %s", async (_, events) => {
    const order = newOrder("USD");
    await sendBrowserMail(order);
    for (const event of events) await desk.paypalSends(captureEvent(event, order, { id: order.reference }));
    const short = { status: "short-paid", flag: "unknown-course", paidMinor: order.charge.minor };
    expect(await desk.paymentOf(order.reference)).toMatchObject({ ...AT_PAYPAL, ...short });
    const mail = (await desk.mailsAbout(order)).at(-1);
    expect(mail?.message).toContain("PayPal says");
    expect(mail?.message).toContain("<th>Amount</th><td>$1,209.00</td>");
    expect(mail?.message).not.toMatch(/\bNGN\b/);
  });

  test.each([
    ["its refund", (order: Order) => refundedEvent("REFUNDED", order, { id: order.reference })],
    ["its dispute", (order: Order) => paypalDisputeEvent("CREATED", order, { dispute_id: order.reference })],
  ])("is PayPal's if %s arrives first", async (_, event) => {
    const order = newOrder("USD");
    await sendBrowserMail(order);
    await desk.paypalSends(event(order));
    expect(await desk.paymentOf(order.reference)).toMatchObject(AT_PAYPAL);
    for (const { message } of await desk.mailsAbout(order)) expect(message).not.toMatch(/\bNGN\b/);
  });

  test("is completed by a later order", async () => {
    const order = newOrder("USD");
    await sendBrowserMail(order);
    await desk.register(order);
    const priced = { ...AT_PAYPAL, expectedMinor: order.charge.minor };
    expect(await desk.paymentOf(order.reference)).toMatchObject(priced);
  });

  test("is not called unpaid because Paystack does not know it", async () => {
    const order = newOrder("USD");
    await sendBrowserMail(order);
    const answer = await desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/${order.reference}`));
    expect(await answer.json()).toEqual({ status: "unknown" });
  });
});

test("a payment in naira that a browser claims, and that came in cedis, is reported in cedis", async () => {
  const order = { ...newOrder(), course: { id: "", name: "" } };
  await sendBrowserMail(order);
  await desk.paystackSends(chargeEvent(order, { currency: "GHS", amount: 900, metadata: null }));
  expect(await desk.paymentOf(order.reference)).toMatchObject({ flag: "currency-mismatch", paidMinor: 0 });
  const mail = (await desk.mailsAbout(order)).at(-1);
  expect(mail?.message).toContain("<td>9.00 GHS</td>");
});

test("an order in dollars with a Paystack charge's reference does not make it PayPal's", async () => {
  const order = newOrder();
  await sendBrowserMail(order);
  await desk.paystackSends(chargeEvent(order, { metadata: null }));
  await desk.register({ ...newOrder("USD"), reference: order.reference });
  expect(await desk.paymentOf(order.reference)).toMatchObject({ provider: "paystack", currency: "NGN" });
});
