/** Plays staff who refund, withdraw and look at flags at the desk while payments continue. */
import { requestPayment } from "~/browser/edge-client/enrolments.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { type Currency, fromMinor, toDecimalString } from "~/domain/money/money.ts";
import type { DeskGate } from "~/edge/desk/access-gate.ts";
import { hiddenFields } from "../fixtures/hidden-fields.ts";
import { inTab, inWorker, newBrowser, SITE } from "./browser.ts";
import { emailOf, enrolmentLinks } from "./mailboxes.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

/** The gate that lets every visitor in as an owner of the desk. */
export const openGate: DeskGate = {
  identify: async () => ({ email: "owner@academy.example", role: "owner" }),
  signInOrigin: null,
  signInPage: null,
};

/** The numbers of the learners whose mailboxes may hold a link. */
const LEARNERS = [0, 1, 2, 3, 4];

type Step =
  | "refunds elsewhere"
  | "refunds through provider"
  | "opens"
  | "withdraws"
  | "pays"
  | "disputes"
  | "looks";

/** The orders of steps. The learner opens a checkout and pays, a bank disputes a payment, and staff do the rest. */
const STORIES: readonly (readonly Step[])[] = [
  ["refunds elsewhere", "opens", "withdraws", "pays", "refunds through provider"],
  ["opens", "withdraws", "refunds elsewhere", "pays", "looks", "refunds through provider"],
  ["refunds elsewhere", "opens", "withdraws", "looks", "pays", "refunds through provider"],
  ["withdraws", "refunds through provider", "refunds elsewhere"],
  ["refunds through provider", "opens", "pays", "looks"],
  ["disputes", "looks", "disputes"],
];

/** The most times that staff send a form whose answer was lost, or which another change made outdated. */
const MOST_TRIES = 60;

interface HeldPayment {
  readonly reference: string;
  readonly currency: Currency;
  readonly minor: number;
}

export function startDesk(world: World): void {
  const { time, random, providers, plan } = world;
  const { perform } = deskForms(world);
  const latest = plan.firstClassIn === null ? 3 * DAY : 90 * DAY;
  const from = random.spread(10 * MINUTE, latest);
  playStory(world, STORIES, { from, pauses: [MINUTE, 5 * HOUR], stepsOf });

  function stepsOf(id: string): Readonly<Record<Step, () => Promise<void>>> {
    const note = (what: string) => world.note(`${id} ${what}`);
    /** Draws a payment that the academy holds, and half or all of its amount. */
    const pickHeld = async () => {
      const held = await rowsOf<HeldPayment>(
        world,
        `SELECT reference, currency, paid_minor AS minor FROM payments
         WHERE enrolment_id = '${id}' AND paid_minor > 1 AND provider IN ('paystack', 'paypal') ORDER BY reference`,
      );
      if (held.length === 0) return null;
      const payment = random.pick(held);
      return { ...payment, minor: random.chance(0.5) ? payment.minor : Math.floor(payment.minor / 2) };
    };
    return {
      "refunds elsewhere": async () => {
        const payment = await pickHeld();
        if (!payment) return;
        const { reference, currency, minor } = payment;
        const amount = toDecimalString(fromMinor(currency, minor));
        const refund = { reference, way: "elsewhere", amount, proof: "", day: today() };
        if (!(await perform(id, "refund", refund))) return;
        world.noteFault("staff give money back");
        world.givenBack.push({ reference, minor });
      },
      "refunds through provider": async () => {
        const payment = await pickHeld();
        if (!payment) return;
        const { reference, currency, minor } = payment;
        const amount = toDecimalString(fromMinor(currency, minor));
        if (!(await perform(id, "refund-through-provider", { reference, amount }))) return;
        world.noteFault("staff refund through the provider");
      },
      opens: async () => {
        const [link] = LEARNERS.flatMap((learner) => enrolmentLinks(emailOf(learner), world.mailboxes, id));
        if (!link) return;
        const address = "198.51.100.104";
        const browser = newBrowser({ name: `payer of ${id}`, address, country: "NG", lookupFault: null });
        const answer = await inTab(browser, () => requestPayment(link, { count: 1 }));
        if (answer.type !== "answered" || answer.body.checkout?.provider !== "paystack") return;
        note(`has a checkout open: ${answer.body.reference}`);
        world.leftOpen.add(answer.body.reference);
      },
      pays: async () => {
        for (const reference of world.leftOpen) {
          if (!providers.isCharged(reference)) world.noteFault("a checkout that was left open is paid");
          providers.paystack.pay(reference, { domain: "live" });
        }
      },
      withdraws: async () => {
        const addStop = (isAnswered: boolean) =>
          world.stops.push({ at: time.now, enrolment: id, isAnswered, isWithdrawal: true });
        // If the answer is lost, the withdrawal may have stopped the reminders, so it is noted before and after.
        addStop(false);
        if (!(await perform(id, "withdraw", { day: today() }))) return;
        world.noteFault("staff withdraw a learner");
        addStop(true);
      },
      disputes: async () => {
        // Without webhooks nobody notifies staff of a dispute.
        const payment = plan.webhooks.length > 0 ? await pickHeld() : null;
        if (!payment) return;
        const { reference, currency, minor } = payment;
        note(`is disputed: ${reference}`);
        if (currency === "NGN") providers.paystack.dispute(reference, minor);
        else {
          const orders = [...providers.paypal.orders.values()];
          const paidOrder = orders.find(
            ({ capture, request }) => capture && request.purchase_units[0].invoice_id === reference,
          );
          if (paidOrder?.capture) providers.paypal.dispute(paidOrder.capture.id, minor);
        }
      },
      looks: async () => {
        if (!(await perform(id, "looked-at"))) return;
        world.noteFault("staff look at flags");
        world.looks.push({ at: time.now, enrolment: id });
      },
    };
  }

  const today = () => lagosDay(new Date(time.now));
}

/** Returns the rows of a query, which stands for a page of the desk. */
export async function rowsOf<Row>({ database }: World, sql: string): Promise<Row[]> {
  return (await database.prepare(sql).all<Row>()).results;
}

interface Script<Step extends string> {
  /** Milliseconds until the first step. */
  readonly from: number;
  /** The shortest and the longest pause after a step, in milliseconds. */
  readonly pauses: readonly [shortest: number, longest: number];
  readonly stepsOf: (enrolment: string) => Readonly<Record<Step, () => Promise<void>>>;
}

/** Plays one of the stories with one of the paid enrolments, if there is one. */
export function playStory<Step extends string>(
  world: World,
  stories: readonly (readonly Step[])[],
  { from, pauses, stepsOf }: Script<Step>,
): void {
  const { time, random } = world;
  time.schedule(from, async () => {
    const id = await pickEnrolled(world);
    if (id === null) return;
    const steps = stepsOf(id);
    for (const step of random.pick(stories)) {
      world.noteActivity();
      await steps[step]();
      await time.wait(random.spread(...pauses));
    }
  });
}

/** Draws a paid enrolment. @returns its id; `null` if there is none */
async function pickEnrolled(world: World): Promise<string | null> {
  const enrolled = await rowsOf<{ id: string }>(
    world,
    "SELECT id FROM enrolments WHERE state IN ('active', 'complete') ORDER BY id",
  );
  return enrolled.length === 0 ? null : world.random.pick(enrolled).id;
}

/** Returns functions that send the desk's forms until the desk answers. */
export function deskForms(world: World) {
  const { time, random } = world;
  return { perform, undo };

  /** Performs an action by its form. @returns the number of its line in the trail; `null` if the desk refuses it */
  async function perform(
    id: string,
    action: string,
    typed: Record<string, string> = {},
  ): Promise<string | null> {
    const path = `/desk/enrolments/${id}/${action}`;
    let fields: Record<string, string> | null = null;
    for (let round = 0; round < MOST_TRIES; round += 1) {
      const answer = await ask(path, fields);
      if (answer?.status === 303) return answer.address.searchParams.get("done");
      if (answer?.text.includes(`action="${path}"`)) {
        fields = { ...hiddenFields(answer.text, path), ...typed, confirmed: "yes" };
      } else if (answer && answer.status < 500) return null;
      await time.wait(random.spread(SECOND, 20 * MINUTE));
    }
    return null;
  }

  /** Undoes the action of a line in the trail. @returns false if the desk refuses it */
  async function undo(id: string, line: string): Promise<boolean> {
    for (let round = 0; round < MOST_TRIES; round += 1) {
      const answer = await ask(`/desk/enrolments/${id}/undo`, { line });
      if (answer && answer.status < 500) return answer.status === 303;
      await time.wait(random.spread(SECOND, 20 * MINUTE));
    }
    return false;
  }

  /** Sends a request to the desk. @returns `null` if the worker ends before it answers */
  async function ask(path: string, fields: Record<string, string> | null) {
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
    const body = new URLSearchParams(fields ?? {}).toString();
    const request = new Request(SITE + path, fields ? { method: "POST", headers, body } : {});
    const answer = await inWorker("desk", () => world.edge.answer(request));
    if (!answer) return null;
    const address = new URL(answer.headers.get("location") ?? "", SITE);
    return { status: answer.status, address, text: await answer.text() };
  }
}
