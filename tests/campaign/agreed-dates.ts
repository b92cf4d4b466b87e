/** Plays staff who agree other dates with a learner, and a learner who asks for more time. */
import { sendRequest } from "~/browser/edge-client/enrolments.ts";
import { addDays, type Day, lagosDay } from "~/domain/dates/day.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import { moreTimeWindow } from "~/domain/enrolment/learner-request.ts";
import { inTab, newBrowser } from "./browser.ts";
import { deskForms, playStory, rowsOf } from "./desk.ts";
import { readView } from "./later-payment.ts";
import { awaitReminders, reminderTime } from "./learner.ts";
import { emailOf, enrolmentLinks } from "./mailboxes.ts";
import { DAY, HOUR, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

type Step = "agrees" | "undoes" | "asks" | "gives time" | "declines";

/** The orders of steps. The learner asks for more time, and staff do the rest. */
const STORIES: readonly (readonly Step[])[] = [
  ["agrees"],
  ["agrees", "agrees"],
  ["agrees", "undoes"],
  ["agrees", "agrees", "undoes"],
  ["asks", "gives time"],
  ["asks", "gives time", "agrees"],
  ["asks", "declines"],
];

/** The days from the start to the last day on which staff agree. Its reminders come within the run. */
const LAST_DAY = 200;

interface OpenCharge {
  readonly number: number;
  readonly due: Day | null;
  readonly isAgreed: 0 | 1;
}

/**
 * @param from milliseconds until the first step, which comes near the time when a cohort's date is withdrawn,
 * if it is
 */
export function startAgreeing(world: World, from: number): void {
  const { time, random, start, plan } = world;
  const { perform, undo } = deskForms(world);
  const { dateTakenBack } = plan;
  const firstStep = dateTakenBack === null ? from : dateTakenBack - random.spread(SECOND, 3 * DAY);
  const today = () => lagosDay(new Date(time.now));
  playStory(world, STORIES, { from: firstStep, pauses: [HOUR, 10 * DAY], stepsOf });

  function stepsOf(id: string): Readonly<Record<Step, () => Promise<void>>> {
    const agreed: { readonly line: string; readonly former: OpenCharge }[] = [];

    const openCharges = () =>
      rowsOf<OpenCharge>(
        world,
        `SELECT number, due_on AS due, is_agreed AS isAgreed FROM charges JOIN enrolments ON id = enrolment_id
         WHERE id = '${id}' AND charges.currency = enrolments.currency AND is_paid = 0 ORDER BY number`,
      );

    function storeDueDate({ number, due, isAgreed }: OpenCharge, from: number, by: number): void {
      world.dueDates.push({ enrolment: id, number, day: due, isAgreed: isAgreed === 1, from, by });
      if (due) awaitReminders(world, due);
    }

    async function agree(former: OpenCharge, day: Day): Promise<void> {
      const startedAt = time.now;
      const typed = { charge: `${former.number}`, day, reason: "The salary comes late" };
      const line = await perform(id, "agree-date", typed);
      if (line === null) return;
      world.noteFault("staff agree another date");
      const hasDueDate = world.dueDates.some(({ number }) => number === former.number);
      if (!hasDueDate) storeDueDate(former, -Infinity, -Infinity);
      storeDueDate({ ...former, due: day, isAgreed: 1 }, startedAt, time.now);
      agreed.push({ line, former });
    }

    return {
      // Most of these days come before the learner would pay, so that reminders are sent.
      agrees: async () => {
        const charge = (await openCharges()).at(-1);
        if (!charge) return;
        const due = addDays(charge.due ?? today(), random.between(-60, 20));
        const last = addDays(lagosDay(new Date(start)), LAST_DAY);
        await agree(charge, [today(), due, last].sort()[1] ?? due);
      },
      undoes: async () => {
        const latest = agreed.pop();
        const startedAt = time.now;
        if (!latest || !(await undo(id, latest.line))) return;
        world.noteFault("staff take an agreed date back");
        storeDueDate(latest.former, startedAt, time.now);
      },
      // The learner asks now or when the payment becomes late, so that staff answer before or after its reminders.
      asks: async () => {
        const link = enrolmentLinks(emailOf(0), world.mailboxes, id)[0];
        const due = (await openCharges())[0]?.due;
        if (!link || !due) return;
        const nearLate = reminderTime(due, 3) - random.between(0, 10 * DAY) - time.now;
        await time.wait(random.chance(0.5) ? 0 : Math.max(0, nearLate));
        const address = "198.51.100.105";
        const browser = newBrowser({ name: "tired learner", address, country: "NG", lookupFault: null });
        await inTab(browser, () => ask(link));
      },
      "gives time": async () => {
        const [request] = world.timeRequests;
        const charge = (await openCharges()).find(({ number }) => number === request?.number);
        if (!request || !charge) return;
        request.answeredFrom = time.now;
        await agree(charge, request.day);
      },
      declines: async () => {
        const [request] = world.timeRequests;
        if (!request) return;
        request.answeredFrom = time.now;
        if (await perform(id, "decline", { text: "The term ends." }))
          world.noteFault("staff decline more time");
      },
    };

    async function ask(link: EnrolmentAccess): Promise<void> {
      const view = await readView(world, link);
      if (view?.kind !== "learner") return;
      const payable = view.charges.filter(({ number }) => !view.pendingCharges.includes(number));
      const window = moreTimeWindow(payable, today());
      if (!window) return;
      const { charge: number, first, last } = window;
      const day = random.pick([first, last]);
      const request = { enrolment: id, number, day, from: time.now, by: Infinity, answeredFrom: Infinity };
      world.timeRequests.push(request);
      const answer = await sendRequest(link, { kind: "more-time", text: "", day });
      const open = answer.type === "answered" ? answer.body.requests : [];
      if (!open.some(({ kind, charge }) => kind === "more-time" && charge === number)) return;
      world.noteFault("learner asks for more time");
      request.by = time.now;
    }
  }
}
