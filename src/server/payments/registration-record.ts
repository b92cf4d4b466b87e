import {
  type ExpectedCharge,
  expectedCharge,
  type PriceList,
  purchaseOf,
} from "~/domain/enrolment/expected-charge.ts";
import { detailOf, type Order, type OrderDetail } from "~/domain/enrolment/order.ts";
import type { Payer } from "~/domain/enrolment/payment-flow.ts";
import type { RegistrationFlag, RegistrationStatus } from "~/domain/enrolment/payment-history.ts";
import { type Currency, formatExact, fromMinor, type Money } from "~/domain/money/money.ts";
import type { Enrolment, Provider } from "./payment-report.ts";

/** A registration as the academy keeps it: who wants what, what it costs, and how its payment stands. */
export interface RegistrationRecord {
  readonly reference: string;
  readonly provider: Provider;
  readonly purpose: Order["purpose"];
  /** Empty when it is not known. */
  readonly courseId: string;
  readonly courseName: string;
  /** The price card's name; empty for a registration. */
  readonly plan: string;
  readonly currency: Currency;
  /** What the course record asked when this began; null for a course or plan that it does not have. */
  readonly expectedMinor: number | null;
  readonly paidMinor: number;
  readonly status: RegistrationStatus;
  readonly flag: RegistrationFlag | null;
  readonly details: readonly OrderDetail[];
  readonly customer: Enrolment["customer"];
  /** Who paid, as PayPal knows them; null while it is not known, and for Paystack. */
  readonly payer: Payer | null;
  /** PayPal's id of the latest order. */
  readonly providerOrderId: string | null;
  /** ISO 8601, UTC, by the visitor's clock. */
  readonly startedAt: string;
  /** ISO 8601, UTC, by ours. */
  readonly createdAt: string;
}

/** A registration before anything is known of its payment. */
export type NewRegistration = Omit<
  RegistrationRecord,
  "paidMinor" | "status" | "flag" | "payer" | "providerOrderId" | "createdAt"
>;

export const UNKNOWN_COURSE = "Unknown course";

const CURRENCIES: Record<Provider, Currency> = { paystack: "NGN", paypal: "USD" };
const PROVIDERS: Record<Currency, Provider> = { NGN: "paystack", USD: "paypal" };

/** What a reference of this site was made for. */
export function purposeOf(reference: string): Order["purpose"] {
  return reference.startsWith("TUI-") ? "tuition" : "registration";
}

/** What the course record asked; null when it does not have what was bought. */
export function expectedOf({ currency, expectedMinor }: NewRegistration): Money | null {
  return expectedMinor === null ? null : fromMinor(currency, expectedMinor);
}

/** The registration of an order that the browser names. What it costs is read from the course record alone. */
export function registrationOfOrder(order: Order, prices: PriceList): NewRegistration {
  const { reference, customer, charge, createdAt } = order;
  return {
    reference,
    provider: PROVIDERS[charge.currency],
    ...purchased(order, charge.currency, order.courseName, prices),
    customer: {
      email: customer.email,
      name: `${customer.firstName} ${customer.lastName}`.trim(),
      phone: customer.phone,
    },
    startedAt: createdAt,
  };
}

/** The registration that a payment's own record tells of, where the browser never named it. */
export function registrationOfPayment(
  payment: { provider: Provider; reference: string; occurredAt: string },
  { customer, details }: Enrolment,
  prices: PriceList,
): NewRegistration {
  const { provider, reference, occurredAt } = payment;
  const purpose = purposeOf(reference);
  const courseName = detailOf({ details }, "course") || UNKNOWN_COURSE;
  return {
    reference,
    provider,
    ...purchased({ purpose, details }, CURRENCIES[provider], courseName, prices),
    customer,
    startedAt: occurredAt,
  };
}

function purchased(
  { purpose, details }: Pick<Order, "purpose" | "details">,
  currency: Currency,
  courseName: string,
  prices: PriceList,
) {
  const purchase = purchaseOf({ purpose, details, charge: { currency, minor: 0 } });
  const expected = expectedCharge(purchase, prices);
  return {
    purpose,
    courseId: purchase.courseId,
    courseName: expected?.courseName ?? courseName,
    plan: purchase.planName,
    currency,
    expectedMinor: expected?.charge.minor ?? null,
    details: expected ? withPrices(details, expected) : details,
  };
}

/** Prices in the details are the page's; the record's take their place. */
function withPrices(details: readonly OrderDetail[], { parts }: ExpectedCharge): OrderDetail[] {
  const values: Record<string, string | undefined> = parts
    ? { registration_fee: formatExact(parts.fee), course_price: formatExact(parts.course) }
    : {};
  return details.map((detail) => ({ ...detail, value: values[detail.name] ?? detail.value }));
}
