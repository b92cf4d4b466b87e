/** The mails to the alerts role. */
import { expect, test } from "vitest";
import { findAlerts } from "~/edge/alerts/send-alerts.ts";
import { storeMail } from "~/edge/mail/mail-store.ts";
import { recordUnverified } from "~/edge/payment-lifecycle/register-order.ts";
import { NO_LIMITS } from "../../../fixtures/edge.ts";
import { freshReference, newOrder, site } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent, chargeOf } from "../../../fixtures/paystack-events.ts";
import { providerBooks } from "../../../fixtures/provider-books.ts";

const desk = paymentDesk();

const subjects = async () =>
  (await desk.mailsToAlerts()).map(({ subject }) => subject).filter((subject) => subject.startsWith("Alert"));
const change = (sql: string) => desk.db.prepare(sql).run();

/** Stores a mail that could not be delivered for a day. */
async function storeFailedMail(key: string): Promise<void> {
  const mail = { from: site.senderEmail, to: site.email, subject: "Contact Form", message: "<p>Ada</p>" };
  await storeMail(desk.db, { ...mail, idempotencyKey: key }, desk.now);
  await change("INSERT INTO failed_mails SELECT max(id), '2026-11-21', 9, 'x' FROM mails");
}

/** Records charges that Paystack's responses report, but no webhook. */
async function verified(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const order = newOrder();
    await desk.paystackKnows(order.reference, chargeOf(order, { id: 7000 + index }));
    await desk.verify(order.reference);
  }
}

test("mails that could not be delivered are reported once a day, until they are gone", async () => {
  await storeFailedMail("one");
  await desk.sweep();
  expect(await subjects()).toEqual(["Alert: mails could not be delivered"]);
  await desk.sweepAfter(23 * 60, providerBooks());
  expect(await subjects()).toHaveLength(1);
  await desk.sweepAfter(60, providerBooks());
  expect(await subjects()).toHaveLength(2);
  await change("DELETE FROM failed_mails");
  await desk.sweepAfter(24 * 60, providerBooks());
  expect(await subjects()).toHaveLength(2);
});

test("an alert that could not be delivered itself is not reported", async () => {
  await storeFailedMail("alert:2026-11-20T09");
  await desk.sweep(providerBooks());
  expect(await subjects()).toEqual([]);
});

test("a problem within an hour of an alert is reported after that hour", async () => {
  await storeFailedMail("one");
  await desk.sweep(providerBooks());
  await verified(3);
  await desk.sweepAfter(55, providerBooks());
  expect(await subjects()).toHaveLength(1);
  await desk.sweepAfter(5, providerBooks());
  expect((await subjects())[1]).toBe("Alert: Paystack's webhook is silent");
});

test("a check of an order is reported after an hour, and one of an unverified payment is not", async () => {
  await desk.register(newOrder());
  const { providers } = providerBooks();
  const alerts = () => findAlerts(desk.db, providers, desk.now);
  await change("UPDATE payments SET next_check_at = '2026-11-21T08:00:00.000Z'");
  expect(await alerts()).toEqual([]);
  await change("UPDATE payments SET next_check_at = '2026-11-21T07:59:59.000Z'");
  expect(await alerts()).toEqual(["payment-checks-overdue"]);
  await change("DELETE FROM payments");
  const { ordersOverDailyLimit: overflowLimit } = NO_LIMITS;
  const yesterday = { db: desk.db, now: new Date("2026-11-20T09:00:00.000Z"), overflowLimit };
  await recordUnverified(yesterday, freshReference(), "203.0.113.7");
  expect(await alerts()).toEqual([]);
});

test("a webhook is silent if it reported none of three charges within a day", async () => {
  await verified(2);
  await desk.sweep(providerBooks());
  expect(await subjects()).toEqual([]);
  await verified(1);
  await verified(3);
  await desk.sweep(providerBooks());
  expect(await subjects()).toEqual(["Alert: Paystack's webhook is silent"]);
});

test("a webhook that repeats what is recorded is not silent", async () => {
  await verified(3);
  await desk.paystackSends(chargeEvent(newOrder()));
  await desk.sweep(providerBooks());
  expect(await subjects()).toEqual([]);
});

test("PayPal's webhook is silent only where it is set up", async () => {
  for (const id of ["A", "B", "C"]) {
    await desk.paypalSends(captureEvent("COMPLETED", newOrder("USD"), { id }));
  }
  await change("DELETE FROM received_webhooks");
  const { providers } = providerBooks();
  await desk.sweep({ providers: { ...providers, paypal: { ...providers.paypal, webhookId: null } } });
  expect(await subjects()).toEqual([]);
  await desk.sweep({ providers });
  expect(await subjects()).toEqual(["Alert: PayPal's webhook is silent"]);
});

test("a comparison of the books that takes more than six hours is reported", async () => {
  const books = providerBooks();
  books.providers.paystack.client.listRefunds = () => Promise.reject(new Error("Paystack is down."));
  await desk.sweep(books);
  await desk.sweepAfter(359, books);
  expect(await subjects()).toEqual([]);
  await desk.sweepAfter(2, books);
  expect(await subjects()).toEqual(["Alert: the books could not be compared"]);
});

test("two sweeps at once write one alert", async () => {
  await storeFailedMail("one");
  const books = providerBooks();
  await Promise.all([desk.sweep(books), desk.sweep(books)]);
  expect(await subjects()).toHaveLength(1);
});
