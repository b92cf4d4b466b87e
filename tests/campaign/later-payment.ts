/** Plays one of the later payments of a plan: the learner, a second tab or device, or a sponsor pays it on the site's pages. */
import { makePayerLink, readEnrolment, startPayment } from "~/browser/enrolments/ask-edge.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import type { PaymentStore } from "~/browser/payments/payment-store.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import { isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { type Browser, currentBrowser, newBrowser } from "./browser.ts";
import { openTab } from "./checkout.ts";
import { linksTo } from "./mailboxes.ts";
import type { LaterPayment } from "./plan.ts";
import { HOUR, MINUTE, SECOND } from "./trouble.ts";
import type { World } from "./world.ts";

/** A learner's enrolment. */
interface Enrolled {
  readonly id: string;
  /** The learner's own. */
  readonly browser: Browser;
  /** The learner's. */
  readonly email: string;
}

type View = EnrolmentView | PayerView;

const TAB_STAYS = HOUR / 2;
const MOST_TRIES = 4;

export function playLater(world: World, { id, browser, email }: Enrolled, payment: LaterPayment): void {
  const { time } = world;
  const payer = { stories: payment.stories, opened: 0, thing: null };
  const newestLink = () => linksTo(email, world.mailboxes, id)[0] ?? null;
  const fromBrowser = () => knownEnrolments().find((each) => each.id === id) ?? newestLink();
  const linkOfLearner = payment.opens === "from a mail" ? newestLink : fromBrowser;
  const learnerPays = () => payWith(browser, linkOfLearner);
  const second = (act: () => void) => time.outlive(payment.secondAfter, act);

  switch (payment.who) {
    case "the learner":
      learnerPays();
      break;
    case "the learner in two tabs":
      world.strike("second tab");
      learnerPays();
      second(learnerPays);
      break;
    case "the learner on two devices":
      world.strike("second device");
      learnerPays();
      second(() => payWith(deviceOf("phone", 101), newestLink));
      break;
    case "a sponsor":
      askSponsor(() => undefined);
      break;
    case "a sponsor and the learner":
      world.strike("sponsor and learner at once");
      askSponsor(learnerPays);
      break;
  }

  function deviceOf(name: string, host: number): Browser {
    const address = `198.51.100.${host}`;
    return newBrowser({ ...browser, name: `${name} of ${browser.name} at ${time.now}`, address });
  }

  /** The learner makes a link, and somebody else opens it elsewhere. */
  function askSponsor(meanwhile: () => void): void {
    openTab(world, browser.name, browser, payer, async () => {
      const access = linkOfLearner();
      if (!access) return;
      for (let round = 0; round < 5; round += 1) {
        const made = await makePayerLink(access, 1);
        if (made.type === "answered") {
          const { key } = made.body;
          payWith(deviceOf("sponsor", 102), () => ({ id, key }), payment.payerEmail);
          return second(meanwhile);
        }
        await time.wait(MINUTE);
      }
    });
  }

  /**
   * Somebody pays on a device, tab after tab, until a page has said that it is paid.
   * @param access what the tab opens; null where nothing can be opened
   */
  function payWith(
    on: Browser,
    access: () => EnrolmentAccess | null,
    payerEmail: string | null = null,
  ): void {
    const aim: Aim = { choice: payment.choice, payerEmail, charges: null, isReached: false };
    visit(payment.tabEnds ?? TAB_STAYS, payment.returnsAfter);

    function visit(stays: number, [pause, ...later]: readonly number[]): void {
      const tab = openTab(world, on.name, on, payer, async (page) => {
        const link = access();
        if (!link) return;
        if (payerEmail === null && on === browser) saveAccess(link);
        await payOnPage(world, page, link, aim);
      });
      time.outlive(stays, () => {
        if (stays !== TAB_STAYS) world.strike("tab closed or reloaded");
        tab.abort();
        if (pause !== undefined && !aim.isReached) time.after(pause, () => visit(TAB_STAYS, later));
      });
    }
  }
}

/** What somebody means to pay, through all tabs in which they try. */
interface Aim {
  readonly choice: LaterPayment["choice"];
  readonly payerEmail: string | null;
  /** The charges that were chosen first; null before. */
  charges: readonly number[] | null;
  /** A page has said that it is paid, or being confirmed. */
  isReached: boolean;
}

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
async function payOnPage(
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
      refused = flow.step === "notPaid" && flow.reason === "failed" ? reference : undefined;
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
