import { expect, test, vi } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";

const desk = paymentDesk();
const DAY = 24 * 60;
const order = newOrder("USD");
const hear = () => desk.paypalSends(captureEvent("COMPLETED", order));
const known = async () => {
  const row = await desk.db
    .prepare("SELECT COUNT(*) AS count FROM webhook_senders")
    .first<{ count: number }>();
  return row?.count;
};

test("a sender address of PayPal's webhooks is forgotten after ninety days, unless another came from it since", async () => {
  await hear();
  desk.later(80 * DAY);
  await hear();
  desk.later(80 * DAY);
  await desk.sweep();
  expect(await known()).toBe(1);
  desk.later(11 * DAY);
  await desk.sweep();
  expect(await known()).toBe(0);
});

test("a webhook that PayPal does not confirm does not make its sender a known one", async () => {
  const providers = desk.providers();
  vi.spyOn(providers.paypal?.client ?? Object(), "isOwnWebhook").mockResolvedValue(false);
  await desk.paypalSends(captureEvent("COMPLETED", order), { providers });
  expect(await known()).toBe(0);
});
