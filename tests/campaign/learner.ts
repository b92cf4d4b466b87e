/** Plays a learner with a plan of several payments, who reads My enrolment and pays over months. */
import { changeDetails } from "~/browser/edge-client/enrolments.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { addDays, type Day, lagosTime } from "~/domain/dates/day.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { type Browser, inTab } from "./browser.ts";
import { playLater, readView } from "./later-payment.ts";
import { emailOf, enrolmentLinks, isSameLearner } from "./mailboxes.ts";
import { DAY, FIRST_VISIT, HOUR, MINUTE } from "./plan.ts";
import type { World } from "./world.ts";

/** The reminders, each with its days from the due date. They are sent at nine in Lagos. */
export const REMINDERS = [
  { name: "due soon", subject: /^Due on /, days: -7 },
  { name: "due", subject: /^Due today: /, days: 0 },
  { name: "overdue", subject: /^Overdue: /, days: 3 },
] as const;
/** The days, from the due date, of which one is drawn for a payment. */
const PAYMENT_DAYS = [-20, -8, -7, -6, -1, 0, 0, 1, 2, 3, 4, 9, 12] as const;

/** The orders in which a learner requests, and the owners confirm, the learner's second and third address. */
const ADDRESS_CHANGES: readonly (readonly `${"request" | "confirm"} ${2 | 3}`[])[] = [
  ["request 2", "request 3", "confirm 2", "confirm 3"],
  ["request 2", "request 3", "confirm 3", "confirm 2"],
  ["request 2", "confirm 2", "request 3", "confirm 3"],
  ["request 2", "request 3", "request 2", "confirm 2"],
];

export function reminderTime(due: Day, days: number): number {
  return lagosTime(addDays(due, days), 9).getTime();
}

/** Lets the edge sweep at the usual pace on the mornings of a due date's reminders. */
export function awaitReminders(world: World, due: Day): void {
  const { time } = world;
  const isAhead = (moment: number) => moment > time.now;
  const mornings = REMINDERS.map(({ days }) => reminderTime(due, days));
  for (const morning of mornings.filter(isAhead)) {
    time.schedule(morning - time.now, () => world.noteDue());
  }
}

export function startLearner(world: World, browser: Browser, email: string): void {
  const { time, random, mailboxes } = world;
  const at = (moment: number, act: () => void) => time.schedule(moment - time.now, act);
  const inTabAt = (moment: number, name: string, act: () => Promise<void>) =>
    at(moment, () => void inTab(browser, act, name));

  inTabAt(world.start + FIRST_VISIT, "first visit", visitFirst);
  inTabAt(world.start + world.plan.days * DAY - HOUR, "last visit", async () => {
    const views = (await readViews()).map(({ view }) => view);
    world.views.push(...views);
    for (const view of views) await tryStaleKeys(view);
  });

  /** Reads every enrolment that the browser knows or a mail links to. */
  async function readViews(): Promise<{ access: EnrolmentAccess; view: EnrolmentView }[]> {
    const links = [...knownEnrolments(), ...enrolmentLinks(email, mailboxes)];
    const views = [];
    for (const linksToOne of Map.groupBy(links, ({ id }) => id).values()) {
      for (const access of linksToOne.slice(0, 3)) {
        const view = await readView(world, access);
        if (view?.kind !== "learner") continue;
        views.push({ access, view });
        break;
      }
    }
    return views;
  }

  async function visitFirst(): Promise<void> {
    const active = (await readViews()).filter(({ view }) => view.state === "active");
    for (const { view } of active) troubleReminders(view);
    const [enrolled] = active;
    if (!enrolled) return;
    const { access, view } = enrolled;
    const reminder = random.pick(reminderTimes(view));
    if (reminder && random.chance(0.3)) {
      inTabAt(reminder + random.spread(MINUTE, 10 * HOUR), "stops", () => stopReminders(access));
    }
    saveAccess(access);
    const { changesEmailAfter } = world.plan;
    if (changesEmailAfter !== null) {
      inTabAt(time.now + changesEmailAfter, "moves", () => changeAddresses(view.id));
    }
    let latest = time.now;
    for (const { due, status } of view.charges) {
      if (status === "paid" || due === null) continue;
      // Some pay at the moment at which a reminder is sent.
      const isAtNine = random.chance(0.3);
      const afterNine = isAtNine ? random.between(0, 10 * MINUTE) : random.between(-2 * HOUR, 13 * HOUR);
      latest = Math.max(reminderTime(due, random.pick(PAYMENT_DAYS)) + afterNine, latest + 2 * HOUR);
      at(latest, () => {
        if (random.chance(0.6)) startTroubles();
        playLater(world, browser, view.id, email);
      });
    }
  }

  /** Restarts the plan's troubles shortly before some reminders. */
  function troubleReminders(view: EnrolmentView): void {
    const isAhead = (moment: number) => moment > time.now;
    for (const { due, number } of view.charges) if (due && number > 1) awaitReminders(world, due);
    for (const morning of reminderTimes(view).filter(isAhead)) {
      if (random.chance(0.3)) at(morning - MINUTE, startTroubles);
    }
  }

  function startTroubles(): void {
    world.troubledFrom.push(time.now);
    world.note("the troubles start again");
  }

  async function changeAddresses(id: string): Promise<void> {
    world.noteFault("learner changes the address twice");
    let requestedEmail = "";
    for (const change of random.pick(ADDRESS_CHANGES)) {
      const [action, place] = change.split(" ");
      const newEmail = emailOf(0, Number(place));
      if (action === "confirm") await confirmAddress(id, newEmail, requestedEmail !== newEmail);
      else if (await requestAddress(id, newEmail)) requestedEmail = newEmail;
      await time.wait(random.spread(MINUTE, 5 * HOUR));
    }
  }

  /** @returns whether the edge accepted the request */
  async function requestAddress(id: string, newEmail: string): Promise<boolean> {
    const access = knownEnrolments().find((saved) => saved.id === id);
    const answer = access && (await changeDetails(access, { email: newEmail }));
    if (answer?.type !== "answered") return false;
    const { key } = answer.body;
    if (key) saveAccess({ id, key });
    return true;
  }

  async function confirmAddress(id: string, newEmail: string, isReplaced: boolean): Promise<void> {
    const mail = mailboxes.received.findLast(({ to, confirmLink }) => to === newEmail && confirmLink);
    if (!mail?.confirmLink) return;
    const answer = await fetch(mail.confirmLink, { method: "POST" }).catch(() => null);
    if (answer && !answer.ok) return;
    world.confirmations.push({ enrolment: id, email: newEmail, isAnswered: answer !== null, isReplaced });
  }

  /** Opens the links that were mailed to the learner's former addresses. */
  async function tryStaleKeys({ id, learner }: EnrolmentView): Promise<void> {
    const stale = mailboxes.received.filter(
      ({ to, link }) => isSameLearner(to, email) && to !== learner.email && link?.id === id,
    );
    for (const { to, link } of stale) {
      if (link && (await readView(world, link))) world.staleKeys.push({ enrolment: id, email: to });
    }
  }

  /** Stops reminders on the page, or by a mail's link as mail programs do. */
  async function stopReminders(access: EnrolmentAccess): Promise<void> {
    world.noteFault("learner stops reminders");
    const reminder = mailboxes.received.findLast(
      ({ to, link, stopLink }) => isSameLearner(to, email) && link?.id === access.id && stopLink,
    );
    const link = random.chance(0.5) ? reminder?.stopLink : undefined;
    const unsubscribe = (url: string) =>
      fetch(url, { method: "POST", body: "List-Unsubscribe=One-Click" }).then(
        ({ ok }) => ok,
        () => false,
      );
    const stopOnPage = async () => {
      const [newest = access] = enrolmentLinks(email, mailboxes, access.id);
      return (await changeDetails(newest, { hasStoppedReminders: true })).type === "answered";
    };
    const noteStop = (isAnswered: boolean) =>
      world.stops.push({ at: time.now, enrolment: access.id, isAnswered, isWithdrawal: false });
    for (let round = 0; round < 5; round += 1) {
      noteStop(false);
      if (await (link ? unsubscribe(link) : stopOnPage())) return void noteStop(true);
      await time.wait(MINUTE);
    }
  }
}

/** Returns the times of all reminders that a learner who never pays receives. */
function reminderTimes({ charges }: EnrolmentView): number[] {
  return charges.flatMap(({ number, due }) =>
    due && number > 1 ? REMINDERS.map(({ days }) => reminderTime(due, days)) : [],
  );
}
