/** Strangers who burden the edge: a crowd that never pays, another shop, and a forger. */
import { fromMinor } from "~/domain/money/money.ts";
import { paypalPurchase } from "~/domain/payments/checkout.ts";
import { registrationMailKey } from "~/domain/payments/reference.ts";
import { freshReference, newOrder, orderOf } from "../fixtures/enrolment.ts";
import { captureEvent } from "../fixtures/paypal-events.ts";
import { chargeEvent, signedByPaystack } from "../fixtures/paystack-events.ts";
import { paypalSigning } from "../mocks/paypal-signing.ts";
import { carry, inTab, newBrowser, SITE } from "./browser.ts";
import { DAY, FIRST_VISIT, HOUR, MINUTE, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

/** Registers orders that nobody pays, and reports payments that nobody made. The sweep has to check them all. */
export function sendCrowd(world: World): void {
  const { random, time } = world;
  const post = (path: string, json: unknown, key: Record<string, string> = {}) => {
    world.noteActivity();
    const headers = { "content-type": "application/json", ...key };
    fetch(path, { method: "POST", headers, body: JSON.stringify(json) }).catch(() => undefined);
  };
  const registerOrder = () => post("/prod/enrolments", { order: newOrder(random.pick(["NGN", "USD"])) });
  const reportPayment = () => {
    const reference = freshReference();
    const mail = {
      config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
      body: { subject: "Registration", message: `<p>I have paid ${reference}, believe me.</p>` },
    };
    const key = registrationMailKey(reference, "staff-1", "unconfirmed");
    post("/prod/mailing", mail, { "idempotency-key": key });
  };
  const browser = newBrowser({ name: "crowd", address: "203.0.113.200", country: "NG", lookupFault: null });
  inTab(browser, () => {
    for (let left = random.between(40, 140); left > 0; left -= 1) {
      time.after(random.between(0, 10 * MINUTE), random.pick([registerOrder, reportPayment]));
    }
  });
}

/** The prefix of the references of another shop, which uses the same two accounts. */
export const SHOP = "SHOP-";

/** Plays another shop, which sells something through each provider. Its charges are refunded and disputed, too. */
export function sellElsewhere({ random, time, providers }: World): void {
  const { paystack, paypal } = providers;
  const sell = {
    Paystack: () => {
      const reference = `${SHOP}${random.between(1_000, 9_999)}`;
      const metadata = random.pick(["", null, { cart_id: 398 }]);
      const customer = { email: "buyer@shop.example" };
      paystack.start({ reference, amount: 250_000, currency: "NGN", metadata, customer });
      paystack.pay(reference, { domain: "live" });
    },
    PayPal: () => {
      const order = orderOf({ currency: "USD", reference: `${SHOP}${random.between(1_000, 9_999)}` });
      const { id } = paypal.create(paypalPurchase(order), null);
      providers.approve(id);
      const paypalOrder = paypal.find(id);
      if (paypalOrder) paypal.take(paypalOrder);
    },
  };
  for (const provider of ["Paystack", "PayPal"] as const) {
    time.after(random.spread(MINUTE, 2 * DAY), sell[provider]);
  }
}

/** Plays a forger who knows every reference and amount but no secret, and reports all of them as paid. */
export function sendForgeries(world: World): void {
  const { random, time, database } = world;
  const signing = paypalSigning("FORGED", () => new Date());
  for (const latest of [HOUR, HOUR, FIRST_VISIT, 60 * DAY]) {
    time.schedule(random.spread(SECOND, latest), () => void forge());
  }

  async function forge(): Promise<void> {
    const { results } = await database
      .prepare("SELECT reference, IFNULL(expected_minor, 0) AS amount FROM payments")
      .all<{ reference: string; amount: number }>();
    for (const { reference, amount } of results) {
      const order = { ...newOrder(), reference, charge: fromMinor("NGN", amount) };
      const charged = JSON.stringify(chargeEvent(order));
      send("paystack", charged, signedByPaystack(charged, "sk_live_forged"));
      const charge = fromMinor("USD", amount);
      const captured = JSON.stringify(captureEvent("COMPLETED", { reference, charge }));
      send("paypal", captured, signing.headersFor(captured));
    }
  }

  function send(provider: string, body: string, headers: Record<string, string>): void {
    const request = new Request(`${SITE}/prod/webhooks/${provider}`, { method: "POST", headers, body });
    carry(world, "forged webhook", request, null).catch(() => undefined);
    world.noteFault("webhook forged");
  }
}
