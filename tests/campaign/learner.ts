/** Plays a learner who is enrolled with a plan of several payments: looks at My enrolment, pays over the months, and at the end looks again. */
import { changeDetails } from "~/browser/enrolments/ask-edge.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { addDays, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Browser } from "./browser.ts";
import { readView } from "./enrolment-page.ts";
import { type LaterTools, playLater } from "./later-payment.ts";
import { linksTo, stopLinkTo } from "./mail-links.ts";
import { emailOf } from "./orders.ts";
import type { Providers } from "./providers.ts";
import type { StaffMailboxes } from "./staff.ts";
import { DAY, HOUR, MINUTE } from "./trouble.ts";
import { Process, runIn } from "./virtual-time.ts";
import { FIRST_LOOK, type WholePlan } from "./whole-plan.ts";
import { note, strike, type World } from "./world.ts";

/** In days from the due date; they leave at nine in Lagos. */
export const REMINDER_DAYS = { "due soon": -7, due: 0, overdue: 3 } as const;
const REMINDER_HOUR = 9;
/** Where a day is agreed with staff, the learner pays once a month. */
const MONTH = 30;

export function startLearner(
  world: World,
  providers: Providers,
  {
    browser,
    plan,
    learner,
    mailboxes,
  }: { browser: Browser; plan: WholePlan; learner: number; mailboxes: StaffMailboxes },
): void {
  const { time } = world;
  const email = emailOf(learner);
  const newestLink = (id: string) =>
    linksTo(email, mailboxes.received).find((link) => link.id === id) ?? null;

  at(world, world.start + FIRST_LOOK, () => inTab("first look", firstLook));
  at(world, world.start + world.plan.days * DAY - HOUR, () => inTab("last look", lastLook));

  function inTab(name: string, act: () => Promise<void>): void {
    const tab = new Process(name, browser);
    void runIn(tab, act);
  }

  /** Every enrolment that the browser knows, or a mail opens. */
  async function everyView(): Promise<{ access: EnrolmentAccess; view: EnrolmentView }[]> {
    const links = [...knownEnrolments(), ...linksTo(email, mailboxes.received)];
    const views = [];
    for (const [id, own] of Map.groupBy(links, (link) => link.id)) {
      for (const access of own.slice(0, 3)) {
        const view = await readView(world, access);
        if (view?.kind !== "learner") continue;
        views.push({ access, view });
        break;
      }
      note(world, `${id} is read`);
    }
    return views;
  }

  async function firstLook(): Promise<void> {
    const active = (await everyView()).filter(({ view }) => view.state === "active");
    for (const { view } of active) awaitReminders(view);
    const [enrolled] = active;
    if (!enrolled) return;
    const { stop } = plan;
    const reminder = stop && remindersOf(enrolled.view)[stop.reminder];
    if (stop && reminder)
      at(world, reminder + stop.after, () => inTab("stops", stopReminders(enrolled.access)));
    saveAccess(enrolled.access);
    const tools: LaterTools = { world, providers, browser, newestLink, id: enrolled.view.id };
    let latest = time.now;
    const later = enrolled.view.charges.filter(({ status }) => status !== "paid");
    for (const [place, { due }] of later.entries()) {
      const payment = plan.payments[place];
      if (!payment) continue;
      const day = addDays(due ?? addDays(lagosDay(new Date(time.now)), MONTH * (place + 1)), payment.day);
      latest = Math.max(lagosTime(day, 0).getTime() + payment.time, latest + 2 * HOUR);
      // The sweep, which looks seldom in quiet months, is back to its five minutes by then.
      world.dueTimes.push(latest);
      at(world, latest, () => {
        if (payment.isTroubled) startTroubles(world);
        playLater(tools, payment);
      });
    }
  }

  /** The edge's sweep looks on time on these mornings. */
  function awaitReminders(view: EnrolmentView): void {
    for (const [place, morning] of remindersOf(view).entries()) {
      if (morning <= time.now) continue;
      if (!world.dueTimes.includes(morning)) world.dueTimes.push(morning);
      if (plan.troubledMornings[place]) at(world, morning - MINUTE, () => startTroubles(world));
    }
  }

  const stopReminders = (access: EnrolmentAccess) => async (): Promise<void> => {
    strike(world, "learner stops reminders");
    const link = plan.stop?.how === "in a mail" ? stopLinkTo(email, access.id, mailboxes.received) : null;
    const keepStop = (isAnswered: boolean) =>
      world.stops.push({ at: time.now, enrolment: access.id, isAnswered });
    for (let round = 0; round < 5; round += 1) {
      keepStop(false);
      const isStopped = link
        ? await fetch(link, { method: "POST", body: "List-Unsubscribe=One-Click" }).then(
            ({ ok }) => ok,
            () => false,
          )
        : (await changeDetails(newestLink(access.id) ?? access, { hasStoppedReminders: true })).type ===
          "answered";
      if (isStopped) {
        keepStop(true);
        return note(world, `${access.id}: reminders are stopped`);
      }
      await time.wait(MINUTE);
    }
  };

  async function lastLook(): Promise<void> {
    world.views.push(...(await everyView()).map(({ view }) => view));
  }
}

export function reminderTime(due: Day, days: number): number {
  return lagosTime(addDays(due, days), REMINDER_HOUR).getTime();
}

/** When a learner is reminded who never pays. */
function remindersOf({ charges }: EnrolmentView): number[] {
  return charges.flatMap(({ number, due }) =>
    due && number > 1 ? Object.values(REMINDER_DAYS).map((days) => reminderTime(due, days)) : [],
  );
}

/** The plan's troubles start once more. */
function startTroubles(world: World): void {
  world.troubledFrom.push(world.time.now);
  note(world, "the troubles start again");
}

function at({ time }: World, moment: number, act: () => void): void {
  runIn(null, () => time.after(moment - time.now, act));
}
