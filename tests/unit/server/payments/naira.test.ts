import { describe, expect, test } from "vitest";
import { registrationMessage, reportedPayment } from "~/domain/enrolment/registration-message.ts";
import { keepMail, storeMail } from "~/server/mail/mail-store.ts";
import { reduceHtml } from "~/server/mail/reduce-html.ts";
import { MAX_WEBHOOK_BYTES } from "~/server/payments/body-limits.ts";
import { runVerification } from "~/server/payments/check-payment.ts";
import { handlePaystackWebhook } from "~/server/payments/paystack/handle-paystack-webhook.ts";
import { sweepPayments } from "~/server/payments/sweep-payments.ts";
import { freshReference, orderOf, site } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post, SECRET_KEY } from "../../../fixtures/payment-desk.ts";
import {
  chargeOf,
  chargeSuccess,
  disputeEvent,
  refundEvent,
  signedByPaystack,
} from "../../../fixtures/paystack-events.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();
const STAFF = site.staffRecipients.map(({ email }) => email);
const newOrder = () => orderOf({ reference: freshReference() });
const charge = (order = newOrder(), changes = {}) => chargeSuccess(chargeOf(order, changes));

test("a charge of an announced order is recorded, and each member of staff is told once", async () => {
  const order = newOrder();
  await desk.announce(order);
  const answer = await desk.paystackSends(charge(order));
  expect(answer.status).toBe(200);
  expect(await desk.registration(order.reference)).toMatchObject({
    status: "paid",
    flag: null,
    paidMinor: 49_500_000,
  });
  expect(await desk.history(order.reference)).toEqual(["announced (browser)", "charged (webhook)"]);
  const mails = await desk.mailsAbout(order);
  expect(mails.map(({ to }) => to)).toEqual(STAFF);
  for (const mail of mails) {
    expect(mail).toMatchObject({ from: site.senderEmail, subject: "Registration: paid", status: "queued" });
    expect(mail.message).toContain("Paystack says: Paid, and the amount is what the course record asks.");
    expect(mail.message).toContain("<td>4099260516</td>");
    expect(mail.message).toContain("<td>Obi</td>");
  }
  expect(desk.queued).toEqual(mails.map(({ id }) => ({ type: "mail", id })));
});

test("a charge that no browser announced enrols somebody from its metadata alone", async () => {
  const order = newOrder();
  await desk.paystackSends(charge(order));
  expect(await desk.registration(order.reference)).toMatchObject({
    status: "paid",
    courseId: "devops-full",
    courseName: "DevOps Full",
    customer: { email: "ada@example.com", name: "Ada Obi", phone: "+2348012345678" },
    details: order.details,
  });
  const mails = await desk.mailsAbout(order);
  expect(mails.map(({ to }) => to)).toEqual(STAFF);
  for (const { label, value } of order.details) {
    expect(mails[0]?.message).toContain(`<tr><th>${label}</th><td>${value}</td></tr>`);
  }
});

test("what Paystack repeats, also at once, is recorded once and told once", async () => {
  const order = newOrder();
  await desk.announce(order);
  const answers = await Promise.all([1, 2, 3].map(() => desk.paystackSends(charge(order))));
  await desk.paystackSends(charge(order));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await desk.history(order.reference)).toEqual(["announced (browser)", "charged (webhook)"]);
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", paidMinor: 49_500_000 });
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("an order that is announced after its charge changes nothing", async () => {
  const order = newOrder();
  await desk.paystackSends(charge(order));
  await desk.announce(order);
  expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", details: order.details });
  expect(await desk.mailsAbout(order)).toHaveLength(4);
});

test("events that come in the wrong order, side by side, end as in the right one", async () => {
  const order = newOrder();
  await Promise.all([
    desk.paystackSends(refundEvent("refund.processed", order)),
    desk.paystackSends(charge(order)),
    desk.paystackSends(refundEvent("refund.pending", order)),
    desk.announce(order),
  ]);
  expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded", paidMinor: 0 });
});

describe("a charge that is not what the course record asks", () => {
  test.each([
    ["one kobo short", { amount: 49_499_999 }, "short-paid", "amount-mismatch", "Less was paid"],
    ["one naira", { amount: 100 }, "short-paid", "amount-mismatch", "N1 NGN"],
    ["too much", { amount: 49_500_001 }, "paid", "overpaid", "More was paid"],
    [
      "in dollars",
      { currency: "USD" },
      "short-paid",
      "currency-mismatch",
      "49500000 in the smallest unit of USD",
    ],
    ["on the test account", { domain: "test" }, "unpaid", "test-payment", "no money has moved"],
  ])("%s is flagged, and staff are told why", async (_, changes, status, flag, words) => {
    const order = newOrder();
    await desk.announce(order);
    await desk.paystackSends(charge(order, changes));
    await desk.paystackSends(charge(order, changes));
    expect(await desk.registration(order.reference)).toMatchObject({ status, flag });
    const mails = await desk.mailsAbout(order);
    expect(mails.map(({ to }) => to)).toEqual(STAFF);
    expect(mails[0]?.subject).toBe(`Registration: ${status}, ${flag}`);
    expect(mails[0]?.message).toContain(words);
    expect(mails[0]?.message).toContain("<tr><th>Asked</th><td>N495,000 NGN</td></tr>");
  });

  test("of a course that is not offered is flagged", async () => {
    const order = newOrder();
    const details = order.details.map((each) => (each.name === "course_id" ? { ...each, value: "x" } : each));
    await desk.paystackSends(charge({ ...order, details }));
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "short-paid",
      flag: "unknown-course",
      expectedMinor: null,
    });
    expect((await desk.mailsAbout(order))[0]?.message).toContain("It is not known what was paid for");
  });

  test("of an order whose metadata was lost is flagged, and mended by a late announcement", async () => {
    const order = newOrder();
    await desk.paystackSends(charge(order, { metadata: null }));
    expect(await desk.registration(order.reference)).toMatchObject({
      flag: "unknown-course",
      customer: { email: "ada@example.com", name: "Ada Obi" },
    });
    await desk.announce(order);
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "paid",
      flag: null,
      courseId: "devops-full",
    });
  });
});

describe("money that goes back", () => {
  test("in full leaves the registration refunded, and staff hear of it once", async () => {
    const order = newOrder();
    await desk.paystackSends(charge(order));
    for (const event of [
      "refund.pending",
      "refund.processing",
      "refund.processed",
      "refund.processed",
    ] as const) {
      await desk.paystackSends(refundEvent(event, order));
    }
    expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded", flag: null });
    const subjects = (await desk.mailsAbout(order)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Registration: refunded")).toHaveLength(4);
    expect(subjects).toHaveLength(8);
  });

  test("before its charge is heard of waits for it", async () => {
    const order = newOrder();
    expect((await desk.paystackSends(refundEvent("refund.processed", order))).status).toBe(200);
    expect(await desk.registration(order.reference)).toBeNull();
    await desk.paystackSends(charge(order));
    expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded", paidMinor: 0 });
    const subjects = (await desk.mailsAbout(order)).map(({ subject }) => subject);
    expect(new Set(subjects)).toEqual(new Set(["Registration: refunded"]));
  });

  test("in part is flagged", async () => {
    const order = newOrder();
    await desk.paystackSends(charge(order));
    await desk.paystackSends(refundEvent("refund.processed", order, { amount: "1500000" }));
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "short-paid",
      flag: "part-refunded",
      paidMinor: 48_000_000,
    });
  });

  test("through a dispute is flagged while it is open, and counts once it is lost", async () => {
    const order = newOrder();
    await desk.paystackSends(charge(order));
    await desk.paystackSends(disputeEvent("charge.dispute.create", order));
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid", flag: "disputed" });
    const resolution = { resolution: "merchant-accepted", resolvedAt: "2026-11-25T14:00:02.000Z" };
    await desk.paystackSends(disputeEvent("charge.dispute.resolve", order, resolution));
    expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded", flag: null });
  });
});

describe("what is not Paystack's word is not recorded", () => {
  const order = newOrder();
  const raw = JSON.stringify(charge(order));
  const send = (request: Request) =>
    handlePaystackWebhook(request, desk.context(), desk.providers().paystack);

  test.each<[string, Record<string, string>]>([
    ["no signature", {}],
    ["a made-up signature", { "x-paystack-signature": "0".repeat(128) }],
    ["another account's signature", signedByPaystack(raw, "sk_live_other")],
    ["the signature of another body", signedByPaystack(`${raw} `, SECRET_KEY)],
  ])("%s is answered with 403", async (_, headers) => {
    const answer = await send(post("/prod/webhooks/paystack", raw, headers));
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { message: "This is not signed by Paystack." },
    ]);
    expect(await desk.registration(order.reference)).toBeNull();
  });

  test("without a secret key nothing is believed, not even what is signed with none", async () => {
    const request = post("/prod/webhooks/paystack", raw, signedByPaystack(raw, ""));
    const { paystack } = desk.providers({ PAYSTACK_SECRET_KEY: "" });
    expect(paystack).toBeNull();
    expect((await handlePaystackWebhook(request, desk.context(), paystack)).status).toBe(403);
  });

  test("other methods, types, sizes and shapes are refused in words", async () => {
    const signed = (body: string) =>
      post("/prod/webhooks/paystack", body, signedByPaystack(body, SECRET_KEY));
    const text = new Request(signed(raw), { headers: { "content-type": "text/plain" } });
    for (const [request, status] of [
      [new Request("https://academy.example/prod/webhooks/paystack"), 405],
      [text, 415],
      [signed("x".repeat(MAX_WEBHOOK_BYTES + 1)), 413],
      [signed("hello"), 400],
      [signed('{"event":"charge.success","data":{}}'), 400],
      [signed("null"), 400],
    ] as const) {
      const answer = await send(request);
      expect(answer.status).toBe(status);
      expect((await answer.json()).message).toMatch(/\w+ \w+/);
    }
  });

  test("a payment of another shop on the same account is left alone", async () => {
    const foreign = chargeOf(orderOf({ reference: "T2154954412829" }), { metadata: { cart: 7 } });
    expect((await desk.paystackSends(chargeSuccess(foreign))).status).toBe(200);
    expect((await desk.paystackSends({ event: "transfer.success", data: {} })).status).toBe(200);
    expect(await desk.registration("T2154954412829")).toBeNull();
    expect(await desk.history("T2154954412829")).toEqual([]);
  });

  test("while the database fails Paystack is asked to send it again", async () => {
    const answer = await desk.paystackSends(charge(order), { db: openDatabase({ migrated: false }) });
    expect(answer.status).toBe(503);
  });
});

test("a queue that takes no mail does not lose one", async () => {
  const order = newOrder();
  const jobs = { send: () => Promise.reject(new Error("Queue overloaded")) };
  expect((await desk.paystackSends(charge(order), { jobs })).status).toBe(200);
  expect(await desk.mailsAbout(order)).toMatchObject(Array(4).fill({ status: "queued" }));
});

describe("a mail that the visitor's browser sent first", () => {
  /** The browser's mail to the first member of staff, as it is stored. */
  async function browserMail(order: ReturnType<typeof newOrder>, message?: string) {
    const honest = registrationMessage(
      order,
      reportedPayment(order.charge, { id: "4099260516", payer: null }),
    );
    const stored = await storeMail(desk.db, {
      from: site.senderEmail,
      to: STAFF[0] ?? "",
      subject: "Registration",
      message: reduceHtml(message ?? honest),
      idempotencyKey: `${order.reference}:staff-1:paid`,
    });
    return stored.isNew ? stored.id : 0;
  }
  const setStatus = (id: number, status: string) =>
    desk.db.prepare("UPDATE mails SET status = ? WHERE id = ?").bind(status, id).run();
  const toFirst = async (order: ReturnType<typeof newOrder>) =>
    (await desk.mailsAbout(order)).filter(({ to }) => to === STAFF[0]);

  test.each(["queued", "kept"])(
    "and is %s gets the provider's words, and stays the only one",
    async (status) => {
      const order = newOrder();
      await desk.announce(order);
      const id = await browserMail(order);
      if (status === "kept") await keepMail(desk.db, id);
      await desk.paystackSends(charge(order));
      expect(await toFirst(order)).toMatchObject([{ id, subject: "Registration: paid", status }]);
      expect(await desk.mailsAbout(order)).toHaveLength(4);
      expect(desk.queued.some((job) => job.type === "mail" && job.id === id)).toBe(status === "queued");
    },
  );

  test("and has left stays the only one when it told the truth", async () => {
    const order = newOrder();
    await desk.announce(order);
    await setStatus(await browserMail(order), "delivered");
    await desk.paystackSends(charge(order));
    await desk.paystackSends(charge(order));
    expect(await toFirst(order)).toMatchObject([{ subject: "Registration" }]);
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("and is leaving just now is not changed under way", async () => {
    const order = newOrder();
    await desk.announce(order);
    const id = await browserMail(order);
    await desk.db
      .prepare("UPDATE mails SET claimed_until = '2026-11-21T09:01:00.000Z' WHERE id = ?")
      .bind(id)
      .run();
    await desk.paystackSends(charge(order));
    expect(await toFirst(order)).toMatchObject([{ subject: "Registration" }]);
  });

  test("and has left is followed by the provider's word when it told something else", async () => {
    const order = newOrder();
    await desk.announce(order);
    const lie = `<h1>New registration: Everything</h1><p>${order.reference}: enrol me in all of it.</p>`;
    await setStatus(await browserMail(order, lie), "delivered");
    await desk.paystackSends(charge(order));
    await desk.paystackSends(charge(order));
    expect(await toFirst(order)).toMatchObject([
      { subject: "Registration" },
      { subject: "Registration: paid" },
    ]);
  });

  test("does not keep staff from hearing that less was paid", async () => {
    const order = newOrder();
    await desk.announce(order);
    await setStatus(await browserMail(order), "delivered");
    await desk.paystackSends(charge(order, { amount: 100 }));
    expect(await toFirst(order)).toMatchObject([
      { subject: "Registration" },
      { subject: "Registration: short-paid, amount-mismatch" },
    ]);
  });
});

describe("when the webhook is lost", () => {
  const verify = (reference: string) => runVerification(desk.context(), desk.providers(), reference);
  const sweep = () => sweepPayments(desk.context(), desk.providers());

  test("the browser's word has the charge looked up by its reference", async () => {
    const order = newOrder();
    await desk.announce(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    expect(await verify(order.reference)).toBe("done");
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    expect(await desk.history(order.reference)).toEqual(["announced (browser)", "charged (verification)"]);
    expect(await desk.mailsAbout(order)).toHaveLength(4);
    // The webhook comes after all.
    await desk.paystackSends(charge(order));
    expect(await desk.registration(order.reference)).toMatchObject({ paidMinor: 49_500_000 });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("a reference that was never announced is enrolled from the charge's metadata", async () => {
    const order = newOrder();
    await desk.paystackKnows(order.reference, chargeOf(order));
    await verify(order.reference);
    expect(await desk.registration(order.reference)).toMatchObject({
      status: "paid",
      courseId: "devops-full",
    });
  });

  test.each(["abandoned", "failed", "ongoing", "pending", "queued"])(
    "a charge that is %s leaves the registration unpaid, and staff in peace",
    async (status) => {
      const order = newOrder();
      await desk.announce(order);
      await desk.paystackKnows(order.reference, chargeOf(order, { status }));
      expect(await verify(order.reference)).toBe("done");
      expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid", flag: null });
      expect(await desk.mailsAbout(order)).toEqual([]);
    },
  );

  test("a charge that went back as a whole is refunded", async () => {
    const order = newOrder();
    await desk.announce(order);
    await desk.paystackKnows(order.reference, chargeOf(order, { status: "reversed" }));
    await verify(order.reference);
    expect(await desk.registration(order.reference)).toMatchObject({ status: "refunded" });
  });

  test("a claim about a payment that Paystack does not know records nothing", async () => {
    const reference = freshReference();
    expect(await verify(reference)).toBe("done");
    expect(await desk.registration(reference)).toBeNull();
  });

  test("Paystack in trouble is asked again", async () => {
    const order = newOrder();
    await desk.announce(order);
    await desk.paystackKnows(order.reference, { trouble: 503 });
    expect(await verify(order.reference)).toEqual({ retryInSeconds: 60 });
    await desk.paystackKnows(order.reference, { trouble: 401 });
    expect(await verify(order.reference)).toBe("done");
  });

  test("what is known to be paid is not asked about again", async () => {
    const order = newOrder();
    await desk.paystackSends(charge(order));
    await desk.paystackKnows(order.reference, { trouble: 503 });
    expect(await verify(order.reference)).toBe("done");
  });

  test("without a secret key nothing is asked", async () => {
    const order = newOrder();
    await desk.announce(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    const keyless = desk.providers({ PAYSTACK_SECRET_KEY: "" });
    expect(await runVerification(desk.context(), keyless, order.reference)).toBe("done");
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
  });

  test("a charge whose browser was lost as well is found a quarter of an hour later", async () => {
    const order = newOrder();
    await desk.announce(order);
    await desk.paystackKnows(order.reference, chargeOf(order));
    desk.later(14);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "unpaid" });
    desk.later(1);
    await sweep();
    expect(await desk.registration(order.reference)).toMatchObject({ status: "paid" });
    expect(await desk.mailsAbout(order)).toHaveLength(4);
  });

  test("an unpaid registration is asked about for three days, and forgotten after a month", async () => {
    const order = newOrder();
    await desk.announce(order);
    const asked: number[] = [];
    const { paystack } = desk.providers();
    if (!paystack) throw new Error("Paystack is not set up.");
    let now = 0;
    const verify = async () => {
      asked.push(now);
      return null;
    };
    const client = { isLive: true, verify, listPaid: async () => [] };
    const counting = { paystack: { ...paystack, client }, paypal: null };
    for (const minutes of [14, 15, 59, 60, 359, 360, 1439, 1440, 4319, 4320, 5000, 9000]) {
      desk.later(minutes - now);
      now = minutes;
      await sweepPayments(desk.context(), counting);
    }
    expect(asked).toEqual([15, 60, 360, 1440, 4320]);
    desk.later(31 * 24 * 60);
    await sweep();
    expect(await desk.registration(order.reference)).toBeNull();
    expect(await desk.history(order.reference)).toEqual([]);
  });

  test("what was paid, or must be looked at, is not forgotten", async () => {
    const [paid, short] = [newOrder(), newOrder()];
    await desk.paystackSends(charge(paid));
    await desk.announce(short);
    await desk.paystackSends(charge(short, { id: 5, domain: "test" }));
    desk.later(32 * 24 * 60);
    await sweep();
    expect(await desk.registration(paid.reference)).toMatchObject({ status: "paid" });
    expect(await desk.registration(short.reference)).toMatchObject({ flag: "test-payment" });
    expect(await desk.history(paid.reference)).toHaveLength(1);
  });

  test("trouble with one registration does not keep the sweep from the next, and is tried again soon", async () => {
    const [first, second] = [newOrder(), newOrder()];
    for (const order of [first, second]) await desk.announce(order);
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
