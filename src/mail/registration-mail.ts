import { registrationMessage, reportedPayment } from "~/domain/enrolment/registration-message.ts";
import type { MailRequest } from "./mail-client.ts";
import type { OutboxEntry } from "./outbox.ts";

/** The mail in which the visitor's browser tells a member of staff who registered, and how the payment ended there. */
export function registrationMail({ order, payment, sender }: OutboxEntry, to: string): MailRequest {
  const proof = payment.status === "paid" ? payment.payment : null;
  return {
    config: { fromEmailAddress: sender, toEmailAddress: to },
    body: {
      subject: "Registration",
      message: registrationMessage(order, reportedPayment(order.charge, proof)),
    },
  };
}
