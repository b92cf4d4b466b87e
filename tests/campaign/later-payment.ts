/** Plays one of the later payments of a plan: the learner, a second tab or device, or a sponsor pays it on the site's pages. */
import { makePayerLink, readEnrolment, startPayment } from "~/browser/enrolments/ask-edge.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import type { PaymentStore } from "~/browser/payments/payment-store.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import { isPaymentBehind } from "~/domain/payments/payment-flow.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { openTab } from "./checkout.ts";
import { linksTo } from "./mailboxes.ts";
import type { LaterPayment } from "./plan.ts";
import { HOUR, MINUTE, SECOND } from "./trouble.ts";
import type { World } from "./world.ts";

type View = EnrolmentView | PayerView;

const TAB_STAYS = HOUR / 2;
const MOST_TRIES = 4;

/** @param browser of the learner, to whom the enrolment's mails go */
export function playLater(
  world: World,
  browser: Browser,
  id: string,
  email: string,
  payment: LaterPayment,
): void {
  const { time, random } = world;
  const { who } = payment;
  const payer = { stories: payment.stories, opened: 0, thing: null };
  const newestLink = () => linksTo(email, world.mailboxes, id)[0] ?? null;
  const fromBrowser = () => knownEnrolments().find((each) => each.id === id) ?? newestLink();
  const linkOfLearner = payment.opens === "from a mail" ? newestLink : fromBrowser;
  const learnerPays = () => payWith(browser, linkOfLearner);
  /** Who pays as well. */
  const others: Partial<Record<typeof who, () => void>> = {
    "the learner in two tabs": learnerPays,
    "the learner on two devices": () => payWith(deviceOf("phone", 101), newestLink),
    "a sponsor and the learner": learnerPays,
  };
  const other = others[who];
  const soon = () => {
    if (other) time.outlive(payment.secondAfter, other);
  };
  if (other) world.strike(`${who} at once`);
  if (who === "a sponsor" || who === "a sponsor and the learner") askSponsor();
  else {
    learnerPays();
    soon();
  }

  function deviceOf(name: string, host: number): Browser {
    const address = `198.51.100.${host}`;
    return newBrowser({ ...browser, name: `${name} of ${browser.name} at ${time.now}`, address });
  }

  /** The learner makes a link, and somebody else opens it elsewhere. */
  function askSponsor(): void {
    openTab(world, browser.name, browser, payer, async () => {
      const access = linkOfLearner();
      if (!access) return;
      for (let round = 0; round < 5; round += 1) {
        const made = await makePayerLink(access, 1);
        if (made.type === "answered") {
          const { key } = made.body;
          payWith(deviceOf("sponsor", 102), () => ({ id, key }), payment.payerEmail);
          return soon();
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
    /** The charges that were chosen first; null before. */
    let meant: readonly number[] | null = null;
    /** A page has said that it is paid, or being confirmed. */
    let isReached = false;
    visit(payment.tabEnds ?? TAB_STAYS, payment.returnsAfter);

    function visit(stays: number, [pause, ...later]: readonly number[]): void {
      const tab = openTab(world, on.name, on, payer, async (page) => {
        const link = access();
        if (!link) return;
        if (payerEmail === null && on === browser) saveAccess(link);
        await payOnPage(page, link);
      });
      time.outlive(stays, () => {
        if (stays !== TAB_STAYS) world.strike("tab closed or reloaded");
        tab.abort();
        if (pause !== undefined && !isReached) time.after(pause, () => visit(TAB_STAYS, later));
      });
    }

    /** Pays what is meant to be paid and still open, as the pages do. */
    async function payOnPage({ actions, $payment }: PaymentStore, link: EnrolmentAccess): Promise<void> {
      let refused: string | undefined;
      for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
        const view = await readView(world, link);
        const chosen = view && chosenOf(view, payment.choice, meant);
        if (!view || !chosen) return;
        meant ??= chosen.charges;
        await time.wait(random.between(2 * SECOND, 20 * SECOND));
        const count = view.kind === "learner" ? chosen.count : undefined;
        const answer = await startPayment(link, { count, payerEmail: payerEmail ?? undefined, refused });
        const started = answer.type === "answered" ? answer.body : null;
        world.note(`the payment is ${started ? `started: ${started.reference}` : answer.type}`);
        if (started && started.charges.toSorted().join() === chosen.charges.toSorted().join()) {
          const { reference, amount, charges, checkout } = started;
          const pays = { enrolment: id, charges };
          const thing = `tuition under ${reference}`;
          world.keepAttempt({ browser: on.name, reference, thing, minor: amount.minor, pays });
          await actions.pay(enrolmentOrder(view, started, new Date()), checkout);
          const { flow } = $payment.get();
          world.note(`the page says: ${flow.step}`);
          isReached ||= isPaymentBehind(flow);
          if (isPaymentBehind(flow)) return;
          refused = flow.step === "notPaid" && flow.reason === "failed" ? reference : undefined;
          if (random.chance(0.2)) return;
        }
        await time.wait(random.between(5 * SECOND, 90 * SECOND));
      }
    }
  }
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

/** What is pressed; null where nothing is open any more of what was meant. @param meant the charges; null for the first time */
function chosenOf(
  view: View,
  choice: LaterPayment["choice"],
  meant: readonly number[] | null,
): PaymentChoice | null {
  const choices = paymentChoices(view.charges);
  const all = choices.at(-1);
  if (!all || view.isPending) return null;
  if (!meant && (view.kind === "payer" || choice === "all")) return all;
  if (!meant) return choices[choice === "the next two" ? 1 : 0] ?? all;
  const open = meant.filter((number) => all.charges.includes(number));
  if (open.length === 0) return null;
  if (view.kind === "payer") return all;
  return choices.find((each) => open.every((number) => each.charges.includes(number))) ?? null;
}
