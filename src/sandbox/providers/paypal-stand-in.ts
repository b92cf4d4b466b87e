import { minorOf } from "~/domain/money/money.ts";
import type { PayPalPurchase } from "~/domain/payments/paypal-purchase.ts";
import type { Database } from "~/edge/database.ts";
import type { PayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import type { ListedMovement } from "~/edge/payments/paypal/paypal-listing.ts";
import type { PayPalCapture, PayPalOrder } from "~/edge/payments/paypal/paypal-order.ts";
import { ProviderError } from "~/edge/payments/provider-error.ts";
import { checkoutAddress } from "./checkout-address.ts";
import {
  addPayment,
  findPayment,
  findRequested,
  isPaidElsewhere,
  listPaid,
  noteCapture,
  type SandboxPayment,
} from "./sandbox-payments.ts";

const HOUR_MS = 3_600_000;
/** An order that was not paid is gone after this. */
const ORDER_LIFE_MS = 3 * HOUR_MS;
/** The same request id is answered with the same order for so long. */
const REQUEST_LIFE_MS = 6 * HOUR_MS;

const ID_LENGTH = 17;
const CAPTURE_PREFIX = "C";
const MOVEMENTS_A_PAGE = 100;

const PAYER = {
  email_address: "payer@example.com",
  name: { given_name: "Sandbox", surname: "Payer" },
} as const;

/**
 * PayPal as the edge sees it, without PayPal: a request id makes one order, the payer agrees to it on the checkout's page, and
 * it is captured once; the bank refuses where the payer chose so. Nothing is ever given back or disputed, and it sends no
 * webhooks. It rejects with a ProviderError as PayPal refuses, and when the database fails.
 */
export function createPayPalStandIn(db: Database, now: () => Date): PayPalClient {
  async function find(code: string): Promise<SandboxPayment> {
    const payment = await findPayment(db, code);
    if (payment?.provider !== "paypal" || isGone(payment, now())) {
      throw refusal(404, "RESOURCE_NOT_FOUND");
    }
    return payment;
  }

  return {
    createOrder: async (purchase, requestId) => {
      const time = now();
      const code = crypto.randomUUID().replaceAll("-", "").slice(0, ID_LENGTH).toUpperCase();
      const reference = purchase.purchase_units[0].invoice_id;
      await addPayment(
        db,
        { code, provider: "paypal", reference, requestId, purchase },
        { now: time, since: new Date(time.getTime() - REQUEST_LIFE_MS) },
      );
      return (await findRequested(db, "paypal", requestId))?.code ?? code;
    },
    getOrder: async (id) => orderOf(await find(id)),
    captureOrder: async (id, requestId) => {
      const before = await find(id);
      if (before.captureRequest !== requestId) {
        if (before.paidAt !== null) throw refusal(422, "ORDER_ALREADY_CAPTURED");
        if (before.choice === null) throw refusal(422, "ORDER_NOT_APPROVED");
        if (await isPaidElsewhere(db, before)) throw refusal(422, "DUPLICATE_INVOICE_ID");
        await noteCapture(db, id, { requestId, now: now() });
      }
      const after = await find(id);
      if (after.paidAt === null) throw refusal(422, "INSTRUMENT_DECLINED");
      return orderOf(after);
    },
    getCapture: async (id) => {
      const [capture] = capturesOf(await find(id.slice(CAPTURE_PREFIX.length)));
      if (!capture) throw refusal(404, "RESOURCE_NOT_FOUND");
      return capture;
    },
    listMovements: async (period, page) => {
      const { rows, isLast } = await listPaid(db, "paypal", period, { page, size: MOVEMENTS_A_PAGE });
      return { rows: rows.map(movementOf), isLast };
    },
    isOwnWebhook: async () => false,
  };
}

function refusal(status: number, issue: string): ProviderError {
  return new ProviderError(`The sandbox's PayPal: ${status} ${issue}`, status, issue);
}

/** Whether it was left for so long that PayPal no longer knows it. */
export function isGone({ provider, begunAt, chosenAt, paidAt }: SandboxPayment, now: Date): boolean {
  const since = new Date(chosenAt ?? begunAt).getTime();
  return provider === "paypal" && paidAt === null && now.getTime() - since >= ORDER_LIFE_MS;
}

function orderOf(payment: SandboxPayment): PayPalOrder {
  const { code, choice, begunAt, chosenAt, paidAt } = payment;
  const [{ custom_id, invoice_id, amount }] = purchaseOf(payment).purchase_units;
  const captures = capturesOf(payment);
  return {
    id: code,
    status: paidAt !== null ? "COMPLETED" : choice === null ? "CREATED" : "APPROVED",
    payer: choice === null ? null : PAYER,
    purchase_units: [
      { custom_id, invoice_id, amount, ...(captures.length > 0 && { payments: { captures } }) },
    ],
    ...linksOf(payment),
    create_time: begunAt,
    update_time: paidAt ?? chosenAt ?? begunAt,
  };
}

/** Of an order that a payer may come back from. */
function linksOf(payment: SandboxPayment): Pick<PayPalOrder, "links"> {
  const { return_url } = purchaseOf(payment).application_context;
  return return_url ? { links: [{ rel: "approve", href: checkoutAddress(payment.code, return_url) }] } : {};
}

function capturesOf(payment: SandboxPayment): PayPalCapture[] {
  const { code, paidAt } = payment;
  if (paidAt === null) return [];
  const [{ custom_id, invoice_id, amount }] = purchaseOf(payment).purchase_units;
  const times = { create_time: paidAt, update_time: paidAt };
  return [{ id: CAPTURE_PREFIX + code, status: "COMPLETED", amount, custom_id, invoice_id, ...times }];
}

function movementOf(payment: SandboxPayment): ListedMovement {
  const { code, reference, paidAt } = payment;
  const [{ amount }] = purchaseOf(payment).purchase_units;
  const id = CAPTURE_PREFIX + code;
  const amountMinor = minorOf(amount.value);
  return {
    kind: "charged",
    id,
    chargeId: id,
    reference,
    amountMinor,
    currency: amount.currency_code,
    feeMinor: feeOf(amountMinor ?? 0),
    initiatedAt: paidAt,
  };
}

/** Cents: 4.4 % and 30. */
function feeOf(minor: number): number {
  return Math.round(minor * 0.044) + 30;
}

function purchaseOf({ purchase }: SandboxPayment): PayPalPurchase {
  return JSON.parse(purchase);
}
