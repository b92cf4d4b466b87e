/** What happens to a charge after it was made: refunds and disputes, as staff and banks cause them. */
import type { Random } from "./random.ts";
import { HOUR, MINUTE } from "./trouble.ts";
import type { World } from "./world.ts";

type RefundEnd = "processed" | "failed" | "needs-attention";

/** Of all of the charge, or of a part of it. */
type Step =
  | { readonly refund: "all" | "part"; readonly ends: readonly RefundEnd[] }
  | { readonly dispute: "all" | "part"; readonly isWon: boolean };

const STORIES = {
  refund: [{ refund: "all", ends: ["processed"] }],
  "part refund": [{ refund: "part", ends: ["processed"] }],
  "two part refunds": [
    { refund: "part", ends: ["processed"] },
    { refund: "part", ends: ["processed"] },
  ],
  "refund fails": [{ refund: "part", ends: ["failed"] }],
  "refund needs attention": [{ refund: "all", ends: ["needs-attention", "processed"] }],
  "dispute won": [{ dispute: "all", isWon: true }],
  "dispute lost": [{ dispute: "all", isWon: false }],
  "part of it disputed and lost": [{ dispute: "part", isWon: false }],
  "dispute after dispute": [
    { dispute: "part", isWon: true },
    { dispute: "part", isWon: false },
  ],
} as const satisfies Record<string, readonly Step[]>;

export type Aftermath = ReturnType<typeof drawAftermath>;

export function drawAftermath(
  random: Random,
  { hasWebhooks, isCompared, longest }: { hasWebhooks: boolean; isCompared: boolean; longest: number },
) {
  const isReported = hasWebhooks && !(isCompared && random.chance(0.8));
  // What neither a webhook nor the books report cannot be known.
  const happens = (isReported || isCompared) && random.chance(isCompared ? 0.9 : 0.3);
  return {
    story: happens ? random.pick(Object.keys(STORIES) as (keyof typeof STORIES)[]) : null,
    /** Whether webhooks report it; where none does, the comparison of the books finds it. */
    isReported,
    /** Before the first step and between the steps, in milliseconds. */
    pauses: [longest, 12 * HOUR, 12 * HOUR].map((most) => random.spread(10 * MINUTE, most)),
    /** Of the charge, for a story about a part of it. */
    share: random.pick([0.1, 0.25, 0.5]),
    /** Whether a lost dispute is reported by a refund, too. */
    isRefundReported: random.chance(0.5),
  };
}

/** What can be done about one charge, in the words of either provider. */
export interface ChargeControl {
  /** Kobo or cents. */
  readonly minor: number;
  /** @returns what goes on with it, where anything was left to give back */
  refund(minor: number): (end: RefundEnd) => void;
  /** @returns what ends it */
  dispute(minor: number): (isWon: boolean, options: { isRefundReported: boolean }) => void;
}

export async function playAftermath(
  world: World,
  reference: string,
  { story, pauses, share, isRefundReported }: Aftermath,
  charge: ChargeControl,
): Promise<void> {
  if (!story) return;
  const amountOf = (part: "all" | "part") =>
    part === "all" ? charge.minor : Math.max(1, Math.floor(charge.minor * share));
  const left = [...pauses];
  const next = () => world.time.wait(left.shift() ?? HOUR);
  const say = (what: string) => world.note(`${what.toUpperCase()} ${reference}`);
  await next();
  for (const step of STORIES[story] as readonly Step[]) {
    if ("refund" in step) {
      const amount = amountOf(step.refund);
      say(`refund of ${amount} started`);
      const goOn = charge.refund(amount);
      for (const end of step.ends) {
        await next();
        say(`refund ${end}`);
        goOn(end);
      }
    } else {
      const amount = amountOf(step.dispute);
      say(`dispute of ${amount} opened`);
      const end = charge.dispute(amount);
      await next();
      say(`dispute ${step.isWon ? "won" : "lost"}`);
      end(step.isWon, { isRefundReported });
    }
  }
}
