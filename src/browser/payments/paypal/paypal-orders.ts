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

/** An order that was not made; nothing was charged. */
export class OrderRefused extends Error {
  override readonly name = "OrderRefused";
  constructor(
    /** Whether the order itself was refused, or there was no answer. */
    readonly reason: "failed" | "unreachable",
    /** In words for the visitor. */
    message: string,
    /** How the payment ends where the reason is another: it is made, being confirmed, or its order must be corrected. */
    readonly reported: CheckoutOutcome | null = null,
  ) {
    super(message);
  }
}

/** The two places where orders are made and captured: the edge, or the browser where there is no edge. */
export interface PayPalOrders {
  /**
   * Resolves with PayPal's order id.
   * @param startedId of the order that the edge has made already; left out or null where none is
   * @throws OrderRefused when no order was made, in words for the visitor; anything else that PayPal's script throws
   */
  create(order: Order, actions: CreateActions, startedId?: string | null): Promise<string>;
  /** Takes the money for the order the visitor approved. */
  capture(order: Order, actions: ApproveActions): Promise<CaptureOutcome>;
  /** The page says that nothing is charged for the order: a late approval must not be captured. */
  abandon?(order: Order): void;
}

/** Orders that the visitor's browser makes and captures: the price is not checked, so staff compare. */
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

/** PayPal's script passes its server's refusal on as text; any other failure may have come after the money was taken. */
function refusalOf(error: unknown): CaptureOutcome {
  const issue = /"issue":\s*"(\w+)"/.exec(String(error))?.[1] ?? "";
  // Another order has brought the money under the same invoice number.
  const isPerhapsPaid = issue === "" || issue === "DUPLICATE_INVOICE_ID";
  const refusal = isPerhapsPaid ? null : captureRefusal(issue);
  if (!refusal) return { status: "unconfirmed" };
  return { status: refusal.canRetry ? "declined" : "failed", message: REFUSAL_MESSAGES[refusal.reason] };
}

/** Believed only when the capture is complete and of the amount that was asked for. */
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
