import type { PayPalButtonsComponentProps } from "@paypal/react-paypal-js";
import type { Order } from "~/domain/enrolment/order.ts";
import type { CheckoutOutcome } from "~/domain/enrolment/payment-flow.ts";
import { toDecimalString } from "~/domain/money/money.ts";

type CreateOrder = NonNullable<PayPalButtonsComponentProps["createOrder"]>;
type OnApprove = NonNullable<PayPalButtonsComponentProps["onApprove"]>;
export type CreateActions = Parameters<CreateOrder>[1];
export type ApproveActions = Parameters<OnApprove>[1];
type OrderRequest = Parameters<CreateActions["order"]["create"]>[0];
type CapturedOrder = Awaited<ReturnType<NonNullable<ApproveActions["order"]>["capture"]>>;

/** Where orders are made and captured: in the browser here; a server can take both over behind the same two calls. */
export interface PayPalOrders {
  /** Resolves with PayPal's order id. */
  create(order: Order, actions: CreateActions): Promise<string>;
  /** Takes the money for the order the visitor approved. */
  capture(order: Order, actions: ApproveActions): Promise<CheckoutOutcome>;
}

export const browserOrders: PayPalOrders = {
  create: (order, actions) => actions.order.create(requestFor(order)),
  capture: async (order, actions) => {
    if (!actions.order) return { status: "unconfirmed" };
    try {
      return outcomeOf(await actions.order.capture(), order);
    } catch (error) {
      // PayPal says so when the bank refused; any other failure may have come after the money was taken.
      if (String(error).includes("INSTRUMENT_DECLINED")) {
        return { status: "failed", message: "Your bank or card did not allow this payment." };
      }
      return { status: "unconfirmed" };
    }
  },
};

/** One purchase unit; the invoice id lets PayPal refuse to take the same payment twice. */
export function requestFor(order: Order): OrderRequest {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        description: order.courseName.slice(0, 127),
        custom_id: order.reference,
        invoice_id: order.reference,
        amount: { currency_code: "USD", value: toDecimalString(order.charge) },
      },
    ],
    application_context: { shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
  };
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
