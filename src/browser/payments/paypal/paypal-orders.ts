import type { PayPalButtonsComponentProps } from "@paypal/react-paypal-js";
import { toDecimalString } from "~/domain/money/money.ts";
import { captureRefusal, REFUSAL_MESSAGES } from "~/domain/payments/capture-refusal.ts";
import { type CaptureOutcome, paypalPurchase } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";

type CreateOrder = NonNullable<PayPalButtonsComponentProps["createOrder"]>;
type OnApprove = NonNullable<PayPalButtonsComponentProps["onApprove"]>;
export type CreateActions = Parameters<CreateOrder>[1];
export type ApproveActions = Parameters<OnApprove>[1];
type CapturedOrder = Awaited<ReturnType<NonNullable<ApproveActions["order"]>["capture"]>>;

/** An order that was not created. Nothing was charged for it. */
export class OrderRefused extends Error {
  override readonly name = "OrderRefused";
  constructor(
    /** "failed" if the order was refused, "unreachable" if there was no response. */
    readonly reason: "failed" | "unreachable",
    /** A message to show to the visitor. */
    message: string,
    /** The outcome of the payment if it is paid already, being confirmed, or its order must be corrected. */
    readonly reported: CheckoutOutcome | null = null,
  ) {
    super(message);
  }
}

/** Creates and captures orders at PayPal: through the edge, or in the browser if there is no edge. */
export interface PayPalOrders {
  /**
   * Resolves with PayPal's order id.
   * @param startedId the id of an order that the edge has created already; `null` if there is none
   * @throws OrderRefused if no order was created, and any error of PayPal's script
   */
  create(order: Order, actions: CreateActions, startedId?: string | null): Promise<string>;
  /** Takes the money for the order that the visitor has approved. */
  capture(order: Order, actions: ApproveActions): Promise<CaptureOutcome>;
  /** Called when the page says that nothing is charged for the order. A late approval must not be captured. */
  abandon?(order: Order): void;
}

/** Orders that the visitor's browser creates and captures. Nobody checks their price, so staff compare it. */
export const browserOrders: PayPalOrders = {
  create: (order, actions) => actions.order.create(paypalPurchase(order)),
  capture: async (order, actions) => {
    if (!actions.order) return { status: "unconfirmed" };
    try {
      return outcomeOf(await actions.order.capture(), order);
    } catch (error) {
      return refusalOf(error);
    }
  },
};

/**
 * Returns the outcome of a failed capture. PayPal's script passes its server's refusal on as text. Any other failure
 * may have happened after the money was taken.
 */
function refusalOf(error: unknown): CaptureOutcome {
  const issue = /"issue":\s*"(\w+)"/.exec(String(error))?.[1] ?? "";
  // A duplicate invoice id means that another order with this reference was paid.
  const mayBePaid = issue === "" || issue === "DUPLICATE_INVOICE_ID";
  const refusal = mayBePaid ? null : captureRefusal(issue);
  if (!refusal) return { status: "unconfirmed" };
  return { status: refusal.canRetry ? "declined" : "failed", message: REFUSAL_MESSAGES[refusal.reason] };
}

/** Returns "paid" only if the capture is complete and has the order's amount. */
export function outcomeOf(captured: CapturedOrder, order: Order): CheckoutOutcome {
  const capture = captured.purchase_units?.[0]?.payments?.captures?.[0];
  const isRight =
    captured.status === "COMPLETED" &&
    capture?.status === "COMPLETED" &&
    capture.amount?.currency_code === "USD" &&
    capture.amount.value === toDecimalString(order.charge);
  if (!isRight) return { status: "unconfirmed" };
  const { payer } = captured;
  return {
    status: "paid",
    payment: {
      id: capture.id ?? captured.id ?? order.reference,
      payer: payer
        ? {
            name: [payer.name?.given_name, payer.name?.surname].filter(Boolean).join(" "),
            email: payer.email_address ?? "",
          }
        : null,
    },
  };
}
