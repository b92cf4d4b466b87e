/** Payments in each of their states, for the gallery. Nothing in them does anything. */
import type { Order } from "~/domain/enrolment/order.ts";
import type { PaymentFlow } from "~/domain/enrolment/payment-flow.ts";
import type { PaymentControl } from "~/islands/payment/usePayment.ts";
import type { UnsettledControl } from "~/islands/payment/useUnsettledPayments.ts";

const nothing = () => {};
const nothingLater = async () => {};

const exampleOrder: Order = {
  reference: "REG-EXAMPLE-0001",
  purpose: "registration",
  courseName: "DevOps Foundational",
  charge: { currency: "NGN", minor: 16_500_000 },
  customer: { email: "ada@example.com", firstName: "Ada", lastName: "Obi", phone: "+2348031234567" },
  details: [],
  createdAt: "2026-01-01T00:00:00.000Z",
};
const inDollars: Order = { ...exampleOrder, charge: { currency: "USD", minor: 10_900 } };
const payment = { id: "example", payer: null };

export const exampleFlows: readonly { readonly name: string; readonly flow: PaymentFlow }[] = [
  { name: "Processing", flow: { step: "notifying", order: exampleOrder, payment } },
  { name: "Received", flow: { step: "received", order: exampleOrder, payment } },
  { name: "Received, in dollars", flow: { step: "received", order: inDollars, payment } },
  { name: "Received, staff not told", flow: { step: "notNotified", order: exampleOrder, payment } },
  { name: "Not confirmed yet", flow: { step: "unconfirmed", order: exampleOrder } },
  { name: "Closed", flow: { step: "notPaid", order: exampleOrder, reason: "closed", message: null } },
  {
    name: "Refused",
    flow: { step: "notPaid", order: exampleOrder, reason: "failed", message: "Declined by the bank." },
  },
  {
    name: "Not reachable",
    flow: {
      step: "notPaid",
      order: exampleOrder,
      reason: "unreachable",
      message: "Unable to load paystack inline script",
    },
  },
];

/** A payment that stands still in this state. */
export function stillPayment(flow: PaymentFlow): PaymentControl {
  return {
    flow,
    isTold: true,
    container: { current: null },
    opener: { current: null },
    pay: nothingLater,
    cancel: nothing,
    dismiss: nothing,
    show: nothing,
    resend: nothingLater,
    startAnother: nothing,
    takeUp: nothing,
    reportPaid: nothingLater,
  };
}

/** Payments of an earlier visit: two whose end may be unknown in different ways, and one whose receipt was not seen. */
export const stillUnsettled: UnsettledControl = {
  entries: [
    { status: "opened" } as const,
    { status: "unconfirmed" } as const,
    { status: "paid", payment } as const,
  ].map((known) => ({
    order: { ...exampleOrder, reference: `REG-EXAMPLE-${known.status}` },
    payment: known,
    sender: "website@academy.example",
    recipients: [],
    delivered: [],
  })),
  refresh: () => [],
  reportPaid: nothing,
  reportNotPaid: nothing,
  acknowledge: nothing,
};
