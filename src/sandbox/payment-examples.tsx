/** Example payments in each state, for the gallery. Their actions do nothing. */

import { PaymentDialogs } from "~/browser/islands/payment/PaymentDialogs.tsx";
import { PaymentNotices } from "~/browser/islands/payment/PaymentNotices.tsx";
import type { PaymentControl } from "~/browser/islands/payment/usePayment.ts";
import type { UnresolvedControl } from "~/browser/islands/payment/useUnresolvedPayments.ts";
import { withBoundary } from "~/browser/islands/support/IslandBoundary.tsx";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { PaymentFlow } from "~/domain/payments/payment-flow.ts";

const noop = () => {};
const noopAsync = async () => {};

const exampleOrder: Order = {
  reference: "REG-EXAMPLE-0001",
  purpose: "registration",
  course: { id: "devops-foundational", name: "DevOps Foundational" },
  plan: null,
  charge: { currency: "NGN", minor: 16_500_000 },
  parts: { fee: { currency: "NGN", minor: 1_500_000 }, course: { currency: "NGN", minor: 15_000_000 } },
  learner: { ...UNKNOWN_LEARNER, email: "ada@example.com" },
  cohortName: "",
  isSponsored: false,
  startedAt: "2026-01-01T00:00:00.000Z",
};
const inDollars: Order = {
  ...exampleOrder,
  charge: { currency: "USD", minor: 10_900 },
  parts: { fee: { currency: "USD", minor: 900 }, course: { currency: "USD", minor: 10_000 } },
};
const firstOfSix: Order = {
  ...exampleOrder,
  course: { id: "devops-full", name: "DevOps Full" },
  plan: { id: "five-installments", name: "Five Installments" },
  charge: { currency: "NGN", minor: 20_900_000 },
  parts: { fee: { currency: "NGN", minor: 1_500_000 }, course: { currency: "NGN", minor: 19_400_000 } },
};
const payment = { id: "example", payer: null };

const exampleFlows: readonly { readonly name: string; readonly flow: PaymentFlow }[] = [
  { name: "Processing", flow: { step: "notifying", order: exampleOrder, payment } },
  { name: "Received", flow: { step: "received", order: exampleOrder, payment } },
  { name: "Received, in dollars", flow: { step: "received", order: inDollars, payment } },
  { name: "Received, the first of a plan", flow: { step: "received", order: firstOfSix, payment } },
  { name: "Received, staff not notified", flow: { step: "notNotified", order: exampleOrder, payment } },
  { name: "Not confirmed yet", flow: { step: "unconfirmed", order: exampleOrder } },
  { name: "Closed", flow: { step: "notPaid", order: exampleOrder, reason: "closed", message: null } },
  {
    name: "Closed, and not known",
    flow: { step: "notPaid", order: exampleOrder, reason: "unknown", message: null },
  },
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

/** A payment control fixed in a state. */
export function examplePayment(flow: PaymentFlow): PaymentControl {
  return {
    flow,
    isDialogOpen: true,
    container: { current: null },
    opener: { current: null },
    notice: { current: null },
    pay: noopAsync,
    cancel: noop,
    dismiss: noop,
    show: noop,
    resend: noopAsync,
    openPage: noop,
    startAnother: noop,
    resume: noop,
    reportPaid: noopAsync,
  };
}

/** Unresolved payments of an earlier visit: opened, unconfirmed, and paid without a receipt shown. */
const exampleUnresolved: UnresolvedControl = {
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
  statusOf: () => null,
  askAgain: noop,
  reportPaid: noop,
  reportNotPaid: noop,
  acknowledge: noop,
};

export const ExampleNotices = withBoundary(() =>
  exampleFlows
    .slice(1, 6)
    .map(({ name, flow }, index) => (
      <PaymentNotices
        key={name}
        payment={{ ...examplePayment(flow), isDialogOpen: false }}
        unresolved={index === 0 ? exampleUnresolved : { ...exampleUnresolved, entries: [] }}
        onAnother={noop}
      />
    )),
);

export const ExampleDialogs = withBoundary(() =>
  exampleFlows.map(({ name, flow }) => (
    <div key={name}>
      <p className="mb-3 text-muted">{name}</p>
      <PaymentDialogs payment={examplePayment(flow)} onRetry={noop} another="Pay for something else" />
    </div>
  )),
);
