/** The server's side, and what it runs on, which fails now and then. */
import type { App } from "~/edge/app.ts";
import type { Job, JobMessage, JobQueue } from "~/edge/jobs/jobs.ts";
import type { RateLimiter } from "~/edge/limits/rate-limit.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { edgeApp } from "../fixtures/edge.ts";
import { cohortOn } from "../fixtures/enrolment.ts";
import { perMinute } from "../fixtures/per-minute.ts";
import { hang, inWorker } from "./browser.ts";
import { PRICE_LISTS, pricesNow } from "./orders.ts";
import { ACCOUNTS } from "./providers.ts";
import { currentProcess } from "./time.ts";
import { DAY, HOUR, MINUTE } from "./trouble.ts";
import type { World } from "./world.ts";

/** As wrangler.jsonc has it. When nothing has happened for a while, the clock goes slower: only long pauses are left. */
const SWEEP_PAUSES: readonly (readonly [quietFor: number, pause: number])[] = [
  [20 * DAY, 10 * DAY],
  [12 * HOUR, DAY],
  [2 * HOUR, HOUR],
  [0, 5 * MINUTE],
];
/** When something is due, the clock goes slower so much sooner than after an event. */
const DUE_FOR_LESS = 100 * MINUTE;
/** Where the books are compared with the providers' to the end, each day. */
const COMPARING_PAUSE = 4 * HOUR;

/** The server's side, with dependencies that fail now and then. @returns what answers a request */
export function startEdge(world: World): (request: Request) => Promise<Response> {
  const { time, plan, broken, mailboxes, database } = world;
  const [written, instead] = broken?.sql ?? ["", ""];
  const now = () => new Date(time.now);
  const dependencies = {
    db: { ...database, prepare: (sql: string) => database.prepare(sql.replace(written, instead)) },
    providers: paymentProviders(
      {
        PAYSTACK_SECRET_KEY: ACCOUNTS.paystackSecretKey,
        PAYSTACK_API_URL: ACCOUNTS.paystackOrigin,
        PAYPAL_CLIENT_SECRET: ACCOUNTS.paypal.clientSecret,
        PAYPAL_WEBHOOK_ID: ACCOUNTS.paypalWebhookId,
        PAYPAL_API_URL: ACCOUNTS.paypalOrigin,
      },
      { paypalClientId: ACCOUNTS.paypal.clientId, now },
    ),
    jobs: faultyQueue(world, (messages) => app().runJobs(messages)),
    mailServer: { state: "smtp", send: mailboxes.send } as const,
    limits: {
      mailsOfVisitor: limiter("mails of a visitor", 20),
      mailsToRecipient: limiter("mails to a recipient", 120),
      ordersOfVisitor: limiter("orders of a visitor", 120),
    },
    now,
  };
  // The form lists each cohort that somebody means to join.
  const joined = plan.visitors.flatMap(({ want }) => want.cohort ?? []);
  const cohorts = [...new Map(joined.map((cohort) => [cohort.id, cohort])).values()].map(
    ({ id, firstClass }) => cohortOn(firstClass, { id }),
  );
  const apps = new Map(
    PRICE_LISTS.map((prices) => [prices, edgeApp({ ...dependencies, prices: { ...prices, cohorts } })]),
  );
  /** The one that was deployed last. */
  const app = (): App => apps.get(pricesNow(world)) as App;

  /** As wrangler.jsonc has it. */
  function limiter(what: string, most: number): RateLimiter {
    const { limit } = perMinute(most, () => time.now);
    return {
      limit: async (asked) => {
        const answer = await limit(asked);
        if (!answer.success) world.strike(`too many ${what}`);
        return answer;
      },
    };
  }

  let sweptAt = Number.NEGATIVE_INFINITY;
  /** A sweep comes every five minutes, or later where nothing has happened for long. */
  function tick(): void {
    const due = world.dueTimes.map((at) => at - time.now);
    const sinceDue = Math.min(...due.filter((left) => left <= 0).map((left) => -left));
    const quietFor = Math.min(time.now - world.lastEvent, sinceDue + DUE_FOR_LESS);
    const usual = SWEEP_PAUSES.find(([quiet]) => quietFor >= quiet)?.[1] ?? 0;
    const pause = plan.comparesDaily ? Math.min(usual, COMPARING_PAUSE) : usual;
    if (time.now - sweptAt >= pause) {
      sweptAt = time.now;
      void inWorker("sweep", () => app().sweep());
    }
    const untilDue = Math.min(...due.filter((left) => left > 0));
    time.after(Math.min(quietFor > 3 * DAY ? 6 * HOUR : 5 * MINUTE, untilDue), tick);
  }
  if (!broken?.neverSweeps) time.outlive(world.random.between(0, 5 * MINUTE), tick);

  return async (request) => {
    const text = broken?.answer ? await request.clone().text() : "";
    return broken?.answer?.(new URL(request.url).pathname, text) ?? app().fetch(request);
  };
}

/** As wrangler.jsonc has them. */
const MAX_RETRIES = 100;
const BATCH_WAIT_MS = 1_000;
/** A message whose worker said nothing about it comes again. */
const VISIBILITY_MS = 30_000;

/**
 * Cloudflare's queue: hands each job over at least once, after its delay, and again when it is not acknowledged.
 * @param consume what the worker does with a batch
 */
function faultyQueue(world: World, consume: (messages: readonly JobMessage[]) => Promise<void>): JobQueue {
  const { time, random, plan } = world;

  function schedule(body: Job, delay: number, attempts = 1): void {
    if (attempts > MAX_RETRIES + 1) world.note(`the queue gives up ${JSON.stringify(body)}`);
    else time.outlive(delay + random.between(50, BATCH_WAIT_MS), () => void handOver(body, attempts));
  }

  async function handOver(body: Job, attempts: number): Promise<void> {
    /** In milliseconds; null when it is done. */
    let pause: number | null = VISIBILITY_MS;
    const ack = () => {
      pause = null;
    };
    const retry = ({ delaySeconds }: { delaySeconds: number }) => {
      pause = delaySeconds * 1000;
    };
    await inWorker("consumer", () => consume([{ body, attempts, ack, retry }]));
    if (pause !== null) schedule(body, pause, attempts + 1);
  }

  return {
    send: async (job) => {
      await time.wait(random.between(1, 30));
      const fault = world.drawFault("queue", plan.queue);
      if (fault === "refuses") throw new Error("Queue overloaded");
      if (fault === "loses a job") return;
      schedule(job, 0);
      if (fault === "redelivers") schedule(job, random.spread(1, 60_000));
    },
  };
}

/** The note that a mail was delivered: one that is lost between the mail server's yes and this lets the mail go again. */
const DELIVERY_NOTE = /SET status = 'delivered'/;

/**
 * The way of a worker's statements to a database some milliseconds away, which refuses now and then, or does what it is asked
 * and cannot say so.
 */
export function wayToDatabase(world: World) {
  const { time, random, plan, broken } = world;
  /** @param sqls one, or those of a batch */
  return async <T>(sqls: readonly string[], act: () => Promise<T>): Promise<T> => {
    const worker = currentProcess();
    if (!worker) return act();
    const slow = broken?.slow;
    // Where everything is as slow, what comes last has read last.
    const isSlow = slow && sqls.some((sql) => sql.includes(slow[0])) && random.chance(0.5);
    if (isSlow) await time.wait(random.between(0, slow[1]));
    await time.wait(random.between(1, 15));
    const isNote = sqls.length === 1 && DELIVERY_NOTE.test(`${sqls}`);
    if (world.drawFault("worker", plan.workers)) {
      if (isNote) world.lostNotes += 1;
      worker.abort();
      // The process that waits for this has ended: it gets no answer.
      return hang();
    }
    const fault = world.drawFault("D1", ...plan.database);
    if (fault === "refuses") {
      if (isNote) world.lostNotes += 1;
      throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
    }
    const result = await act();
    // The mail was withdrawn while it was on its way: nothing is left to note it on.
    if (isNote && (result as { meta?: { changes: number } }).meta?.changes === 0) world.lostNotes += 1;
    if (fault === "loses the answer") throw new Error("D1_ERROR: Network connection lost.");
    return result;
  };
}
