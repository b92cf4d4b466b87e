/** Plays one of the later payments of a plan: the learner, a second tab or device, or a sponsor pays it on the site's pages. */
import { makePayerLink, readEnrolment, requestPayment } from "~/browser/edge-client/enrolments.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import type { PagePayments } from "~/browser/payments/page-payments.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { linksTo } from "./mailboxes.ts";
import { Payer, TAB_STAYS } from "./payer.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./plan.ts";
import { Process, runIn } from "./time.ts";
import type { World } from "./world.ts";

type View = EnrolmentView | PayerView;
/** Opens a link in a tab; `null` where it opens nothing. */
type Access = () => EnrolmentAccess | null;

const MOST_TRIES = 4;

/** @param browser of the learner, to whom the enrolment's mails go */
export function playLater(world: World, browser: Browser, id: string, email: string): void {
  const { time, random } = world;
  const newestLink = () => linksTo(email, world.mailboxes, id)[0] ?? null;
  const fromBrowser = () => knownEnrolments().find((each) => each.id === id) ?? newestLink();
  const payerEmail = random.chance(0.5) ? `payer-${time.now}@example.com` : undefined;
  /** The number of charges to pay. */
  const count = random.pick([1, 1, 1, 1, 2, Infinity]);
  const link = random.chance(0.5) ? newestLink : fromBrowser;
  const payers = {
    "the learner": () => payOn(browser, link),
    "the learner on another device": () => payOn(deviceOf("phone", 101), newestLink),
    "a sponsor": () => void runIn(new Process(browser.name, browser), askSponsor),
  };
  const who = random.pick<readonly (keyof typeof payers)[]>([
    ["the learner"],
    ["the learner"],
    ["the learner", "the learner"],
    ["the learner", "the learner on another device"],
    ["a sponsor"],
    ["a sponsor", "the learner"],
  ]);
  if (who.length > 1) world.noteFault(`${who.join(" and ")} pay at once`);
  for (const [place, payer] of who.entries()) {
    time.outlive(place * random.spread(SECOND, random.pick([MINUTE, 10 * HOUR])), payers[payer]);
  }

  function deviceOf(name: string, host: number): Browser {
    const address = `198.51.100.${host}`;
    return newBrowser({ ...browser, name: `${name} of ${browser.name} at ${time.now}`, address });
  }

  /** The learner makes a link, and somebody else opens it elsewhere. */
  async function askSponsor(): Promise<void> {
    const access = link();
    for (let round = 0; access && round < 5; round += 1) {
      const payerLink = await makePayerLink(access, 1);
      if (payerLink.type === "answered") {
        const { key } = payerLink.body;
        return payOn(deviceOf("sponsor", 102), () => ({ id, key }));
      }
      await time.wait(MINUTE);
    }
  }

  /** Somebody pays on a device, tab after tab, until a page has said that it is paid. */
  function payOn(on: Browser, access: Access): void {
    const payer = new Payer(world, on, null, false);
    /** The charges that were chosen first; null before. */
    let meant: readonly number[] | null = null;
    const visits = [
      { after: 0, stays: random.chance(0.3) ? random.spread(SECOND, 5 * MINUTE) : TAB_STAYS },
      { after: random.spread(MINUTE, 6 * HOUR), stays: TAB_STAYS },
      { after: random.spread(HOUR, 30 * HOUR), stays: TAB_STAYS },
    ];
    payer.visit(visits, async (page) => {
      const link = payer.hasReadPaid ? null : access();
      if (link && on === browser) saveAccess(link);
      if (link) await payOnPage(page, link);
    });

    /** Pays what is meant to be paid and still open, as the pages do. */
    async function payOnPage({ actions, $payment }: PagePayments, link: EnrolmentAccess): Promise<void> {
      let refused: string | undefined;
      for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
        const view = await readView(world, link);
        const chosen = view && chosenOf(view, count, meant);
        if (!view || !chosen) return;
        meant ??= chosen.charges;
        await time.wait(random.between(2 * SECOND, 20 * SECOND));
        const fields = view.kind === "learner" ? { count: chosen.count } : { payerEmail };
        const answer = await requestPayment(link, { ...fields, refused });
        const started = answer.type === "answered" ? answer.body : null;
        if (started && started.charges.toSorted().join() === chosen.charges.toSorted().join()) {
          await actions.pay(enrolmentOrder(view, started, new Date()), started.checkout);
          if (payer.hasReadPaid) return;
          const { flow } = $payment.get();
          refused = flow.step === "notPaid" && flow.reason === "failed" ? started.reference : undefined;
          if (random.chance(0.2)) return;
        }
        await time.wait(random.between(5 * SECOND, 90 * SECOND));
      }
    }
  }
}

/** The edge asks once a day how a payment ends that PayPal holds back, and PayPal may not answer then; sweeps may fail. */
const LATE_MS = 3 * DAY;

/** Reads My enrolment, again and again until there is an answer; `null` where there is none. */
export async function readView(world: World, access: EnrolmentAccess): Promise<View | null> {
  const { time, random, providers, plan, start } = world;
  const mayBlock = ({ capture }: StoredOrder) =>
    capture?.status === "PENDING" || Date.parse(capture?.update_time ?? "") > time.now - LATE_MS;
  for (let round = 0; round < MOST_TRIES; round += 1) {
    const answer = await readEnrolment(access);
    if (answer.type === "answered") {
      const { body } = answer;
      const isPending = body.kind === "payer" ? body.isPending : body.pendingCharges.length > 0;
      if (isPending && ![...providers.paypal.orders.values()].some(mayBlock))
        world.outdated.push(`${body.id} has a payment pending, and PayPal holds none back.`);
      const isUndated = time.now > start + (plan.dateTakenBack ?? Infinity) + LATE_MS;
      const charges = body.kind === "learner" && body.state === "active" ? body.charges : [];
      const due = charges.find(
        ({ number, status, due, isAgreed }) => number > 1 && status !== "paid" && due && !isAgreed,
      );
      if (isUndated && due)
        world.outdated.push(`${body.id}: payment ${due.number} is still due on ${due.due}.`);
      return body;
    }
    if (answer.type === "refused" && answer.status === 404) return null;
    await time.wait(random.between(5 * SECOND, 90 * SECOND));
  }
  return null;
}

/**
 * Returns the choice to press; `null` if nothing that was meant is open.
 * @param meant the charges; `null` at first
 */
function chosenOf(view: View, count: number, meant: readonly number[] | null): PaymentChoice | null {
  const pending = view.kind === "payer" ? [] : view.pendingCharges;
  const choices = paymentChoices(view.charges.filter(({ number }) => !pending.includes(number)));
  const all = choices.at(-1);
  const open = meant?.filter((number) => all?.charges.includes(number));
  if (!all || (view.kind === "payer" && view.isPending) || open?.length === 0) return null;
  // A payer's page has nothing to choose.
  if (view.kind === "payer") return all;
  const isEnough = ({ charges }: PaymentChoice) =>
    open ? open.every((number) => charges.includes(number)) : charges.length >= count;
  return choices.find(isEnough) ?? all;
}
