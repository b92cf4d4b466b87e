import { orderLines } from "~/domain/payments/order-lines.ts";
import { registrationMessage, reportedPayment } from "~/domain/payments/registration-message.ts";
import { type MailRequest, mailOf } from "./mail-client.ts";
import type { OutboxEntry } from "./outbox.ts";

/** The visitor's browser's mail to one member of staff: the registration, and the result of its payment. */
export function registrationMail({ order, payment, sender }: OutboxEntry, to: string): MailRequest {
  const proof = payment.status === "paid" ? payment.payment : null;
  const message = registrationMessage(order, orderLines(order), reportedPayment(order.charge, proof));
  return mailOf({ from: sender, to }, "Registration", message);
}
