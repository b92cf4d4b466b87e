/** Those who pay nothing, and trouble the edge all the same. */
import { registrationMailKey } from "~/domain/payments/reference.ts";
import { freshReference, priceList } from "../fixtures/enrolment.ts";
import { newBrowser } from "./browser.ts";
import { carry, SITE } from "./network.ts";
import { draftOrder } from "./orders.ts";
import { isWholePlan } from "./plan.ts";
import { DAY, MINUTE } from "./trouble.ts";
import { Process, runIn } from "./virtual-time.ts";
import { FIRST_LOOK } from "./whole-plan.ts";
import type { World } from "./world.ts";

const posted = (body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** Names orders that are never paid, and claims payments that were never made: the sweep has to ask about them all. */
export function sendCrowd(world: World): void {
  const { plan, random, time } = world;
  if (!plan.crowd) return;
  const { orders, claims } = plan.crowd;
  const place = { address: "203.0.113.200", country: "Nigeria", lookup: "answers" } as const;
  runIn(new Process("crowd", newBrowser({ name: "crowd", ...place })), () => {
    for (const act of [...Array(orders).fill(nameOrder), ...Array(claims).fill(claimPayment)]) {
      time.after(random.between(0, 10 * MINUTE), act);
    }
  });

  function nameOrder(): void {
    world.stir();
    const want = { type: "registration", courseId: random.pick(priceList.registrationCourses).id } as const;
    const currency = random.pick(["NGN", "USD"] as const);
    const order = draftOrder(world, { learner: 99, want }, currency, priceList);
    fetch("/prod/enrolments", posted({ order })).catch(() => undefined);
  }

  function claimPayment(): void {
    world.stir();
    const reference = freshReference();
    const mail = {
      config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
      body: { subject: "Registration", message: `<p>I have paid ${reference}, believe me.</p>` },
    };
    const key = registrationMailKey(reference, "staff-1", "unconfirmed");
    fetch("/prod/mailing", posted(mail, { "idempotency-key": key })).catch(() => undefined);
  }
}

/** Somebody who knows every reference and amount, and no secret, says that everything was paid. */
export function sendForgeries(world: World): void {
  const later = isWholePlan(world.plan) ? [FIRST_LOOK, 60 * DAY] : [];
  for (const after of [...world.plan.forgedWebhooks, ...later]) {
    world.time.outlive(after, () => void forge());
  }

  async function forge(): Promise<void> {
    const { results } = await world.database
      .prepare("SELECT reference, IFNULL(expected_minor, 0) AS amount FROM payments")
      .all<{ reference: string; amount: number }>();
    for (const { reference, amount } of results) {
      send("paystack", paystackEvent(reference, amount), { "x-paystack-signature": "0".repeat(128) });
      send("paypal", paypalEvent(reference, amount), {
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT",
        "paypal-transmission-id": "f0f0f0f0-4a5b-11f1-8c1d-000000000000",
        "paypal-transmission-time": new Date().toISOString(),
        "paypal-transmission-sig": "AAAA",
      });
    }
  }

  function send(provider: string, event: unknown, signature: Record<string, string>): void {
    const request = new Request(`${SITE}/prod/webhooks/${provider}`, posted(event, signature));
    carry(world, "forged webhook", request, null).catch(() => undefined);
    world.faults.set("webhook forged", (world.faults.get("webhook forged") ?? 0) + 1);
  }
}

const paystackEvent = (reference: string, amount: number) => ({
  event: "charge.success",
  data: { id: 1, status: "success", reference, domain: "live", amount, currency: "NGN", metadata: null },
});

const paypalEvent = (reference: string, amount: number) => ({
  event_type: "PAYMENT.CAPTURE.COMPLETED",
  resource: {
    id: "FORGED",
    status: "COMPLETED",
    amount: { currency_code: "USD", value: (amount / 100).toFixed(2) },
    custom_id: reference,
    invoice_id: reference,
  },
});
