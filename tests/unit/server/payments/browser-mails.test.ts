import { describe, expect, test } from "vitest";
import type { Order } from "~/domain/enrolment/order.ts";
import { registrationMessage, reportedPayment } from "~/domain/enrolment/registration-message.ts";
import { keepMail, storeMail } from "~/server/mail/mail-store.ts";
import { reduceHtml } from "~/server/mail/reduce-html.ts";
import { newOrder, STAFF, site } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();

describe("a mail that the visitor's browser sent first", () => {
  /** The browser's mail to the first member of staff, as it is stored. */
  async function browserMail(order: Order, message?: string) {
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
  const toFirst = async (order: Order) => (await desk.mailsAbout(order)).filter(({ to }) => to === STAFF[0]);

  test.each(["queued", "kept"])(
    "and is %s gets the provider's words, and stays the only one",
    async (status) => {
      const order = newOrder();
      await desk.announce(order);
      const id = await browserMail(order);
      if (status === "kept") await keepMail(desk.db, id);
      await desk.paystackSends(chargeEvent(order));
      expect(await toFirst(order)).toMatchObject([{ id, subject: "Registration: paid", status }]);
      expect(await desk.mailsAbout(order)).toHaveLength(4);
      expect(desk.queued.some((job) => job.type === "mail" && job.id === id)).toBe(status === "queued");
    },
  );

  test("and has left stays the only one when it told the truth", async () => {
    const order = newOrder();
    await desk.announce(order);
    await setStatus(await browserMail(order), "delivered");
    await desk.paystackSends(chargeEvent(order));
    await desk.paystackSends(chargeEvent(order));
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
    await desk.paystackSends(chargeEvent(order));
    expect(await toFirst(order)).toMatchObject([{ subject: "Registration" }]);
  });

  test("and has left is followed by the provider's word when it told something else", async () => {
    const order = newOrder();
    await desk.announce(order);
    const lie = `<h1>New registration: Everything</h1><p>${order.reference}: enrol me in all of it.</p>`;
    await setStatus(await browserMail(order, lie), "delivered");
    await desk.paystackSends(chargeEvent(order));
    await desk.paystackSends(chargeEvent(order));
    expect(await toFirst(order)).toMatchObject([
      { subject: "Registration" },
      { subject: "Registration: paid" },
    ]);
  });

  test("does not keep staff from hearing that less was paid", async () => {
    const order = newOrder();
    await desk.announce(order);
    await setStatus(await browserMail(order), "delivered");
    await desk.paystackSends(chargeEvent(order, { amount: 100 }));
    expect(await toFirst(order)).toMatchObject([
      { subject: "Registration" },
      { subject: "Registration: short-paid, amount-mismatch" },
    ]);
  });
});
