/** Plays staff who refund, withdraw and look at flags at the desk while payments go on. */
import { requestPayment } from "~/browser/edge-client/enrolments.ts";
import { lagosDay } from "~/domain/dates/day.ts";
import { type Currency, fromMinor, toDecimalString } from "~/domain/money/money.ts";
import type { DeskGate } from "~/edge/desk/access-gate.ts";
import { hiddenFields } from "../fixtures/hidden-fields.ts";
import { inWorker, newBrowser, SITE } from "./browser.ts";
import { emailOf, linksTo } from "./mailboxes.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./plan.ts";
import { Process, runIn } from "./time.ts";
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
  | "gives back outside"
  | "refunds by provider"
  | "opens"
  | "withdraws"
  | "pays"
  | "disputes"
  | "looks";

/**
 * The learner opens checkouts and pays them, and a bank disputes a payment. The other steps are staff's: they give money back
 * outside the provider ("gives back") or through it ("refunds").
 */
const STORIES: readonly (readonly Step[])[] = [
  ["gives back outside", "opens", "withdraws", "pays", "refunds by provider"],
  ["opens", "withdraws", "gives back outside", "pays", "looks", "refunds by provider"],
  ["gives back outside", "opens", "withdraws", "looks", "pays", "refunds by provider"],
  ["withdraws", "refunds by provider", "gives back outside"],
  ["refunds by provider", "opens", "pays", "looks"],
  ["disputes", "looks", "disputes"],
];

/** The most times that staff send a form whose answer was lost, or which was refused because another change came first. */
const MOST_TRIES = 60;

interface HeldPayment {
  readonly reference: string;
  readonly currency: Currency;
  readonly minor: number;
}

export function startDesk(world: World): void {
  const { time, random, providers, plan } = world;
  const { does } = deskForms(world);
  const latest = plan.firstClassIn === null ? 3 * DAY : 90 * DAY;
  const from = random.spread(10 * MINUTE, latest);
  playStory(world, STORIES, { from, pauses: [MINUTE, 5 * HOUR], stepsOf });

  function stepsOf(id: string): Readonly<Record<Step, () => Promise<void>>> {
    const note = (what: string) => world.note(`${id} ${what}`);
    /** Returns a payment that the academy holds, with half or all of its amount. */
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
      "gives back outside": async () => {
        const payment = await pickHeld();
        if (!payment) return;
        const { reference, currency, minor } = payment;
        const amount = toDecimalString(fromMinor(currency, minor));
        const refund = { reference, way: "elsewhere", amount, proof: "", day: today() };
        if (!(await does(id, "refund", refund))) return;
        world.noteFault("staff give money back");
        world.givenBack.push({ reference, minor });
      },
      "refunds by provider": async () => {
        const payment = await pickHeld();
        if (!payment) return;
        const { reference, currency, minor } = payment;
        const amount = toDecimalString(fromMinor(currency, minor));
        if (!(await does(id, "refund-through-provider", { reference, amount }))) return;
        world.noteFault("staff refund through the provider");
      },
      opens: async () => {
        const [link] = LEARNERS.flatMap((learner) => linksTo(emailOf(learner), world.mailboxes, id));
        if (!link) return;
        const address = "198.51.100.104";
        const browser = newBrowser({ name: `payer of ${id}`, address, country: "NG", lookup: null });
        const answer = await new Promise<Awaited<ReturnType<typeof requestPayment>>>((resolve) => {
          runIn(new Process(browser.name, browser), () => requestPayment(link, { count: 1 }).then(resolve));
        });
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
        // If the answer is lost, the withdrawal may have stopped the reminders: it is noted now, and once it is certain.
        addStop(false);
        if (!(await does(id, "withdraw", { day: today() }))) return;
        world.noteFault("staff withdraw a learner");
        addStop(true);
      },
      disputes: async () => {
        // Without webhooks staff are not notified of a dispute, and cannot look at it.
        const payment = plan.webhooks.length > 0 ? await pickHeld() : null;
        if (!payment) return;
        const { reference, currency, minor } = payment;
        note(`is disputed: ${reference}`);
        if (currency === "NGN") providers.paystack.dispute(reference, minor);
        else {
          const orders = [...providers.paypal.orders.values()];
          const paid = orders.find(
            ({ capture, request }) => capture && request.purchase_units[0].invoice_id === reference,
          );
          if (paid?.capture) providers.paypal.dispute(paid.capture.id, minor);
        }
      },
      looks: async () => {
        if (!(await does(id, "looked-at"))) return;
        world.noteFault("staff look at flags");
        world.looks.push({ at: time.now, enrolment: id });
      },
    };
  }

  const today = () => lagosDay(new Date(time.now));
}

/** Returns the rows of a query on the stored data, as staff read them at the desk. */
export async function rowsOf<Row>({ database }: World, sql: string): Promise<Row[]> {
  return (await database.prepare(sql).all<Row>()).results;
}

interface Pacing<Step extends string> {
  /** Milliseconds until the first step. */
  readonly from: number;
  /** The shortest and the longest pause after a step, in milliseconds. */
  readonly pauses: readonly [least: number, most: number];
  readonly stepsOf: (enrolment: string) => Readonly<Record<Step, () => Promise<void>>>;
}

/** Plays one of the stories with one of the paid enrolments, if there is any by then. */
export function playStory<Step extends string>(
  world: World,
  stories: readonly (readonly Step[])[],
  { from, pauses, stepsOf }: Pacing<Step>,
): void {
  const { time, random } = world;
  time.outlive(from, async () => {
    const id = await pickEnrolled(world);
    if (id === null) return;
    const steps = stepsOf(id);
    for (const step of random.pick(stories)) {
      world.stir();
      await steps[step]();
      await time.wait(random.spread(...pauses));
    }
  });
}

/** Returns the id of a paid enrolment; `null` if there is none. */
async function pickEnrolled(world: World): Promise<string | null> {
  const enrolled = await rowsOf<{ id: string }>(
    world,
    "SELECT id FROM enrolments WHERE state IN ('active', 'complete') ORDER BY id",
  );
  return enrolled.length === 0 ? null : world.random.pick(enrolled).id;
}

/** Returns functions that send the desk's forms again until the desk answers. */
export function deskForms(world: World) {
  const { time, random } = world;
  return { does, undoes };

  /** Does an action by its form. @returns the number of its line in the trail; `null` if the desk refuses it */
  async function does(
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
  async function undoes(id: string, line: string): Promise<boolean> {
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
    const answer = await inWorker("desk", () => world.answer(request));
    if (!answer) return null;
    const address = new URL(answer.headers.get("location") ?? "", SITE);
    return { status: answer.status, address, text: await answer.text() };
  }
}
