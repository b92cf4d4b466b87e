/**
 * Plays a later payment of a plan, which the learner pays in one or two tabs, on another device, or through a
 * sponsor.
 */
import { makePayerLink, readEnrolment, requestPayment } from "~/browser/edge-client/enrolments.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import type { PagePayments } from "~/browser/payments/page-payments.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/charge.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView, PayerView } from "~/domain/enrolment/enrolment-view.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import type { StoredOrder } from "~/sandbox/providers/paypal-shapes.ts";
import { type Browser, inTab, newBrowser } from "./browser.ts";
import { enrolmentLinks } from "./mailboxes.ts";
import { Payer, TAB_STAYS } from "./payer.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

type View = EnrolmentView | PayerView;
/** Returns the link that a payer opens; `null` if the payer has none. */
type FindLink = () => EnrolmentAccess | null;

const MOST_TRIES = 4;

/** @param browser the learner's */
export function playLater(world: World, browser: Browser, id: string, email: string): void {
  const { time, random } = world;
  const newestLink = () => enrolmentLinks(email, world.mailboxes, id)[0] ?? null;
  const savedLink = () => knownEnrolments().find((access) => access.id === id) ?? newestLink();
  const payerEmail = random.chance(0.5) ? `payer-${time.now}@example.com` : undefined;
  /** The number of charges to pay. */
  const count = random.pick([1, 1, 1, 1, 2, Infinity]);
  const findLearnerLink = random.chance(0.5) ? newestLink : savedLink;
  const payers = {
    "the learner": () => payOn(browser, findLearnerLink),
    "the learner on another device": () => payOn(deviceOf("phone", 101), newestLink),
    "a sponsor": () => void inTab(browser, askSponsor),
  };
  const names = random.pick<readonly (keyof typeof payers)[]>([
    ["the learner"],
    ["the learner"],
    ["the learner", "the learner"],
    ["the learner", "the learner on another device"],
    ["a sponsor"],
    ["a sponsor", "the learner"],
  ]);
  if (names.length > 1) world.noteFault(`${names.join(" and ")} pay at once`);
  for (const [index, name] of names.entries()) {
    // The first of them pays at once.
    time.schedule(index * random.spread(SECOND, random.pick([MINUTE, 10 * HOUR])), payers[name]);
  }

  function deviceOf(name: string, host: number): Browser {
    const address = `198.51.100.${host}`;
    return newBrowser({ ...browser, name: `${name} of ${browser.name} at ${time.now}`, address });
  }

  /** Makes a payer link on the learner's page, with which a sponsor pays on another device. */
  async function askSponsor(): Promise<void> {
    const access = findLearnerLink();
    for (let round = 0; access && round < 5; round += 1) {
      const payerLink = await makePayerLink(access, 1);
      if (payerLink.type === "answered") {
        const { key } = payerLink.body;
        return payOn(deviceOf("sponsor", 102), () => ({ id, key }));
      }
      await time.wait(MINUTE);
    }
  }

  /** Pays on a device, tab after tab, until a page shows the payment as received. */
  function payOn(device: Browser, findLink: FindLink): void {
    const payer = new Payer({ world, browser: device, purchase: null, isSmooth: false });
    /** The numbers of the charges that the payer chose at first. */
    let intended: readonly number[] | null = null;
    const visits = [
      { after: 0, stays: random.chance(0.3) ? random.spread(SECOND, 5 * MINUTE) : TAB_STAYS },
      { after: random.spread(MINUTE, 6 * HOUR), stays: TAB_STAYS },
      { after: random.spread(HOUR, 30 * HOUR), stays: TAB_STAYS },
    ];
    payer.visit(visits, async (page) => {
      const link = payer.hasReadPaid ? null : findLink();
      if (link && device === browser) saveAccess(link);
      if (link) await payOnPage(page, link);
    });

    /** Pays the intended charges that are open. */
    async function payOnPage({ actions, $payment }: PagePayments, link: EnrolmentAccess): Promise<void> {
      let failedReference: string | undefined;
      for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
        const view = await readView(world, link);
        const choice = view && findChoice(view, count, intended);
        if (!view || !choice) return;
        intended ??= choice.charges;
        await time.wait(random.between(2 * SECOND, 20 * SECOND));
        const fields = view.kind === "learner" ? { count: choice.count } : { payerEmail };
        const answer = await requestPayment(link, { ...fields, refused: failedReference });
        const started = answer.type === "answered" ? answer.body : null;
        if (started && started.charges.toSorted().join() === choice.charges.toSorted().join()) {
          await actions.pay(enrolmentOrder(view, started, new Date()), started.checkout);
          if (payer.hasReadPaid) return;
          const { flow } = $payment.get();
          const hasFailed = flow.step === "notPaid" && flow.reason === "failed";
          failedReference = hasFailed ? started.reference : undefined;
          if (random.chance(0.2)) return;
        }
        await time.wait(random.between(5 * SECOND, 90 * SECOND));
      }
    }
  }
}

/** The longest time until the edge notices a change. It checks held-back payments daily, and a check may fail. */
const LONGEST_DELAY_MS = 3 * DAY;

/**
 * Reads My enrolment and notes outdated facts on it. @returns `null` if the link opens nothing or the edge
 * never answers
 */
export async function readView(world: World, access: EnrolmentAccess): Promise<View | null> {
  const { time, random, providers, plan, start } = world;
  const explainsPending = ({ capture }: StoredOrder) =>
    capture?.status === "PENDING" || Date.parse(capture?.update_time ?? "") > time.now - LONGEST_DELAY_MS;
  for (let round = 0; round < MOST_TRIES; round += 1) {
    const answer = await readEnrolment(access);
    if (answer.type === "answered") {
      const { body } = answer;
      const isPending = body.kind === "payer" ? body.isPending : body.pendingCharges.length > 0;
      if (isPending && ![...providers.paypal.orders.values()].some(explainsPending))
        world.outdated.push(`${body.id} has a payment pending, and PayPal holds none back.`);
      // Staff withdrew the cohort's date so long ago that its due dates must be gone.
      const mustHaveNoDueDate = time.now > start + (plan.dateTakenBack ?? Infinity) + LONGEST_DELAY_MS;
      const charges = body.kind === "learner" && body.state === "active" ? body.charges : [];
      const due = charges.find(
        ({ number, status, due, isAgreed }) => number > 1 && status !== "paid" && due && !isAgreed,
      );
      if (mustHaveNoDueDate && due)
        world.outdated.push(`${body.id}: payment ${due.number} is still due on ${due.due}.`);
      return body;
    }
    if (answer.type === "refused" && answer.status === 404) return null;
    await time.wait(random.between(5 * SECOND, 90 * SECOND));
  }
  return null;
}

/** Returns the choice to press; `null` if none of the intended charges is open. @param intended `null` at first */
function findChoice(view: View, count: number, intended: readonly number[] | null): PaymentChoice | null {
  const pending = view.kind === "payer" ? [] : view.pendingCharges;
  const choices = paymentChoices(view.charges.filter(({ number }) => !pending.includes(number)));
  const allOpen = choices.at(-1);
  if (!allOpen || (view.kind === "payer" && view.isPending)) return null;
  const openIntended = intended?.filter((number) => allOpen.charges.includes(number));
  if (openIntended?.length === 0) return null;
  // A payer's page offers no choice.
  if (view.kind === "payer") return allOpen;
  const isEnough = ({ charges }: PaymentChoice) =>
    openIntended ? openIntended.every((number) => charges.includes(number)) : charges.length >= count;
  return choices.find(isEnough) ?? allOpen;
}
