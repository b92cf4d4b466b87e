/** The edge, whose queue and database fail at times. */
import { addDays, lagosDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { App } from "~/edge/app.ts";
import type { Job, JobQueue } from "~/edge/jobs/jobs.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { edgeApp, runJob } from "../fixtures/edge.ts";
import { cohortOn, priceList } from "../fixtures/enrolment.ts";
import { limitsByMinute } from "../fixtures/per-minute.ts";
import { hang, inWorker } from "./browser.ts";
import { openGate } from "./desk.ts";
import { HOUR, MINUTE, SECOND } from "./plan.ts";
import { startPortal } from "./portal.ts";
import { ACCOUNTS, PAYPAL_CLIENT_ID } from "./providers.ts";
import { currentProcess } from "./time.ts";
import type { World } from "./world.ts";

/** The time between two sweeps, as in wrangler.jsonc. */
const SWEEP_PAUSE_MS = 5 * MINUTE;
/** The longest time between two sweeps in a run that compares each day's books. A comparison needs several sweeps. */
const COMPARING_PAUSE_MS = 4 * HOUR;

/** The plan of several payments that some learners pay to the end, and its cohort. */
export const WHOLE_PLAN = { courseId: "devops-full", planId: "five-installments", cohort: "cohort-9" };

/** The prices after a deploy that raises each by a tenth. */
const RAISED_PRICES: PriceList = JSON.parse(JSON.stringify(priceList), (name, value) =>
  name === "minor" ? Math.round(value * 1.1) : value,
);

/** Returns the prices that pages show and the edge charges now. */
export const pricesNow = ({ time, start, plan }: World): PriceList =>
  time.now - start >= (plan.pricesRise ?? Infinity) ? RAISED_PRICES : priceList;

interface Edge {
  answer(request: Request): Promise<Response>;
  /** Plans the next sweep anew. Call it when something has happened or has fallen due. */
  planSweep(): void;
}

export function startEdge(world: World): Edge {
  const { time, start, plan, broken, mailboxes, database } = world;
  const [written, instead] = broken?.sql ?? ["", ""];
  const now = () => new Date(time.now);
  const dependencies = {
    db: { ...database, prepare: (sql: string) => database.prepare(sql.replace(written, instead)) },
    providers: paymentProviders(ACCOUNTS, { paypalClientId: PAYPAL_CLIENT_ID, now }),
    portal: startPortal(world),
    jobs: faultyQueue(world, () => app()),
    mailServer: { state: "smtp", send: mailboxes.send } as const,
    desk: openGate,
    limits: limitsByMinute(() => time.now),
    now,
  };
  const { firstClassIn } = plan;
  const firstClass = addDays(lagosDay(new Date(start)), firstClassIn ?? 0);
  const deployed = new Map<string, App>();
  /** Returns the app with the content that is deployed now. */
  function app(): App {
    const prices = pricesNow(world);
    const isConfirmed = time.now - start < (plan.dateTakenBack ?? Infinity);
    const cohorts =
      firstClassIn === null ? [] : [cohortOn(firstClass, { id: WHOLE_PLAN.cohort, isConfirmed })];
    const content = `${prices === priceList} ${isConfirmed}`;
    const deployedApp = deployed.get(content) ?? edgeApp({ ...dependencies, prices: { ...prices, cohorts } });
    deployed.set(content, deployedApp);
    return deployedApp;
  }
  if (plan.dateTakenBack !== null) {
    time.schedule(plan.dateTakenBack, () => {
      world.noteDue();
      world.noteFault("a cohort's date is taken back");
    });
  }

  const firstSweep = start + world.noise.between(0, SWEEP_PAUSE_MS);
  const longestPause = plan.comparesDaily ? COMPARING_PAUSE_MS : Infinity;
  let sweptAt = start;
  let planned: unknown;

  function sweep(): void {
    sweptAt = time.now;
    world.sweeps.push(sweptAt);
    void inWorker("sweep", () => app().sweep());
    planSweep();
  }

  /** Leaves out the more of the platform's sweeps the longer nothing has happened and nothing was due. */
  function planSweep(): void {
    const quietSince = Math.max(world.lastActivity, world.lastDue);
    const pause = Math.min((sweptAt - quietSince) / 2, longestPause);
    const afterPause = Math.ceil((sweptAt + pause - firstSweep) / SWEEP_PAUSE_MS);
    const afterNow = Math.floor((time.now - firstSweep) / SWEEP_PAUSE_MS) + 1;
    const nextSweep = firstSweep + Math.max(afterPause, afterNow) * SWEEP_PAUSE_MS;
    time.cancel(planned);
    planned = time.schedule(nextSweep - time.now, sweep);
  }

  planSweep();

  return {
    planSweep,
    answer: async (request) => {
      const text = broken?.answer ? await request.clone().text() : "";
      return broken?.answer?.(new URL(request.url).pathname, text) ?? app().fetch(request);
    },
  };
}

/** The number of retries of a job, as in wrangler.jsonc. */
const MAX_RETRIES = 100;
const BATCH_WAIT_MS = 1_000;
/** The time after which the queue delivers a job again if its worker ended. */
const VISIBILITY_MS = 30_000;

/** Returns a stand-in for Cloudflare's queue, which delivers each job at least once and until it is done. */
function faultyQueue(world: World, app: () => App): JobQueue {
  const { time, noise, plan } = world;

  function schedule(job: Job, delay: number, attempts = 1): void {
    if (attempts > MAX_RETRIES + 1) world.note(`the queue gives up ${JSON.stringify(job)}`);
    else time.schedule(delay + noise.between(50, BATCH_WAIT_MS), () => void deliver(job, attempts));
  }

  async function deliver(job: Job, attempts: number): Promise<void> {
    const outcome = await inWorker("consumer", () => runJob(app(), job, attempts));
    if (outcome === "done") return;
    schedule(job, outcome ? outcome.retryInSeconds * SECOND : VISIBILITY_MS, attempts + 1);
  }

  return {
    send: async (job) => {
      await time.wait(noise.between(1, 30));
      const fault = world.drawFault("queue", plan.queue);
      if (fault === "refuses") throw new Error("Queue overloaded");
      if (fault === "loses a job") return;
      schedule(job, 0);
      if (fault === "redelivers") schedule(job, noise.spread(1, MINUTE));
    },
  };
}

/** The statement that records a delivery. If it is lost, the mail is sent again. */
const DELIVERY_RECORD = /UPDATE mails\s+SET status = 'delivered'/;

/** Returns the connection to the database. It takes milliseconds, fails at times, and may lose a statement's result. */
export function databaseConnection(world: World) {
  const { time, noise, plan, broken } = world;
  /** @param sqls one statement, or those of a batch */
  return async <T>(sqls: readonly string[], act: () => Promise<T>): Promise<T> => {
    const worker = currentProcess();
    if (!worker) return act();
    const slow = broken?.slow;
    // Delaying only some of them changes the order in which statements arrive.
    const isSlow = slow && sqls.some((sql) => sql.includes(slow[0])) && noise.chance(0.5);
    if (isSlow) await time.wait(noise.between(0, slow[1]));
    await time.wait(noise.between(1, 15));
    const isRecord = sqls.length === 1 && DELIVERY_RECORD.test(`${sqls}`);
    if (isRecord) world.lostDeliveryRecords += 1;
    if (world.drawFault("worker", plan.workers)) {
      worker.abort();
      return hang();
    }
    const fault = world.drawFault("D1", ...plan.database);
    if (fault === "refuses") throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
    const result = await act();
    // A mail that was withdrawn during its delivery has no row left to update.
    if (isRecord && (result as { meta: { changes: number } }).meta.changes > 0)
      world.lostDeliveryRecords -= 1;
    if (fault === "loses the answer") throw new Error("D1_ERROR: Network connection lost.");
    return result;
  };
}
