/** Plays a learner with a plan of several payments, who reads My enrolment and pays over the months. */
import { changeDetails } from "~/browser/edge-client/enrolments.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { addDays, type Day, lagosTime } from "~/domain/dates/day.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Browser } from "./browser.ts";
import { playLater, readView } from "./later-payment.ts";
import { emailOf, isOf, linksTo } from "./mailboxes.ts";
import { DAY, FIRST_LOOK, HOUR, MINUTE } from "./plan.ts";
import { Process, runIn } from "./time.ts";
import type { World } from "./world.ts";

/** The reminders' days from the due date. They leave at nine in Lagos. */
export const REMINDERS = [
  { name: "due soon", subject: /^Due on /, days: -7 },
  { name: "due", subject: /^Due today: /, days: 0 },
  { name: "overdue", subject: /^Overdue: /, days: 3 },
] as const;
/** The days from the due date on which somebody pays who knows what is due. */
const PAYS_ON = [-20, -8, -7, -6, -1, 0, 0, 1, 2, 3, 4, 9, 12] as const;

/** The moves with two new addresses, the learner's second and third. */
const MOVES: readonly (readonly (readonly ["ask" | "confirm", 2 | 3])[])[] = [
  [
    ["ask", 2],
    ["ask", 3],
    ["confirm", 2],
    ["confirm", 3],
  ],
  [
    ["ask", 2],
    ["ask", 3],
    ["confirm", 3],
    ["confirm", 2],
  ],
  [
    ["ask", 2],
    ["confirm", 2],
    ["ask", 3],
    ["confirm", 3],
  ],
  [
    ["ask", 2],
    ["ask", 3],
    ["ask", 2],
    ["confirm", 2],
  ],
];

export function reminderTime(due: Day, days: number): number {
  return lagosTime(addDays(due, days), 9).getTime();
}

/** The edge's sweep looks on time on the mornings of a due date's reminders. */
export function awaitReminders(world: World, due: Day): void {
  const { time } = world;
  const mornings = REMINDERS.map(({ days }) => reminderTime(due, days));
  for (const morning of mornings.filter((each) => each > time.now)) {
    time.outlive(morning - time.now, () => {
      world.lastDue = time.now;
    });
  }
}

export function startLearner(world: World, browser: Browser, email: string): void {
  const { time, random, mailboxes } = world;
  const at = (moment: number, act: () => void) => time.outlive(moment - time.now, act);
  const inTab = (moment: number, name: string, act: () => Promise<void>) =>
    at(moment, () => void runIn(new Process(name, browser), act));

  inTab(world.start + FIRST_LOOK, "first look", firstLook);
  inTab(world.start + world.plan.days * DAY - HOUR, "last look", async () => {
    const views = (await everyView()).map(({ view }) => view);
    world.views.push(...views);
    for (const view of views) await tryStaleKeys(view);
  });

  /** Every enrolment that the browser knows, or a mail opens. */
  async function everyView(): Promise<{ access: EnrolmentAccess; view: EnrolmentView }[]> {
    const links = [...knownEnrolments(), ...linksTo(email, mailboxes)];
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

  async function firstLook(): Promise<void> {
    const active = (await everyView()).filter(({ view }) => view.state === "active");
    for (const { view } of active) troubleReminders(view);
    const [enrolled] = active;
    if (!enrolled) return;
    const { access, view } = enrolled;
    const reminder = random.pick(remindersOf(view));
    if (reminder && random.chance(0.3)) {
      inTab(reminder + random.spread(MINUTE, 10 * HOUR), "stops", () => stopReminders(access));
    }
    saveAccess(access);
    const { movesAfter } = world.plan;
    if (movesAfter !== null) inTab(time.now + movesAfter, "moves", () => moveAddress(view.id));
    let latest = time.now;
    for (const { due, status } of view.charges) {
      if (status === "paid" || due === null) continue;
      // Some pay at the moment at which the reminder leaves.
      const isAtNine = random.chance(0.3);
      const afterNine = isAtNine ? random.between(0, 10 * MINUTE) : random.between(-2 * HOUR, 13 * HOUR);
      latest = Math.max(reminderTime(due, random.pick(PAYS_ON)) + afterNine, latest + 2 * HOUR);
      at(latest, () => {
        if (random.chance(0.6)) startTroubles();
        playLater(world, browser, view.id, email);
      });
    }
  }

  /** The plan's troubles start again shortly before some reminders. */
  function troubleReminders(view: EnrolmentView): void {
    for (const { due, number } of view.charges) if (due && number > 1) awaitReminders(world, due);
    for (const morning of remindersOf(view).filter((each) => each > time.now)) {
      if (random.chance(0.3)) at(morning - MINUTE, startTroubles);
    }
  }

  /** The plan's troubles start once more. */
  function startTroubles(): void {
    world.troubledFrom.push(time.now);
    world.note("the troubles start again");
  }

  /** Asks for another address, and for one more; their owners open the mails in some order. */
  async function moveAddress(id: string): Promise<void> {
    world.noteFault("learner changes the address twice");
    let requestedEmail = "";
    for (const [what, which] of random.pick(MOVES)) {
      const other = emailOf(0, which);
      if (what === "ask") requestedEmail = (await askFor(id, other)) ? other : requestedEmail;
      else await confirm(id, other, requestedEmail !== other);
      await time.wait(random.spread(MINUTE, 5 * HOUR));
    }
  }

  /** @returns whether the edge said yes */
  async function askFor(id: string, other: string): Promise<boolean> {
    const access = knownEnrolments().find((each) => each.id === id);
    const answer = access && (await changeDetails(access, { email: other }));
    if (answer?.type !== "answered") return false;
    const { key } = answer.body;
    if (key) saveAccess({ id, key });
    return true;
  }

  async function confirm(id: string, other: string, isReplaced: boolean): Promise<void> {
    const link = mailboxes.received.findLast(
      ({ to, confirmLink }) => to === other && confirmLink,
    )?.confirmLink;
    if (!link) return;
    const answer = await fetch(link, { method: "POST" }).catch(() => null);
    if (answer && !answer.ok) return;
    world.confirmations.push({ enrolment: id, email: other, isAnswered: answer !== null, isReplaced });
  }

  /** Opens the links that were mailed to an address which is not the learner's any more. */
  async function tryStaleKeys({ id, learner }: EnrolmentView): Promise<void> {
    const stale = mailboxes.received.filter(
      ({ to, link }) => isOf(to, email) && to !== learner.email && link?.id === id,
    );
    for (const { to, link } of stale) {
      if (link && (await readView(world, link))) world.staleKeys.push({ enrolment: id, email: to });
    }
  }

  /** Stops reminders on the page, or as a mail program does for its reader. */
  async function stopReminders(access: EnrolmentAccess): Promise<void> {
    world.noteFault("learner stops reminders");
    const reminder = mailboxes.received.findLast(
      ({ to, link, stopLink }) => isOf(to, email) && link?.id === access.id && stopLink,
    );
    const link = random.chance(0.5) ? reminder?.stopLink : undefined;
    const unsubscribe = (url: string) =>
      fetch(url, { method: "POST", body: "List-Unsubscribe=One-Click" }).then(
        ({ ok }) => ok,
        () => false,
      );
    const stopOnPage = async () => {
      const [newest = access] = linksTo(email, mailboxes, access.id);
      return (await changeDetails(newest, { hasStoppedReminders: true })).type === "answered";
    };
    const keep = (isAnswered: boolean) =>
      world.stops.push({ at: time.now, enrolment: access.id, isAnswered, isWithdrawal: false });
    for (let round = 0; round < 5; round += 1) {
      keep(false);
      if (await (link ? unsubscribe(link) : stopOnPage())) return void keep(true);
      await time.wait(MINUTE);
    }
  }
}

/** Returns when a learner who never pays is reminded. */
function remindersOf({ charges }: EnrolmentView): number[] {
  return charges.flatMap(({ number, due }) =>
    due && number > 1 ? REMINDERS.map(({ days }) => reminderTime(due, days)) : [],
  );
}
