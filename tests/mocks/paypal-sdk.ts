import type { BrowserContext } from "@playwright/test";
import type { PayPalPurchase } from "../../src/domain/payments/checkout.ts";
import type { CaptureMode } from "../../src/sandbox/providers/paypal-shapes.ts";
import { paypalStandIn } from "./paypal-server.ts";

const SDK = "https://www.paypal.com/sdk/js**";
const ORDERS = "https://www.paypal.com/v2/checkout/orders**";
const ANY_ORDER = "https://www.paypal.com/v2/checkout/orders/**";
const APPROVALS = "https://www.paypal.com/stand-in/approve/**";

/**
 * The stand-in for PayPal's script. It draws a button, and creates and captures orders over the network. The
 * payer agrees to an order at once, and after a restart can agree to the same order again.
 */
const SCRIPT = `(() => {
  const call = async (path, body) => {
    const answer = await fetch("https://www.paypal.com/v2/checkout/orders" + path, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}),
    });
    const data = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(data));
    return data;
  };
  const button = (text, act) => {
    const element = document.createElement("button");
    element.type = "button"; element.textContent = text; element.addEventListener("click", act);
    return element;
  };
  window.paypal = {
    version: "5.0.0",
    FUNDING: {},
    Buttons: (options) => ({
      isEligible: () => true,
      close: async () => undefined,
      updateProps: () => undefined,
      render: async (container) => {
        const create = { order: { create: async (request) => (await call("", request)).id } };
        const agree = async (orderID) => {
          await fetch("https://www.paypal.com/stand-in/approve/" + orderID);
          const restart = () => container.append(button("Pay another way", () => agree(orderID)));
          await options.onApprove({ orderID }, { restart, order: { capture: () => call("/" + orderID + "/capture") } });
        };
        container.append(
          button("Pay with PayPal", async () => {
            try {
              await agree(await options.createOrder({ paymentSource: "paypal" }, create));
            } catch (error) { options.onError(error); }
          }),
          button("Cancel and return", () => options.onCancel({})),
        );
        options.onInit?.({}, { enable: async () => undefined, disable: async () => undefined });
      },
    }),
  };
})();`;

/** The requests to PayPal. `capture` decides how an order is captured. */
export interface PayPalStandIn {
  readonly orders: PayPalPurchase[];
  capture: "completed" | "pending" | "declined" | "broken" | "short";
}

/** Serves PayPal for an edge without an account there: the browser creates and captures the orders. */
export async function servePayPal(context: BrowserContext): Promise<PayPalStandIn> {
  const standIn: PayPalStandIn = { orders: [], capture: "completed" };
  await context.route("**/prod/paypal/orders", (route) => route.fulfill({ json: { orders: "browser" } }));
  await serveScript(context, async () => undefined);
  await context.route(ORDERS, async (route) => {
    standIn.orders.push(route.request().postDataJSON());
    await route.fulfill({ status: 201, json: { id: `ORDER-${standIn.orders.length}` }, headers: CORS });
  });
  await context.route(ANY_ORDER, async (route) => {
    const order = standIn.orders.at(-1);
    if (standIn.capture === "broken" || !order) return route.abort();
    if (standIn.capture === "declined") {
      return route.fulfill({
        status: 422,
        json: { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "INSTRUMENT_DECLINED" }] },
        headers: CORS,
      });
    }
    await route.fulfill({ json: captured(order, standIn.capture), headers: CORS });
  });
  return standIn;
}

/**
 * Serves PayPal for an edge that creates and captures the orders at the stand-in for PayPal's servers.
 * @param captureAs the outcomes of the captures, in the order in which the payer agrees
 */
export async function servePayPalOnEdge(
  context: BrowserContext,
  apiOrigin: string,
  ...captureAs: CaptureMode[]
): Promise<void> {
  const api = paypalStandIn(apiOrigin);
  await serveScript(context, async (orderId) => {
    await api.approve(orderId);
    await api.captureAs(orderId, captureAs.shift() ?? "completed");
  });
}

async function serveScript(context: BrowserContext, approve: (orderId: string) => Promise<void>) {
  await context.route(SDK, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
  await context.route(APPROVALS, async (route) => {
    await approve(route.request().url().split("/").at(-1) ?? "");
    await route.fulfill({ json: {}, headers: CORS });
  });
}

const BROKEN_SCRIPT = `window.paypal = {
  version: "5.0.0",
  FUNDING: {},
  Buttons: () => { throw new Error("zoid destroyed all components"); },
};`;

/** Breaks PayPal's script: it is refused, never loads, or loads and cannot draw its buttons. */
export async function breakPayPal(
  context: BrowserContext,
  how: "refuse" | "hang" | "no buttons",
): Promise<void> {
  await context.route(SDK, async (route) => {
    if (how === "refuse") await route.abort();
    if (how === "no buttons") await route.fulfill({ contentType: "text/javascript", body: BROKEN_SCRIPT });
  });
}

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" };

function captured({ purchase_units: [unit] }: PayPalPurchase, how: "completed" | "pending" | "short") {
  const amount = how === "short" ? { currency_code: "USD", value: "0.01" } : unit.amount;
  return {
    id: "ORDER-1",
    status: "COMPLETED",
    payer: { name: { given_name: "Grace", surname: "Hopper" }, email_address: "grace@example.com" },
    purchase_units: [
      {
        payments: {
          captures: [{ id: "CAPTURE-1", status: how === "pending" ? "PENDING" : "COMPLETED", amount }],
        },
      },
    ],
  };
}
