import type { BrowserContext } from "@playwright/test";
import type { PayPalPurchase } from "../../src/domain/payments/checkout.ts";
import type { CaptureMode } from "../../src/sandbox/providers/paypal-shapes.ts";
import { paypalStandIn } from "./paypal-server.ts";

const SDK = "https://www.paypal.com/sdk/js**";
const ORDERS = "https://www.paypal.com/v2/checkout/orders**";
const ANY_ORDER = "https://www.paypal.com/v2/checkout/orders/**";
const APPROVALS = "https://www.paypal.com/stand-in/approve/**";

/**
 * The stand-in for PayPal's script. It draws a button, and creates and captures orders over the network. The payer
 * approves an order at once, and may approve it again after a restart.
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

/**
 * Serves PayPal for an edge without an account, so that the browser creates and captures the orders.
 * @returns the orders, which grow as the browser creates them
 */
export async function servePayPal(
  context: BrowserContext,
): Promise<{ readonly orders: readonly PayPalPurchase[] }> {
  const orders: PayPalPurchase[] = [];
  await context.route("**/prod/paypal/orders", (route) => route.fulfill({ json: { orders: "browser" } }));
  await serveScript(context, async () => undefined);
  await context.route(ORDERS, async (route) => {
    orders.push(route.request().postDataJSON());
    await route.fulfill({ status: 201, json: { id: `ORDER-${orders.length}` }, headers: CORS });
  });
  await context.route(ANY_ORDER, async (route) => {
    const order = orders.at(-1);
    await (order ? route.fulfill({ json: capturedOrder(order), headers: CORS }) : route.abort());
  });
  return { orders };
}

/**
 * Serves PayPal for an edge that creates and captures the orders at the stand-in for PayPal's servers.
 * @param captureAs the outcomes of the captures, in order
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

/** Makes PayPal's script fail: the network refuses it or hangs, or it cannot draw its buttons. */
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

function capturedOrder({ purchase_units: [{ amount }] }: PayPalPurchase) {
  return {
    id: "ORDER-1",
    status: "COMPLETED",
    payer: { name: { given_name: "Grace", surname: "Hopper" }, email_address: "grace@example.com" },
    purchase_units: [{ payments: { captures: [{ id: "CAPTURE-1", status: "COMPLETED", amount }] } }],
  };
}
