import type { App } from "~/edge/app.ts";
import type { RateLimiter } from "~/edge/limits/rate-limit.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { edgeApp } from "../fixtures/edge.ts";
import { cohortOn } from "../fixtures/enrolment.ts";
import { perMinute } from "../fixtures/per-minute.ts";
import { campaignDatabase } from "./database.ts";
import { inWorker } from "./network.ts";
import { PRICE_LISTS, pricesNow } from "./orders.ts";
import { ACCOUNTS } from "./providers.ts";
import { faultyQueue } from "./queue.ts";
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

export type Edge = ReturnType<typeof startEdge>;

/** The server's side, with dependencies that fail now and then. */
export function startEdge(world: World) {
  const { time, plan, broken, mailboxes } = world;
  const now = () => new Date(time.now);
  let lostNotes = 0;
  const dependencies = {
    db: campaignDatabase(world, () => {
      lostNotes += 1;
    }),
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
  const joined = plan.visitors.flatMap(({ want }) =>
    want.type === "registration" && want.inSeveral
      ? [cohortOn(want.inSeveral.firstClass, { id: want.inSeveral.cohort })]
      : [],
  );
  const cohorts = [...new Map(joined.map((cohort) => [cohort.id, cohort])).values()];
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

  return {
    answer: async (request: Request): Promise<Response> => {
      const text = broken?.answer ? await request.clone().text() : "";
      return broken?.answer?.(new URL(request.url).pathname, text) ?? app().fetch(request);
    },
    /** How often a mail's delivery could not be noted: so many may have come twice. */
    get lostNotes() {
      return lostNotes;
    },
  };
}
