import { describe, expect, test } from "vitest";
import { freshReference, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, chargeOf } from "../../../fixtures/paystack-events.ts";
import { NO_PAYSTACK } from "../../../fixtures/provider-books.ts";

const desk = paymentDesk();

describe("when the webhook is lost", () => {
  const { verify, sweep } = desk;

  test("when the webhook is lost, the browser's word has the charge looked up by its reference", async () => {
    const order = newOrder();
    await desk.register(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    expect(await verify(order.reference)).toBe("done");
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    expect(await desk.history(order.reference)).toEqual(["registered (browser)", "charged (verification)"]);
    expect(await desk.mailsAbout(order)).toHaveLength(4);
    // The webhook comes after all.
    await desk.paystackSends(chargeEvent(order));
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 49_500_000 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("when the webhook is lost, a reference that was never registered is enrolled from the charge's metadata", async () => {
    const order = newOrder();
    await desk.paystackKnows(order.reference, chargeOf(order));
    await verify(order.reference);
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "paid",
      course: { id: "devops-full" },
    });
  });

  test.each(["abandoned", "failed", "ongoing", "pending", "queued"])(
    "when the webhook is lost, a charge that is %s leaves the registration unpaid, and staff in peace",
    async (status) => {
      const order = newOrder();
      await desk.register(order);
      await desk.paystackKnows(order.reference, chargeOf(order, { status }));
      expect(await verify(order.reference)).toBe("done");
      expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
      expect(await desk.mailsAbout(order)).toEqual([]);
    },
  );

  test("when the webhook is lost, a charge that went back as a whole is refunded", async () => {
    const order = newOrder();
    await desk.register(order);
    await desk.paystackKnows(order.reference, chargeOf(order, { status: "reversed" }));
    await verify(order.reference);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded" });
  });

  test("when the webhook is lost, a claim about a payment that Paystack does not know records nothing", async () => {
    const reference = freshReference();
    expect(await verify(reference)).toBe("done");
    expect(await desk.registration(reference)).toBeNull();
  });

  test("when the webhook is lost, Paystack in trouble is asked again", async () => {
    const order = newOrder();
    await desk.register(order);
    await desk.paystackKnows(order.reference, { trouble: 503 });
    expect(await verify(order.reference)).toEqual({ retryInSeconds: 60 });
    await desk.paystackKnows(order.reference, { trouble: 401 });
    expect(await verify(order.reference)).toBe("done");
  });

  test("when the webhook is lost, what is known to be paid is not asked about again", async () => {
    const order = newOrder();
    await desk.paystackSends(chargeEvent(order));
    await desk.paystackKnows(order.reference, { trouble: 503 });
    expect(await verify(order.reference)).toBe("done");
  });

  test("when the webhook is lost, without a secret key nothing is asked", async () => {
    const order = newOrder();
    await desk.register(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    const keyless = desk.providers({ PAYSTACK_SECRET_KEY: "" });
    expect(await verify(order.reference, { providers: keyless })).toBe("done");
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
  });

  test("when the webhook is lost, a charge whose browser was lost as well is found a quarter of an hour later", async () => {
    const order = newOrder();
    await desk.register(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    desk.later(14);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("an unpaid registration is looked up for three days, and deleted after a month", async () => {
    const order = newOrder();
    await desk.register(order);
    const asked: number[] = [];
    const { paystack } = desk.providers();
    if (!paystack) throw new Error("Paystack is not set up.");
    let now = 0;
    const verify = async () => {
      asked.push(now);
      return null;
    };
    const client = { ...NO_PAYSTACK, verify };
    const counting = { paystack: { ...paystack, client }, paypal: null };
    for (const minutes of [14, 15, 59, 60, 359, 360, 1439, 1440, 4319, 4320, 5000, 9000]) {
      desk.later(minutes - now);
      now = minutes;
      await sweep({ providers: counting });
    }
    expect(asked).toEqual([15, 60, 360, 1440, 4320]);
    desk.later(31 * 24 * 60);
    await sweep();
    expect(await desk.registration(order.reference)).toBeNull();
    expect(await desk.history(order.reference)).toEqual([]);
  });

  test("a registration that was paid, or must be looked at, is not forgotten", async () => {
    const [paid, short] = [newOrder(), newOrder()];
    await desk.paystackSends(chargeEvent(paid));
    await desk.register(short);
    await desk.paystackSends(chargeEvent(short, { id: 5, domain: "test" }));
    desk.later(32 * 24 * 60);
    await sweep();
    expect(await desk.registration(paid.reference)).toMatchObject({ status: "paid" });
    expect(await desk.registration(short.reference)).toMatchObject({ flag: "test-payment" });
    expect(await desk.history(paid.reference)).toHaveLength(1);
  });

  test("when the webhook is lost, trouble with one registration does not keep the sweep from the next, and is tried again soon", async () => {
    const [first, second] = [newOrder(), newOrder()];
    for (const order of [first, second]) await desk.register(order);
    await desk.paystackKnows(first.reference, { trouble: 500 });
    await desk.paystackKnows(second.reference, chargeOf(second, { id: 6 }));
    desk.later(15);
    await sweep();
    expect(await desk.registration(second.reference)).toMatchObject({ status: "paid" });
    await desk.paystackKnows(first.reference, chargeOf(first, { id: 7 }));
    desk.later(10);
    await sweep();
    expect(await desk.registration(first.reference)).toMatchObject({ status: "paid" });
  });
});
