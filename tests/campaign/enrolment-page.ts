/** What My enrolment and Sponsor do when somebody presses Pay, again and again until it is paid or they give up. */
import { readEnrolment, startPayment } from "~/browser/enrolments/ask-edge.ts";
import type { PaymentStore } from "~/browser/payments/payment-store.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import { isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { currentBrowser } from "./browser.ts";
import { SECOND } from "./trouble.ts";
import type { LaterPayment } from "./whole-plan.ts";
import type { World } from "./world.ts";

/** What somebody means to pay, through all tabs in which they try. */
export interface Aim {
  readonly choice: LaterPayment["choice"];
  readonly payerEmail: string | null;
  /** The charges that were chosen first; null before. */
  charges: readonly number[] | null;
  /** A page has said that it is paid, or being confirmed. */
  isReached: boolean;
}

const MOST_TRIES = 4;

type View = EnrolmentView | PayerView;

/** What the page shows, asked for until there is an answer; null where there is none. */
export async function readView({ time, random }: World, access: EnrolmentAccess): Promise<View | null> {
  for (let round = 0; round < MOST_TRIES; round += 1) {
    const answer = await readEnrolment(access);
    if (answer.type === "answered") return answer.body;
    if (answer.type === "refused" && answer.status === 404) return null;
    await time.wait(random.between(5 * SECOND, 90 * SECOND));
  }
  return null;
}

/** Pays what is meant to be paid and still open, as the pages do. */
export async function payOnPage(
  world: World,
  payment: PaymentStore,
  access: EnrolmentAccess,
  aim: Aim,
): Promise<void> {
  const { time, random } = world;
  let refused: string | undefined;
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const view = await readView(world, access);
    const chosen = view && chosenOf(view, aim);
    if (!view || !chosen) return;
    aim.charges ??= chosen.charges;
    await time.wait(random.between(2 * SECOND, 20 * SECOND));
    const answer = await startPayment(access, {
      ...(view.kind === "learner" && { count: chosen.count }),
      ...(aim.payerEmail && { payerEmail: aim.payerEmail }),
      refused,
    });
    const started = answer.type === "answered" ? answer.body : null;
    world.note(`the payment is ${started ? `started: ${started.reference}` : answer.type}`);
    if (started && started.charges.toSorted().join() === chosen.charges.toSorted().join()) {
      const { reference, amount, charges, checkout } = started;
      world.keepAttempt({
        browser: currentBrowser()?.name ?? "",
        reference,
        thing: `tuition under ${reference}`,
        minor: amount.minor,
        pays: { enrolment: access.id, charges },
      });
      await payment.actions.pay(enrolmentOrder(view, started, new Date()), checkout);
      const { flow } = payment.$payment.get();
      world.note(`the page says: ${flow.step}`);
      if (isPaymentBehind(flow)) {
        aim.isReached = true;
        return;
      }
      const isRefused = flow.step === "notPaid" && flow.reason === "failed";
      refused = isRefused ? reference : undefined;
      if (random.chance(0.2)) return;
    }
    await time.wait(random.between(5 * SECOND, 90 * SECOND));
  }
}

/** What is pressed; null where nothing is open any more of what was meant. */
function chosenOf(view: View, { choice, charges }: Aim): PaymentChoice | null {
  const choices = paymentChoices(view.charges);
  const all = choices.at(-1);
  if (!all || view.isPending) return null;
  if (!charges && (view.kind === "payer" || choice === "all")) return all;
  if (!charges) return choices[choice === "the next two" ? 1 : 0] ?? all;
  const open = charges.filter((number) => all.charges.includes(number));
  if (open.length === 0) return null;
  if (view.kind === "payer") return all;
  return choices.find((each) => open.every((number) => each.charges.includes(number))) ?? null;
}
