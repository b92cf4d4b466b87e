/** Plays a learner who is enrolled with a plan of several payments: looks at My enrolment, pays over the months, and at the end looks again. */
import { changeDetails } from "~/browser/enrolments/ask-edge.ts";
import { knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { addDays, type Day, lagosDay, lagosTime } from "~/domain/dates/day.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { Browser } from "./browser.ts";
import { playLater, readView } from "./later-payment.ts";
import { linksTo, stopLinkTo } from "./mailboxes.ts";
import { emailOf } from "./orders.ts";
import { FIRST_LOOK, type WholePlan } from "./plan.ts";
import { Process, runIn } from "./time.ts";
import { DAY, HOUR, MINUTE } from "./trouble.ts";
import type { World } from "./world.ts";

/** In days from the due date; they leave at nine in Lagos. */
export const REMINDER_DAYS = { "due soon": -7, due: 0, overdue: 3 } as const;
/** Where a day is agreed with staff, the learner pays once a month. */
const MONTH = 30;

export function reminderTime(due: Day, days: number): number {
  return lagosTime(addDays(due, days), 9).getTime();
}

export function startLearner(world: World, browser: Browser, plan: WholePlan, learner: number): void {
  const { time, mailboxes } = world;
  const email = emailOf(learner);
  const at = (moment: number, act: () => void) => time.outlive(moment - time.now, act);
  const inTab = (moment: number, name: string, act: () => Promise<void>) =>
    at(moment, () => void runIn(new Process(name, browser), act));

  inTab(world.start + FIRST_LOOK, "first look", firstLook);
  inTab(world.start + world.plan.days * DAY - HOUR, "last look", async () => {
    world.views.push(...(await everyView()).map(({ view }) => view));
  });

  /** Every enrolment that the browser knows, or a mail opens. */
  async function everyView(): Promise<{ access: EnrolmentAccess; view: EnrolmentView }[]> {
    const links = [...knownEnrolments(), ...linksTo(email, mailboxes)];
    const views = [];
    for (const [id, own] of Map.groupBy(links, (link) => link.id)) {
      for (const access of own.slice(0, 3)) {
        const view = await readView(world, access);
        if (view?.kind !== "learner") continue;
        views.push({ access, view });
        break;
      }
      world.note(`${id} is read`);
    }
    return views;
  }

  async function firstLook(): Promise<void> {
    const active = (await everyView()).filter(({ view }) => view.state === "active");
    for (const { view } of active) awaitReminders(view);
    const [enrolled] = active;
    if (!enrolled) return;
    const { access, view } = enrolled;
    const { stop } = plan;
    const reminder = stop && remindersOf(view)[stop.reminder];
    if (stop && reminder) inTab(reminder + stop.after, "stops", () => stopReminders(access, stop.how));
    saveAccess(access);
    let latest = time.now;
    const open = view.charges.filter(({ status }) => status !== "paid");
    for (const [place, payment] of plan.payments.slice(0, open.length).entries()) {
      const due = open[place]?.due ?? addDays(lagosDay(new Date(time.now)), MONTH * (place + 1));
      const moment = lagosTime(addDays(due, payment.day), 0).getTime() + payment.time;
      latest = Math.max(moment, latest + 2 * HOUR);
      // The sweep, which looks seldom in quiet months, is back to its five minutes by then.
      world.dueTimes.push(latest);
      at(latest, () => {
        if (payment.isTroubled) startTroubles();
        playLater(world, browser, view.id, email, payment);
      });
    }
  }

  /** The edge's sweep looks on time on these mornings. */
  function awaitReminders(view: EnrolmentView): void {
    for (const [place, morning] of remindersOf(view).entries()) {
      if (morning <= time.now) continue;
      if (!world.dueTimes.includes(morning)) world.dueTimes.push(morning);
      if (plan.troubledMornings[place]) at(morning - MINUTE, startTroubles);
    }
  }

  /** The plan's troubles start once more. */
  function startTroubles(): void {
    world.troubledFrom.push(time.now);
    world.note("the troubles start again");
  }

  async function stopReminders(access: EnrolmentAccess, how: string): Promise<void> {
    world.strike("learner stops reminders");
    const link = how === "in a mail" ? stopLinkTo(email, mailboxes, access.id) : undefined;
    // As a mail program does for its reader.
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
      world.stops.push({ at: time.now, enrolment: access.id, isAnswered });
    for (let round = 0; round < 5; round += 1) {
      keep(false);
      if (await (link ? unsubscribe(link) : stopOnPage())) {
        keep(true);
        return world.note(`${access.id}: reminders are stopped`);
      }
      await time.wait(MINUTE);
    }
  }
}

/** When a learner is reminded who never pays. */
function remindersOf({ charges }: EnrolmentView): number[] {
  return charges.flatMap(({ number, due }) =>
    due && number > 1 ? Object.values(REMINDER_DAYS).map((days) => reminderTime(due, days)) : [],
  );
}
