import { type BrowserContext, expect, type FrameLocator, type Page } from "@playwright/test";
import { PAYSTACK_API, SECRETS } from "../e2e/servers.ts";
import { type PaystackCharge, setPaystackCharge } from "./paystack-server.ts";

const CHECKOUT = "https://checkout.paystack.com/**";

/**
 * The stand-in for Paystack's checkout page. It sends Paystack's messages to the real package on our side:
 * that it and the transaction are loaded, and the end that the buttons choose.
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
  // Paystack knows of the charge before its page says so. The charge is in the address, because Firefox's
  // driver passes on no body of a frame's request.
  const charged = () =>
    fetch("/charged?" + new URLSearchParams({ charge: JSON.stringify({ reference, params }) })).catch(() => undefined);
  on("pay", async () => { await charged(); say("success", success("success")); });
  on("twice", async () => { await charged(); say("success", success("success")); say("success", success("success")); });
  on("decline", () => say("error", { type: "setup", message: "Declined by the bank" }));
  on("close", () => say("close", { status: "abandoned" }));
  on("pending", () => say("transfer:pending", { status: "pending" }));
  say("loaded:checkout");
</script>`;

/** Returns the number that Paystack gives the charge of a reference. */
function chargeId(reference: string): number {
  return Number.parseInt(reference.slice(-10), 36);
}

/** The charge that Paystack was asked for. */
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

/** Returns Paystack's record of the transaction. @param status Paystack's word, "success" once paid */
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
    const charge = chargeFrom(await askedFor(params));
    await setPaystackCharge(PAYSTACK_API.origin, reference, charge);
    return route.fulfill({ status: 204 });
  });
}

/** Makes the checkout never respond, as on a network that lets nothing through. */
export async function hangPaystack(context: BrowserContext): Promise<void> {
  await context.route(CHECKOUT, () => undefined);
}

export function paystackFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Paystack checkout"]');
}

/** Pays in the checkout as soon as it opens. @returns the payment's reference */
export async function payAtPaystack(page: Page): Promise<string> {
  const pay = paystackFrame(page).getByRole("button", { name: "Pay", exact: true });
  // A checkout that was closed just now has the same parameters.
  await expect(pay).toBeVisible();
  const { reference } = await paystackParams(page);
  await pay.click();
  return reference;
}

/** Returns the charge that the page requested, or the edge under its access code. */
export async function paystackParams(page: Page): Promise<PaystackParams> {
  return askedFor(JSON.parse((await paystackFrame(page).locator("#params").textContent()) ?? "null"));
}

/** Reads the request of a charge. @param params the popup's parameters or those in its address */
async function askedFor(params: { readonly accessCode?: string }): Promise<PaystackParams> {
  const checkout = params.accessCode
    ? await startedByTheEdge(params.accessCode)
    : (params as Awaited<ReturnType<typeof startedByTheEdge>>);
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

async function startedByTheEdge(accessCode: string) {
  const url = `${PAYSTACK_API.origin}/transaction/verify/${accessCode.replace("access-", "")}`;
  const headers = { authorization: `Bearer ${SECRETS.PAYSTACK_SECRET_KEY}` };
  const { data } = await (await fetch(url, { headers })).json();
  return data;
}

/** Serves Paystack's own page of a transaction, from which the payer returns to the site. */
export async function servePaystackPage(context: BrowserContext, returnTo: string): Promise<void> {
  await context.route("https://checkout.paystack.com/access-*", (route) => {
    const reference = new URL(route.request().url()).pathname.replace("/access-", "");
    const back = `${returnTo}?trxref=${reference}&reference=${reference}`;
    return route.fulfill({ contentType: "text/html", body: `<a href="${back}">Back to the merchant</a>` });
  });
}
