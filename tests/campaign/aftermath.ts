/** What happens to a charge after it was made: refunds and disputes, as staff and banks cause them. */
import type { Random } from "./random.ts";
import { HOUR, MINUTE } from "./trouble.ts";
import { runIn } from "./virtual-time.ts";
import { note, type World } from "./world.ts";

type Story =
  | "refund"
  | "part refund"
  | "two part refunds"
  | "refund fails"
  | "refund needs attention"
  | "dispute won"
  | "dispute lost"
  | "part of it disputed and lost"
  | "dispute after dispute";

export interface Aftermath {
  /** Null where it stays as it is. */
  readonly story: Story | null;
  /** Before the first step and between the steps, in milliseconds. */
  readonly pauses: readonly number[];
  /** Of the charge, for a story about a part of it. */
  readonly share: number;
  /** Whether a lost dispute is reported by a refund, too. */
  readonly isRefundReported: boolean;
  /** Whether webhooks report it; where none does, the comparison of the books finds it. */
  readonly isReported: boolean;
}

const STORIES: readonly Story[] = [
  "refund",
  "part refund",
  "two part refunds",
  "refund fails",
  "refund needs attention",
  "dispute won",
  "dispute lost",
  "part of it disputed and lost",
  "dispute after dispute",
];

export function drawAftermath(
  random: Random,
  { hasWebhooks, isCompared, longest }: { hasWebhooks: boolean; isCompared: boolean; longest: number },
): Aftermath {
  const isReported = hasWebhooks && !(isCompared && random.chance(0.8));
  return {
    // What neither a webhook nor the books report cannot be known.
    story: (isReported || isCompared) && random.chance(isCompared ? 0.9 : 0.3) ? random.pick(STORIES) : null,
    isReported,
    pauses: [longest, 12 * HOUR, 12 * HOUR].map((most) => random.spread(10 * MINUTE, most)),
    share: random.pick([0.1, 0.25, 0.5]),
    isRefundReported: random.chance(0.5),
  };
}

/** What can be done about one charge, in the words of either provider. */
export interface ChargeControl {
  /** Kobo or cents. */
  readonly minor: number;
  /** @returns what goes on with it; null when nothing was left to give back */
  refund(minor: number): ((status: "processed" | "failed" | "needs-attention") => void) | null;
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
  const { minor } = charge;
  const part = Math.max(1, Math.floor(minor * share));
  let step = 0;
  const next = () => {
    step += 1;
    return world.time.wait(pauses[step - 1] ?? HOUR);
  };
  const say = (what: string) => note(world, `${what.toUpperCase()} ${reference}`);
  const refund = async (amount: number, ends: readonly ("processed" | "failed" | "needs-attention")[]) => {
    say(`refund of ${amount} begun`);
    const goOn = charge.refund(amount);
    for (const end of ends) {
      await next();
      say(`refund ${end}`);
      goOn?.(end);
    }
  };
  const dispute = async (amount: number, isWon: boolean) => {
    say(`dispute of ${amount} opened`);
    const end = charge.dispute(amount);
    await next();
    say(`dispute ${isWon ? "won" : "lost"}`);
    end(isWon, { isRefundReported });
  };
  await runIn(null, async () => {
    await next();
    switch (story) {
      case "refund":
        return refund(minor, ["processed"]);
      case "part refund":
        return refund(part, ["processed"]);
      case "two part refunds":
        await refund(part, ["processed"]);
        return refund(part, ["processed"]);
      case "refund fails":
        return refund(part, ["failed"]);
      case "refund needs attention":
        return refund(minor, ["needs-attention", "processed"]);
      case "dispute won":
        return dispute(minor, true);
      case "dispute lost":
        return dispute(minor, false);
      case "part of it disputed and lost":
        return dispute(part, false);
      case "dispute after dispute":
        await dispute(part, true);
        return dispute(part, false);
    }
  });
}
