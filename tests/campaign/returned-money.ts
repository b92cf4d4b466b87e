/** The refunds and disputes that follow a charge, none of which the site requested. */
import type { PayPalBook } from "~/sandbox/providers/paypal-book.ts";
import type { PaystackBook } from "~/sandbox/providers/paystack-book.ts";
import type { RefundStatus } from "~/sandbox/providers/paystack-shapes.ts";
import { DAY, HOUR, MINUTE } from "./plan.ts";
import type { ProviderEvent } from "./webhooks.ts";
import type { World } from "./world.ts";

/** A refund or dispute of a whole charge or a part of it, and its further steps. */
type Change =
  | readonly ["refund", "all" | "part", ...("processed" | "failed" | "needs-attention")[]]
  | readonly ["dispute", "all" | "part", ...("reversed" | "won" | "lost")[]];

/** The changes to a charge, in order. One of these lists is drawn. */
const STORIES: readonly (readonly Change[])[] = [
  [["refund", "all", "processed"]],
  [["refund", "part", "processed"]],
  Array(2).fill(["refund", "part", "processed"]),
  [["refund", "part", "failed"]],
  [["refund", "all", "needs-attention", "processed"]],
  [["dispute", "all", "won"]],
  [["dispute", "all", "lost"]],
  [["dispute", "part", "lost"]],
  [["dispute", "all", "lost", "won"]],
  [["dispute", "part", "won", "lost"]],
  [["dispute", "part", "lost", "won", "lost"]],
  [["dispute", "part", "reversed", "won"]],
  [
    ["dispute", "part", "won"],
    ["dispute", "part", "lost"],
  ],
  Array(2).fill(["dispute", "part", "lost"]),
  [
    ["dispute", "part", "won"],
    ["dispute", "all"],
  ],
];

export interface Books {
  readonly paystack: PaystackBook;
  readonly paypal: PayPalBook;
}

/** Perhaps returns a charge's money. @param silently runs a function whose events no webhook reports */
export async function returnMoney(
  { time, random, plan }: World,
  books: Books,
  charge: ProviderEvent,
  silently: <Result>(act: () => Result) => Result,
): Promise<void> {
  const { comparesDaily, firstClassIn, days } = plan;
  const isReported = plan.webhooks.length > 0 && !(comparesDaily && random.chance(0.8));
  // The edge cannot learn of changes that neither webhooks nor the books report.
  if (!isReported && !comparesDaily) return;
  // A plan is paid to its end only if most of its charges stay.
  const share = firstClassIn === null ? 1 : 0.2;
  if (!random.chance((comparesDaily ? 0.9 : 0.3) * share)) return;
  const { minor, ...actions } = chargeActions(books, charge, random);
  const part = random.pick([0.1, 0.25, 0.5]);
  const act: typeof silently = isReported ? (change) => change() : silently;
  // In a run of a year, the first change may come after many months.
  await time.wait(random.spread(10 * MINUTE, days > 300 ? 200 * DAY : 30 * HOUR));
  for (const [kind, extent, ...steps] of random.pick(STORIES)) {
    // PayPal's books show a dispute by the money that it moves.
    if (!isReported && kind === "dispute" && steps.length === 0) continue;
    const amount = extent === "all" ? minor : Math.max(1, Math.floor(minor * part));
    const takeStep = act(() => actions[kind](amount));
    for (const step of steps) {
      await time.wait(random.spread(10 * MINUTE, 12 * HOUR));
      act(() => takeStep(step));
    }
    await time.wait(random.spread(10 * MINUTE, 12 * HOUR));
  }
}

/** Returns a charge's amount, and functions that refund or dispute it. Each returns one that takes the next step. */
function chargeActions(
  { paystack, paypal }: Books,
  { provider, reference, id: captureId }: ProviderEvent,
  random: World["random"],
) {
  const options = { isRefundReported: random.chance(0.5) };
  if (provider === "Paystack") {
    return {
      minor: paystack.find(reference)?.amount ?? 0,
      refund: (minor: number) => {
        const id = paystack.refund(reference, minor) ?? 0;
        return (status: string) => paystack.moveRefund(id, status as RefundStatus);
      },
      dispute: (minor: number) => {
        const id = paystack.dispute(reference, minor);
        if (random.chance(0.5)) paystack.answerDispute(id);
        return (outcome: string) => {
          // Paystack takes nothing before the bank has decided.
          if (outcome === "reversed") return;
          paystack.resolve(id, outcome === "won" ? "declined" : "merchant-accepted", options);
        };
      },
    };
  }
  return {
    minor: paypal.findByCapture(captureId)?.capture?.minor ?? 0,
    refund: (minor: number) => {
      const status = random.pick(["PENDING", "COMPLETED"]);
      const id = paypal.refund(captureId, minor, { how: "REFUNDED", status }) ?? "";
      return (step: string) => {
        if (step === "processed") paypal.moveRefund(id, "COMPLETED");
        if (step === "failed") paypal.moveRefund(id, random.pick(["FAILED", "CANCELLED"]));
      };
    },
    dispute: (minor: number) => {
      const id = paypal.dispute(captureId, minor);
      return (step: string) => {
        if (step === "reversed") return paypal.reverse(id, { isRefundReported: true });
        paypal.resolve(id, step === "won" ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR", options);
      };
    },
  };
}
