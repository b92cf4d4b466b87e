import type { BrowserContext, FrameLocator, Page } from "@playwright/test";

export const CHECKOUT_HOST = "checkout.paystack.com";
const CHECKOUT = `https://${CHECKOUT_HOST}/**`;

/**
 * Stands in for Paystack's checkout page and speaks its messages: it says when it and the transaction are loaded, and
 * ends as the buttons say. The package on our side is the real one.
 */
export const CHECKOUT_PAGE = `<!doctype html><title>Stand-in for Paystack</title>
<button id="pay">Pay</button><button id="decline">Decline</button><button id="close">Close checkout</button>
<button id="pending">I have sent the transfer</button><button id="twice">Pay, told twice</button>
<pre id="params"></pre>
<script>
  let params = null;
  let reference = "";
  const chargeId = ${chargeId};
  const tell = (event, data) => parent.postMessage({ event, data }, "*");
  addEventListener("message", ({ data }) => {
    if (data && data.type === "inline:url" && data.params) {
      params = data.params;
      // A payment that is taken up again is known by its access code alone.
      reference = params.ref || params.accessCode.replace("access-", "");
      document.getElementById("params").textContent = JSON.stringify(params);
      tell("loaded:transaction", { id: chargeId(reference), accessCode: "access-" + reference, customer: {} });
    }
  });
  const success = (status) => ({ id: chargeId(reference), trans: chargeId(reference), reference, status, message: "Approved" });
  const on = (id, act) => document.getElementById(id).addEventListener("click", act);
  on("pay", () => tell("success", success("success")));
  on("twice", () => { tell("success", success("success")); tell("success", success("success")); });
  on("decline", () => tell("error", { type: "setup", message: "Declined by the bank" }));
  on("close", () => tell("close", { status: "abandoned" }));
  on("pending", () => tell("transfer:pending", { status: "pending" }));
  tell("loaded:checkout");
</script>`;

/** The number that Paystack gives the charge under a reference. */
export function chargeId(reference: string): number {
  return Number.parseInt(reference.slice(-10), 36);
}

/** What Paystack was asked to charge. */
export interface PaystackParams {
  readonly key: string;
  readonly email: string;
  /** Kobo. */
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly customFields: Record<string, string>;
  /** As Paystack keeps it, and hands it out again. */
  readonly metadata: unknown;
}

export async function servePaystack(context: BrowserContext): Promise<void> {
  await context.route(CHECKOUT, (route) => route.fulfill({ contentType: "text/html", body: CHECKOUT_PAGE }));
}

/** The checkout never answers, as on a network that lets nothing through. */
export async function hangPaystack(context: BrowserContext): Promise<void> {
  await context.route(CHECKOUT, () => undefined);
}

export function paystackFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Paystack checkout"]');
}

export async function paystackParams(page: Page): Promise<PaystackParams> {
  const params = JSON.parse((await paystackFrame(page).locator("#params").textContent()) ?? "null");
  const metadata = typeof params.metadata === "string" ? JSON.parse(params.metadata) : params.metadata;
  const fields: { variable_name: string; value: string }[] = metadata?.custom_fields ?? [];
  return {
    key: params.key,
    email: params.email,
    amount: Number(params.amount),
    currency: params.currency,
    reference: params.ref,
    metadata,
    customFields: Object.fromEntries(fields.map(({ variable_name, value }) => [variable_name, value])),
  };
}
