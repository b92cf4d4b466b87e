import type { Database } from "~/edge/database.ts";
import { type Answerer, carry } from "./line.ts";
import { isWholePlan } from "./plan.ts";
import { DAY } from "./trouble.ts";
import { runIn } from "./virtual-time.ts";
import { FIRST_LOOK } from "./whole-plan.ts";
import type { World } from "./world.ts";

interface Started {
  readonly reference: string;
  readonly expected_minor: number | null;
}

/** Somebody who knows every reference and amount, and no secret, says that everything was paid. */
export function sendForgeries(world: World, database: Database, answerAtEdge: Answerer): void {
  const later = isWholePlan(world.plan) ? [FIRST_LOOK, 60 * DAY] : [];
  for (const after of [...world.plan.forgedWebhooks, ...later]) {
    runIn(null, () => world.time.after(after, () => void forge()));
  }

  async function forge(): Promise<void> {
    const { results } = await database
      .prepare("SELECT reference, expected_minor FROM payments")
      .all<Started>();
    for (const { reference, expected_minor } of results) {
      const amount = expected_minor ?? 0;
      send("/prod/webhooks/paystack", paystackEvent(reference, amount), {
        "x-paystack-signature": "0".repeat(128),
      });
      send("/prod/webhooks/paypal", paypalEvent(reference, amount), {
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT",
        "paypal-transmission-id": "f0f0f0f0-4a5b-11f1-8c1d-000000000000",
        "paypal-transmission-time": new Date().toISOString(),
        "paypal-transmission-sig": "AAAA",
      });
    }
  }

  function send(path: string, event: unknown, signature: Record<string, string>): void {
    const request = new Request(`https://academy.example${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...signature },
      body: JSON.stringify(event),
    });
    const fault = null;
    carry(world, request, { what: "forged webhook", fault, answer: answerAtEdge }).catch(() => undefined);
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
