/** What staff read of what somebody typed is what it looks like, whichever mail brings it. */
import { expect, test } from "vitest";
import { contactMail } from "~/browser/outbox/mail-client.ts";
import { registrationMail } from "~/browser/outbox/registration-mail.ts";
import { BLANK_CONTACT_MESSAGE } from "~/domain/contact/contact-message.ts";
import type { Order } from "~/domain/payments/order.ts";
import { listMails } from "~/edge/mail/mail-store.ts";
import { entryOf, newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const TYPED = "Ada\u202E\u2066\u200B\u00AD";
const ROUTE = { from: "site", to: "academy" };

function ordered(currency: Order["charge"]["currency"] = "NGN"): Order {
  const order = newOrder(currency);
  const guardian = { name: TYPED, contact: TYPED, consent: true };
  return { ...order, learner: { ...order.learner, firstName: TYPED, state: TYPED, guardian } };
}

const browserSends = (mail: unknown) => desk.ask(post("/prod/mailing", mail));

test.each<[string, () => Promise<unknown>]>([
  ["a browser's mail of a registration", () => browserSends(registrationMail(entryOf(ordered()), "staff-1"))],
  [
    "a contact message",
    () =>
      browserSends(contactMail({ ...BLANK_CONTACT_MESSAGE, firstname: TYPED, message: `${TYPED}?` }, ROUTE)),
  ],
  [
    "a notice of an order that was named",
    async () => {
      const order = ordered("USD");
      await desk.register(order);
      await desk.paypalSends(captureEvent("COMPLETED", order));
    },
  ],
  ["a notice by Paystack's own record", () => desk.paystackSends(chargeEvent(ordered()))],
])("direction marks and spaces without width do not reach staff: %s", async (_, send) => {
  await send();
  const mails = await listMails(desk.db, { limit: 10 });
  expect(mails.length).toBeGreaterThan(0);
  for (const { message } of mails) {
    expect(message).toContain("Ada");
    expect(message).not.toMatch(/[\u202E\u2066\u200B\u00AD]/);
  }
});
