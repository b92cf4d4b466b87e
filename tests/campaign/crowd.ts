import { registrationMailKey } from "~/domain/payments/reference.ts";
import { priceList } from "../fixtures/enrolment.ts";
import { newBrowser } from "./browser.ts";
import { draftOrder, freshReference } from "./orders.ts";
import { MINUTE } from "./trouble.ts";
import { Process, runIn } from "./virtual-time.ts";
import { stir, type World } from "./world.ts";

/** Names orders that are never paid, and claims payments that were never made: the sweep has to ask about them all. */
export function sendCrowd(world: World): void {
  const { plan, random, time } = world;
  if (!plan.crowd) return;
  const browser = newBrowser({
    name: "crowd",
    address: "203.0.113.200",
    country: "Nigeria",
    lookup: "answers",
  });
  const tab = new Process("crowd", browser);
  runIn(tab, () => {
    for (let order = 0; order < (plan.crowd?.orders ?? 0); order += 1) {
      time.after(random.between(0, 10 * MINUTE), () => void nameOrder());
    }
    for (let claim = 0; claim < (plan.crowd?.claims ?? 0); claim += 1) {
      time.after(random.between(0, 10 * MINUTE), () => void claimPayment());
    }
  });

  async function nameOrder(): Promise<void> {
    stir(world);
    const want = { type: "registration", courseId: random.pick(priceList.registrationCourses).id } as const;
    const currency = random.pick(["NGN", "USD"] as const);
    const order = draftOrder(world, { learner: 99, want }, { currency, prices: priceList });
    await post("/prod/enrolments", { order });
  }

  async function claimPayment(): Promise<void> {
    stir(world);
    const reference = freshReference(world, "registration");
    const mail = {
      config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
      body: { subject: "Registration", message: `<p>I have paid ${reference}, believe me.</p>` },
    };
    await post("/prod/mailing", mail, {
      "idempotency-key": registrationMailKey(reference, "staff-1", "unconfirmed"),
    });
  }

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
    await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }).catch(() => undefined);
  }
}
