/** Those who pay nothing, and trouble the edge all the same. */
import { fromMinor } from "~/domain/money/money.ts";
import { registrationMailKey } from "~/domain/payments/reference.ts";
import { freshReference, priceList } from "../fixtures/enrolment.ts";
import { captureEvent } from "../fixtures/paypal-events.ts";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { paypalSigning } from "../mocks/paypal-signing.ts";
import { carry, newBrowser, SITE } from "./browser.ts";
import { draftOrder } from "./orders.ts";
import { FIRST_LOOK, isWholePlan, type Want } from "./plan.ts";
import { Process, runIn } from "./time.ts";
import { DAY, MINUTE } from "./trouble.ts";
import type { World } from "./world.ts";

/** Names orders that are never paid, and claims payments that were never made: the sweep has to ask about them all. */
export function sendCrowd(world: World): void {
  const { plan, random, time } = world;
  const { orders = 0, claims = 0 } = plan.crowd ?? {};
  const post = (path: string, json: unknown, key: Record<string, string> = {}) => {
    world.stir();
    const headers = { "content-type": "application/json", ...key };
    fetch(path, { method: "POST", headers, body: JSON.stringify(json) }).catch(() => undefined);
  };

  const nameOrder = () => {
    const want: Want = { type: "registration", courseId: random.pick(priceList.registrationCourses).id };
    const currency = random.pick(["NGN", "USD"]);
    const order = draftOrder(world, { learner: 99, want }, currency, priceList);
    post("/prod/enrolments", { order });
  };
  const claimPayment = () => {
    const reference = freshReference();
    const mail = {
      config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
      body: { subject: "Registration", message: `<p>I have paid ${reference}, believe me.</p>` },
    };
    const key = registrationMailKey(reference, "staff-1", "unconfirmed");
    post("/prod/mailing", mail, { "idempotency-key": key });
  };
  const browser = newBrowser({ name: "crowd", address: "203.0.113.200", country: "NG", lookup: null });
  runIn(new Process("crowd", browser), () => {
    for (const act of [...Array(orders).fill(nameOrder), ...Array(claims).fill(claimPayment)]) {
      time.after(random.between(0, 10 * MINUTE), act);
    }
  });
}

/** Somebody who knows every reference and amount, and no secret, says that everything was paid. */
export function sendForgeries(world: World): void {
  const signing = paypalSigning("FORGED", () => new Date());
  const later = isWholePlan(world.plan) ? [FIRST_LOOK, 60 * DAY] : [];
  for (const after of [...world.plan.forgedWebhooks, ...later]) {
    world.time.outlive(after, () => void forge());
  }

  async function forge(): Promise<void> {
    const { results } = await world.database
      .prepare("SELECT reference, IFNULL(expected_minor, 0) AS amount FROM payments")
      .all<{ reference: string; amount: number }>();
    for (const { reference, amount } of results) {
      const data = {
        id: 1,
        status: "success",
        reference,
        domain: "live",
        amount,
        currency: "NGN",
        metadata: null,
      };
      const charged = JSON.stringify({ event: "charge.success", data });
      send("paystack", charged, signedByPaystack(charged, "sk_live_forged"));
      const captured = JSON.stringify(
        captureEvent("COMPLETED", { reference, charge: fromMinor("USD", amount) }),
      );
      send("paypal", captured, signing.headersFor(captured));
    }
  }

  function send(provider: string, body: string, headers: Record<string, string>): void {
    const request = new Request(`${SITE}/prod/webhooks/${provider}`, { method: "POST", headers, body });
    carry(world, "forged webhook", request, null).catch(() => undefined);
    world.strike("webhook forged");
  }
}
