import { type BrowserContext, expect, type FrameLocator, type Page } from "@playwright/test";
import type { PaystackCharge } from "../../src/sandbox/providers/paystack-shapes.ts";
import { PAYSTACK_API, SECRETS } from "../e2e/servers.ts";
import { setPaystackCharge } from "./paystack-server.ts";

const CHECKOUT = "https://checkout.paystack.com/**";

/**
 * The stand-in for Paystack's checkout page. It sends Paystack's messages to the real package in the page: that the
 * checkout and its transaction are loaded, and the result that a button stands for.
 */
const CHECKOUT_PAGE = `<!doctype html><title>Stand-in for Paystack</title>
<button id="pay">Pay</button><button id="decline">Decline</button><button id="close">Close checkout</button>
<button id="pending">I have sent the transfer</button><button id="twice">Pay, reported twice</button>
<pre id="params"></pre>
<script>
  let params = null;
  let reference = "";
  const chargeId = ${chargeId};
  const say = (event, data) => parent.postMessage({ event, data }, "*");
  addEventListener("message", ({ data }) => {
    if (data && data.type === "inline:url" && data.params) {
      params = data.params;
      // A resumed payment has only its access code.
      reference = params.ref || params.accessCode.replace("access-", "");
      document.getElementById("params").textContent = JSON.stringify(params);
      say("loaded:transaction", { id: chargeId(reference), accessCode: "access-" + reference, customer: {} });
    }
  });
  const success = (status) => ({ id: chargeId(reference), trans: chargeId(reference), reference, status, message: "Approved" });
  const on = (id, act) => document.getElementById(id).addEventListener("click", act);
  // Paystack stores the charge before its page reports it. The charge is in the address, because Firefox's driver
  // does not pass on the body of a frame's request.
  const charged = () =>
    fetch("/charged?" + new URLSearchParams({ charge: JSON.stringify({ reference, params }) })).catch(() => undefined);
  on("pay", async () => { await charged(); say("success", success("success")); });
  on("twice", async () => { await charged(); say("success", success("success")); say("success", success("success")); });
  on("decline", () => say("error", { type: "setup", message: "Declined by the bank" }));
  on("close", () => say("close", { status: "abandoned" }));
  on("pending", () => say("transfer:pending", { status: "pending" }));
  say("loaded:checkout");
</script>`;

/** Returns Paystack's number of the charge under a reference. */
function chargeId(reference: string): number {
  return Number.parseInt(reference.slice(-10), 36);
}

/** The charge that the site requested. */
export interface PaystackParams {
  readonly email: string;
  /** The amount in kobo. */
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly customFields: Record<string, string>;
  /** The metadata as Paystack stores and returns it. */
  readonly metadata: unknown;
}

/** Returns Paystack's record of a transaction. @param status Paystack's status, "success" once paid */
export function chargeFrom(
  { reference, amount, metadata, email }: Pick<PaystackParams, "reference" | "amount" | "metadata" | "email">,
  status = "success",
): PaystackCharge {
  return {
    id: chargeId(reference),
    reference,
    status,
    amount,
    requested_amount: amount,
    currency: "NGN",
    domain: "test",
    paid_at: new Date().toISOString(),
    metadata,
    customer: { email },
  };
}

export async function servePaystack(context: BrowserContext): Promise<void> {
  await context.route(CHECKOUT, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname !== "/charged") {
      return route.fulfill({ contentType: "text/html", body: CHECKOUT_PAGE });
    }
    const { reference, params } = JSON.parse(searchParams.get("charge") ?? "null");
    const charge = chargeFrom(await readParams(params));
    await setPaystackCharge(PAYSTACK_API.origin, reference, charge);
    return route.fulfill({ status: 204 });
  });
}

/** Makes the checkout never respond. */
export async function hangPaystack(context: BrowserContext): Promise<void> {
  await context.route(CHECKOUT, () => undefined);
}

export function paystackFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Paystack checkout"]');
}

/** Pays in the checkout as soon as it opens. @returns the payment's reference */
export async function payAtPaystack(page: Page): Promise<string> {
  const pay = paystackFrame(page).getByRole("button", { name: "Pay", exact: true });
  // The parameters are also in a checkout that was just closed, so they are read once the button shows.
  await expect(pay).toBeVisible();
  const { reference } = await paystackParams(page);
  await pay.click();
  return reference;
}

/** Returns the charge in the open checkout. */
export async function paystackParams(page: Page): Promise<PaystackParams> {
  return readParams(JSON.parse((await paystackFrame(page).locator("#params").textContent()) ?? "null"));
}

/** Reads a checkout's parameters, or those of the edge's transaction if they are only an access code. */
async function readParams(params: { readonly accessCode?: string }): Promise<PaystackParams> {
  const checkout = params.accessCode
    ? await edgeTransaction(params.accessCode)
    : (params as Awaited<ReturnType<typeof edgeTransaction>>);
  const metadata = typeof checkout.metadata === "string" ? JSON.parse(checkout.metadata) : checkout.metadata;
  const fields: { variable_name: string; value: string }[] = metadata?.custom_fields ?? [];
  return {
    email: checkout.email ?? checkout.customer.email,
    amount: Number(checkout.amount),
    currency: checkout.currency,
    reference: checkout.ref ?? checkout.reference,
    metadata,
    customFields: Object.fromEntries(fields.map(({ variable_name, value }) => [variable_name, value])),
  };
}

async function edgeTransaction(accessCode: string) {
  const url = `${PAYSTACK_API.origin}/transaction/verify/${accessCode.replace("access-", "")}`;
  const headers = { authorization: `Bearer ${SECRETS.PAYSTACK_SECRET_KEY}` };
  const { data } = await (await fetch(url, { headers })).json();
  return data;
}

/** Serves Paystack's hosted page, from which the payer returns to the site. */
export async function servePaystackPage(context: BrowserContext, returnTo: string): Promise<void> {
  await context.route("https://checkout.paystack.com/access-*", (route) => {
    const reference = new URL(route.request().url()).pathname.replace("/access-", "");
    const back = `${returnTo}?trxref=${reference}&reference=${reference}`;
    return route.fulfill({ contentType: "text/html", body: `<a href="${back}">Back to the merchant</a>` });
  });
}
