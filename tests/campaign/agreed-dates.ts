/** Plays staff who agree other dates with a learner, and a learner who asks for more time, while the cohort's date may go. */
import { sendRequest } from "~/browser/edge-client/enrolments.ts";
import { addDays, type Day, lagosDay } from "~/domain/dates/day.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import { moreTimeWindow } from "~/domain/enrolment/learner-request.ts";
import { newBrowser } from "./browser.ts";
import { deskForms, pickEnrolled, rowsOf } from "./desk.ts";
import { readView } from "./later-payment.ts";
import { awaitReminders, reminderTime } from "./learner.ts";
import { emailOf, linksTo } from "./mailboxes.ts";
import { DAY, HOUR, SECOND } from "./plan.ts";
import { Process, runIn } from "./time.ts";
import type { World } from "./world.ts";

type Step = "agrees" | "undoes" | "asks" | "gives time" | "declines";

/** The learner asks; the other steps are staff's. */
const STORIES: readonly (readonly Step[])[] = [
  ["agrees"],
  ["agrees", "agrees"],
  ["agrees", "undoes"],
  ["agrees", "agrees", "undoes"],
  ["asks", "gives time"],
  ["asks", "gives time", "agrees"],
  ["asks", "declines"],
];

/** The days from the start after which nothing is agreed to be due, so that its reminders come within a run. */
const LAST_DAY = 200;

interface OpenCharge {
  readonly number: number;
  readonly due: Day | null;
  readonly isAgreed: 0 | 1;
}

/** @param from the time of the first step, unless it races a date that is taken back */
export function startAgreeing(world: World, from: number): void {
  const { time, random, start, plan } = world;
  const { does, undoes } = deskForms(world);
  const { dateTakenBack } = plan;
  const first = dateTakenBack === null ? from : dateTakenBack - random.spread(SECOND, 3 * DAY);
  const today = () => lagosDay(new Date(time.now));

  time.outlive(first, async () => {
    const id = await pickEnrolled(world);
    if (id === null) return;
    const steps = stepsOf(id);
    for (const step of random.pick(STORIES)) {
      world.stir();
      await steps[step]();
      await time.wait(random.spread(HOUR, 10 * DAY));
    }
  });

  function stepsOf(id: string): Readonly<Record<Step, () => Promise<void>>> {
    const agreed: { readonly line: string; readonly former: OpenCharge }[] = [];

    const openCharges = () =>
      rowsOf<OpenCharge>(
        world,
        `SELECT number, due_on AS due, is_agreed AS isAgreed FROM charges JOIN enrolments ON id = enrolment_id
         WHERE id = '${id}' AND charges.currency = enrolments.currency AND is_paid = 0 ORDER BY number`,
      );

    function keep({ number, due, isAgreed }: OpenCharge, from: number, by: number): void {
      world.dueDates.push({ enrolment: id, number, day: due, isAgreed: isAgreed === 1, from, by });
      if (due) awaitReminders(world, due);
    }

    async function agree(former: OpenCharge, day: Day): Promise<void> {
      const began = time.now;
      const typed = { charge: `${former.number}`, day, reason: "The salary comes late" };
      const line = await does(id, "agree-date", typed);
      if (line === null) return;
      world.strike("staff agree another date");
      if (!world.dueDates.some(({ number }) => number === former.number)) keep(former, -Infinity, -Infinity);
      keep({ ...former, due: day, isAgreed: 1 }, began, time.now);
      agreed.push({ line, former });
    }

    return {
      // The last charge, mostly earlier than its plan says: the learner pays it later than that, and is reminded first.
      agrees: async () => {
        const charge = (await openCharges()).at(-1);
        if (!charge) return;
        const due = addDays(charge.due ?? today(), random.between(-60, 20));
        const last = addDays(lagosDay(new Date(start)), LAST_DAY);
        await agree(charge, [today(), due, last].sort()[1] ?? due);
      },
      undoes: async () => {
        const latest = agreed.pop();
        const began = time.now;
        if (!latest || !(await undoes(id, latest.line))) return;
        world.strike("staff take an agreed date back");
        keep(latest.former, began, time.now);
      },
      // At once, or when the payment becomes late, so that staff answer before or after the learner would read what follows.
      asks: async () => {
        const link = linksTo(emailOf(0), world.mailboxes, id)[0];
        const due = (await openCharges())[0]?.due;
        if (!link || !due) return;
        const nearLate = reminderTime(due, 3) - random.between(0, 10 * DAY) - time.now;
        await time.wait(random.chance(0.5) ? 0 : Math.max(0, nearLate));
        const address = "198.51.100.105";
        const browser = newBrowser({ name: "tired learner", address, country: "NG", lookup: null });
        const asking = new Process(browser.name, browser);
        await new Promise<void>((resolve) => {
          runIn(asking, () => ask(link).then(resolve));
        });
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
        if (await does(id, "decline", { text: "The term ends." })) world.strike("staff decline more time");
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
      world.strike("learner asks for more time");
      request.by = time.now;
    }
  }
}
