import { describe, expect, test } from "vitest";
import { handlePayPalOrder } from "~/server/payments/paypal/handle-paypal-order.ts";
import { handlePayPalWebhook } from "~/server/payments/paypal/handle-paypal-webhook.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { freshReference, orderOf, priceList, site } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { approvedEvent, captureEvent, refundedEvent } from "../../../fixtures/paypal-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const newOrder = () => orderOf({ currency: "USD", reference: freshReference() });
type Order = ReturnType<typeof newOrder>;
const STAFF = site.staffRecipients.map(({ email }) => email);
const GRACE = { name: "Grace Hopper", email: "grace@paypal.example" };

/** Makes the order at PayPal through the edge. */
async function place(order: Order): Promise<string> {
  const answer = await desk.order(order);
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
}

/** Makes the order, and the payer agrees to it. */
async function agree(order: Order): Promise<string> {
  const id = await place(order);
  await desk.paypal.approve(id);
  return id;
}

const outcomeOf = async (id: string) => (await desk.capture(id)).json();
const sweep = () => sweepPayments(desk.context(), desk.providers());
const captureIdOf = (id: string) => `CAP${id.slice(0, 14)}`;

describe("an order", () => {
  test("is made with the course record's own price, and kept as an unpaid registration", async () => {
    const order = newOrder();
    const id = await place(order);
    expect(await desk.paypal.ordersOf(order.reference)).toMatchObject([
      {
        id,
        status: "CREATED",
        purchase_units: [
          {
            description: "DevOps Full",
            custom_id: order.reference,
            invoice_id: order.reference,
            amount: { currency_code: "USD", value: "1209.00" },
          },
        ],
      },
    ]);
    expect(await desk.registration(order.reference)).toMatchObject({
      provider: "paypal",
      status: "unpaid",
      expectedMinor: 120_900,
      providerOrderId: id,
    });
    expect(await desk.history(order.reference)).toEqual(["announced (browser)", "ordered (capture)"]);
  });

  test("that is asked for twice is made once", async () => {
    const order = newOrder();
    expect(await place(order)).toBe(await place(order));
    expect(await desk.paypal.ordersOf(order.reference)).toHaveLength(1);
  });

  test("at another price than the record's is not made, and the visitor is told the new one", async () => {
    const order = newOrder();
    const cheaper = { ...order, charge: { currency: "USD", minor: 100 } };
    const answer = await desk.order(cheaper);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        message:
          "The price of DevOps Full has changed to $1,209.00. Nothing was charged. Please reload the page to see it.",
      },
    ]);
    expect(await desk.paypal.ordersOf(order.reference)).toEqual([]);
    expect(await desk.registration(order.reference)).toBeNull();
  });

  test("that was announced at the price of yesterday is not made at it today", async () => {
    const order = newOrder();
    await desk.announce(order);
    const [fee, ...parts] = [priceList.fee.USD.minor + 100];
    expect(parts).toEqual([]);
    const prices = { ...priceList, fee: { ...priceList.fee, USD: { currency: "USD", minor: fee } as const } };
    const answer = await desk.order(order, { prices });
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain("$1,210.00");
    const today = { ...order, charge: { currency: "USD", minor: 121_000 } };
    expect((await desk.order(today, { prices })).status).toBe(409);
    expect(await desk.paypal.ordersOf(order.reference)).toEqual([]);
  });

  test("for a course that is not offered any more is not made", async () => {
    const order = newOrder();
    const details = order.details.map((each) => (each.name === "course_id" ? { ...each, value: "x" } : each));
    const answer = await desk.order({ ...order, details });
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toContain("DevOps Full is not offered like this any more");
  });

  test("under the reference of an order in naira is not made", async () => {
    const order = newOrder();
    await desk.announce(orderOf({ reference: order.reference }));
    expect((await desk.order(order)).status).toBe(409);
    expect((await desk.order(orderOf({ reference: freshReference() }))).status).toBe(422);
  });

  test("under such a reference is not made even where both cost the same number of kobo and cents", async () => {
    const fee = { NGN: { currency: "NGN", minor: 900 }, USD: { currency: "USD", minor: 900 } } as const;
    const prices = { ...priceList, fee };
    const registration = { course: "ai-foundational" };
    const reference = freshReference();
    await desk.announce(orderOf({ reference, registration }), { prices });
    const order = orderOf({ reference, registration, currency: "USD" });
    expect((await desk.order(order, { prices })).status).toBe(409);
    expect(await desk.paypal.ordersOf(reference)).toEqual([]);
  });

  test("that is paid is not made again", async () => {
    const order = newOrder();
    await desk.capture(await agree(order));
    const answer = await desk.order(order);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { message: "This has been paid already. Nothing more was charged." },
    ]);
  });

  test("is left to the browser where the edge has no account", async () => {
    const order = newOrder();
    const request = post("/prod/paypal/orders", { order });
    const answer = await handlePayPalOrder(request, desk.context(), null);
    expect([answer.status, await answer.json()]).toEqual([200, { orders: "browser" }]);
  });

  test("is not left to the browser while PayPal is out of reach", async () => {
    const order = newOrder();
    const { paypal } = desk.providers({ PAYPAL_API_URL: "http://127.0.0.1:9" });
    const request = post("/prod/paypal/orders", { order });
    const answer = await handlePayPalOrder(request, desk.context(), paypal?.client ?? null);
    expect(answer.status).toBe(503);
    expect((await answer.json()).message).toContain("Nothing was charged");
  });

  test.each([
    ["no order", {}, {}, 400],
    ["another site", { order: newOrder() }, { origin: "https://evil.example" }, 403],
    ["another type", { order: newOrder() }, { "content-type": "text/plain" }, 415],
  ])("is refused in words: %s", async (_, body, headers, status) => {
    const request = post("/prod/paypal/orders", body, headers as Record<string, string>);
    const answer = await handlePayPalOrder(request, desk.context(), null);
    expect(answer.status).toBe(status);
    expect((await answer.json()).message).toMatch(/\w+ \w+/);
  });
});

describe("taking the money", () => {
  test("of an order that the payer agreed to is recorded, told to the visitor, and told to staff", async () => {
    const order = newOrder();
    const id = await agree(order);
    expect(await outcomeOf(id)).toEqual({
      status: "paid",
      payment: { id: captureIdOf(id), payer: GRACE },
    });
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "paid",
      flag: null,
      paidMinor: 120_900,
      payer: GRACE,
    });
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ to }) => to)).toEqual(STAFF);
    expect(mails[0]?.message).toContain("PayPal says: Paid");
    expect(mails[0]?.message).toContain("<td>Grace Hopper, grace@paypal.example</td>");
  });

  test("twice takes it once, and tells the same", async () => {
    const order = newOrder();
    const id = await agree(order);
    expect(await outcomeOf(id)).toEqual(await outcomeOf(id));
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 120_900 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("whose answer is lost is told from the order itself", async () => {
    const order = newOrder();
    const id = await agree(order);
    await desk.paypal.captureAs(id, "lost");
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  });

  test("that the bank refuses is told as failed, and the registration stays unpaid", async () => {
    const order = newOrder();
    const id = await agree(order);
    await desk.paypal.captureAs(id, "declined");
    expect(await outcomeOf(id)).toEqual({
      status: "failed",
      message: "Your bank or card did not allow this payment.",
    });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    expect(await desk.mailsAbout(order)).toEqual([]);
  });

  test("that the payer has not agreed to charges nothing", async () => {
    const order = newOrder();
    expect(await outcomeOf(await place(order))).toMatchObject({ status: "failed" });
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
  });

  test.each([
    ["pending", "unpaid", "payment-pending"],
    ["short", "short-paid", "amount-mismatch"],
  ] as const)("that is %s is told as unconfirmed, never as paid", async (mode, status, flag) => {
    const order = newOrder();
    const id = await agree(order);
    await desk.paypal.captureAs(id, mode);
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    expect(await desk.registration(order.reference)).toMatchObject({ status, flag });
  });

  test("while PayPal is in trouble is unconfirmed, and is tried again a minute later", async () => {
    const order = newOrder();
    const id = await agree(order);
    await desk.paypal.captureAs(id, "trouble");
    expect(await outcomeOf(id)).toEqual({ status: "unconfirmed" });
    await desk.paypal.captureAs(id, "completed");
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
  });

  test("is asked for again by the browser when it could not be recorded", async () => {
    const order = newOrder();
    const id = await agree(order);
    expect((await desk.capture(id, { db: openDatabase({ migrated: false }) })).status).toBe(503);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
  });

  test.each(["5O190127TN364715T", "../../v1/oauth2/token", ""])(
    "of an order that was not made here (%j) is refused",
    async (id) => {
      expect((await desk.capture(id)).status).toBe(404);
    },
  );
});

describe("what PayPal sends", () => {
  test("after the capture changes nothing", async () => {
    const order = newOrder();
    const id = await agree(order);
    await desk.capture(id);
    const event = captureEvent("COMPLETED", order, { id: captureIdOf(id) });
    for (const _ of [1, 2]) expect((await desk.paypalSends(event)).status).toBe(200);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", paidMinor: 120_900 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("before the browser hears of the capture is recorded with the payer's name from the order", async () => {
    const order = newOrder();
    const id = await agree(order);
    await desk.providers().paypal?.client.captureOrder(id, `${order.reference}-capture`);
    await desk.paypalSends(captureEvent("COMPLETED", order, { id: captureIdOf(id) }));
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", payer: GRACE });
    expect(await outcomeOf(id)).toMatchObject({ status: "paid", payment: { payer: GRACE } });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("about a payment that no browser announced is kept, and flagged", async () => {
    const order = newOrder();
    await desk.paypalSends(captureEvent("COMPLETED", order));
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "short-paid",
      flag: "unknown-course",
      paidMinor: 120_900,
    });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
    await desk.announce(order);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: null });
  });

  test("PENDING, then COMPLETED, in either order, ends as paid", async () => {
    const events = ["PENDING", "COMPLETED"] as const;
    for (const sequence of [events, [...events].reverse()]) {
      const order = newOrder();
      await desk.announce(order);
      const id = freshReference();
      for (const what of sequence) await desk.paypalSends(captureEvent(what, order, { id }));
      expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: null });
    }
  });

  test.each(["REFUNDED", "REVERSED"] as const)(
    "%s ends as refunded, heard before its capture or after",
    async (what) => {
      for (const isFirst of [true, false]) {
        const order = newOrder();
        await desk.announce(order);
        const charge = captureEvent("COMPLETED", order, { id: freshReference() });
        const refund = refundedEvent(what, order, { id: freshReference() });
        for (const event of isFirst ? [refund, charge] : [charge, refund]) await desk.paypalSends(event);
        expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded" });
      }
    },
  );

  test("about a refund that names only its capture finds the registration", async () => {
    for (const isRecorded of [true, false]) {
      const order = newOrder();
      const id = await agree(order);
      if (isRecorded) await desk.capture(id);
      else await desk.providers().paypal?.client.captureOrder(id, "x");
      const links = [
        { rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureIdOf(id)}`, method: "GET" },
      ];
      const bare = { id: freshReference(), custom_id: undefined, invoice_id: undefined, links };
      await desk.paypalSends(refundedEvent("REFUNDED", order, bare));
      expect(await desk.history(order.reference)).toContain("refunded (webhook)");
    }
  });

  test("about another shop's payment is left alone", async () => {
    const foreign = { ...newOrder(), reference: "INV-00000007" };
    for (const event of [
      captureEvent("COMPLETED", foreign),
      refundedEvent("REFUNDED", foreign, { links: [] }),
      approvedEvent(foreign, "X", new Date()),
      { event_type: "BILLING.SUBSCRIPTION.CREATED", resource: {} },
    ]) {
      expect((await desk.paypalSends(event)).status).toBe(200);
    }
    expect(await desk.registration("INV-00000007")).toBeNull();
  });

  test("is answered with 503 while PayPal cannot confirm that it sent it", async () => {
    const order = newOrder();
    const raw = JSON.stringify(captureEvent("COMPLETED", order));
    const { paypal } = desk.providers({ PAYPAL_API_URL: "http://127.0.0.1:9" });
    const request = post("/prod/webhooks/paypal", raw, await desk.paypal.sign(raw));
    expect((await handlePayPalWebhook(request, desk.context(), paypal)).status).toBe(503);
  });
});

describe("what PayPal did not send is not recorded", () => {
  const order = newOrder();
  const raw = JSON.stringify(captureEvent("COMPLETED", order));
  const send = (headers: Record<string, string>, paypal = desk.providers().paypal, body = raw) =>
    handlePayPalWebhook(post("/prod/webhooks/paypal", body, headers), desk.context(), paypal);

  test("without a signature, with a forged one, or with that of another body", async () => {
    const signed = await desk.paypal.sign(raw);
    for (const headers of [
      {},
      { ...signed, "paypal-transmission-sig": "bm8=" },
      { ...signed, "paypal-transmission-id": "another" },
      { ...signed, "paypal-cert-url": "x".repeat(501) },
      await desk.paypal.sign(raw.replace("1209.00", "12.09")),
    ]) {
      const answer = await send(headers);
      expect([answer.status, await answer.json()]).toEqual([403, { message: "PayPal did not send this." }]);
    }
    expect(await desk.registration(order.reference)).toBeNull();
  });

  test("where no webhook or no account is set up", async () => {
    const signed = await desk.paypal.sign(raw);
    expect((await send(signed, desk.providers({ PAYPAL_WEBHOOK_ID: "" }).paypal)).status).toBe(403);
    expect((await send(signed, desk.providers({ PAYPAL_CLIENT_SECRET: "" }).paypal)).status).toBe(403);
  });

  test("nor is what has no shape", async () => {
    for (const body of ['{"event_type":"PAYMENT.CAPTURE.COMPLETED"}', "[]", "7"]) {
      expect((await send(await desk.paypal.sign(body), undefined, body)).status).toBe(400);
    }
    expect((await send({}, undefined, "hello")).status).toBe(400);
  });
});

describe("a payer who agreed and then lost the page", () => {
  /** PayPal tells that the payer agreed; the browser never asks for the money. */
  async function agreeAndVanish(order: Order): Promise<string> {
    const id = await agree(order);
    await desk.paypalSends(approvedEvent(order, id, desk.context().now));
    return id;
  }

  test("is charged by the next sweep, a minute later and not sooner", async () => {
    const order = newOrder();
    await agreeAndVanish(order);
    expect(await desk.history(order.reference)).toContain("approved (webhook)");
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", payer: GRACE });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("is charged once when the page comes back at the same time", async () => {
    const order = newOrder();
    const id = await agreeAndVanish(order);
    desk.later(1);
    const [answer] = await Promise.all([desk.capture(id), sweep()]);
    expect(await answer.json()).toMatchObject({ status: "paid" });
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 120_900, flag: null });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("is not charged any more after a quarter of an hour, and staff are told", async () => {
    const order = newOrder();
    await agreeAndVanish(order);
    desk.later(16);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "unpaid",
      flag: "approved-not-charged",
    });
    const [paypalOrder] = await desk.paypal.ordersOf(order.reference);
    expect(paypalOrder?.status).toBe("APPROVED");
    const mails = await desk.mailsAbout(order);
    expect(mails).toHaveLength(4);
    expect(mails[0]?.subject).toBe("Registration: unpaid, approved-not-charged");
  });

  test("and was charged without an answer to anybody is found by the sweep", async () => {
    const order = newOrder();
    const id = await agree(order);
    await desk.providers().paypal?.client.captureOrder(id, `${order.reference}-capture`);
    desk.later(15);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    expect(await desk.history(order.reference)).toContain("charged (verification)");
  });

  test("is not charged once the page has told that nothing is, until the order is taken up again", async () => {
    const order = newOrder();
    const id = await agreeAndVanish(order);
    expect((await desk.abandon(id)).status).toBe(200);
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
    expect(await place(order)).toBe(id);
    expect(await outcomeOf(id)).toMatchObject({ status: "paid" });
  });

  test("is left alone by the sweep while nobody has agreed to anything", async () => {
    const order = newOrder();
    await place(order);
    desk.later(60);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
  });
});
