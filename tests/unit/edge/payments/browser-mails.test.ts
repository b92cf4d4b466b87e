/** What a visitor's browser writes to staff about a payment: the edge, which asks the provider, notifies them itself. */
import { describe, expect, test } from "vitest";
import { registrationMail } from "~/browser/outbox/registration-mail.ts";
import { staffRole } from "~/domain/contact/contact-message.ts";
import type { Order } from "~/domain/payments/order.ts";
import { registrationMailKey } from "~/domain/payments/reference.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import { entryOf, newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, chargeOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const FIRST = staffRole(0);
/** As on a server that has neither provider's secret. */
const NO_PROVIDERS = { paystack: null, paypal: null };

/** The browser's mail to the first member of staff, as an honest browser sends it. */
function browserMail(
  order: Order,
  payment: "paid" | "unconfirmed" = "paid",
  changes: Partial<Dependencies> = {},
) {
  const key = { "idempotency-key": registrationMailKey(order.reference, FIRST, payment) };
  return desk.ask(post("/prod/mailing", registrationMail(entryOf(order), FIRST), key), changes);
}
const toFirst = async (order: Order) =>
  (await desk.mailsAbout(order)).filter(({ to }) => to === STAFF[0]).map(({ subject }) => subject);

describe("of a payment that is known here", () => {
  test.each(["paid", "unconfirmed"] as const)(
    "a mail that says %s is acknowledged and sent to nobody, and the provider is asked",
    async (payment) => {
      const order = newOrder();
      await desk.register(order);
      expect((await browserMail(order, payment)).status).toBe(202);
      expect(await toFirst(order)).toEqual([]);
      expect(desk.queued).toEqual([{ type: "verify", reference: order.reference }]);
    },
  );

  test("staff are notified by the provider's answer, also where no webhook comes", async () => {
    const order = newOrder();
    await desk.register(order);
    await browserMail(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    await desk.verify(order.reference);
    expect(await toFirst(order)).toEqual(["Registration: paid"]);
  });

  test("a mail that says paid, true or not, does not keep staff from hearing that less was paid", async () => {
    const order = newOrder();
    await desk.register(order);
    await browserMail(order);
    await desk.paystackSends(chargeEvent(order, { amount: 100 }));
    expect(await toFirst(order)).toEqual(["Registration: not paid in full"]);
  });

  test("a mail about a payment of whose end staff were notified is acknowledged, and nobody is asked", async () => {
    const order = newOrder();
    await desk.paystackSends(chargeEvent(order));
    desk.queued.length = 0;
    expect((await browserMail(order)).status).toBe(202);
    expect(await toFirst(order)).toEqual(["Registration: paid"]);
    expect(desk.queued).toEqual([]);
  });
});

describe("of a payment that nobody can be asked about", () => {
  test("the browser's mails are the ones on which staff look it up", async () => {
    const order = newOrder();
    await desk.register(order, { providers: NO_PROVIDERS });
    expect((await browserMail(order, "paid", { providers: NO_PROVIDERS })).status).toBe(202);
    expect(await toFirst(order)).toEqual(["Registration"]);
  });

  test("so they are where the provider of its currency has no account here", async () => {
    const order = newOrder("USD");
    const providers = { ...desk.providers(), paypal: null };
    await desk.register(order, { providers });
    await browserMail(order, "paid", { providers });
    expect(await toFirst(order)).toEqual(["Registration"]);
  });
});

test("of an order at PayPal that the browser made, staff get the browser's mails", async () => {
  const order = newOrder("USD");
  await desk.register(order);
  await browserMail(order);
  expect(await toFirst(order)).toEqual(["Registration"]);
});

test("of a payment whose order never arrived, the browser's mail is delivered as well as the provider's report", async () => {
  const order = newOrder();
  expect((await browserMail(order)).status).toBe(202);
  await desk.paystackSends(chargeEvent(order));
  expect(await toFirst(order)).toEqual(["Registration", "Registration: paid"]);
});
