import type { PriceList } from "~/domain/enrolment/agreement.ts";
import type { App } from "~/edge/app.ts";
import type { Database } from "~/edge/database.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { edgeApp } from "../fixtures/edge.ts";
import { cohortOn } from "../fixtures/enrolment.ts";
import type { BrokenEdge } from "./broken-edges.ts";
import { brokenDatabase, faultyDatabase } from "./database.ts";
import { rateLimits } from "./limits.ts";
import { inWorker } from "./line.ts";
import { PRICE_LISTS, pricesNow } from "./prices.ts";
import { ACCOUNTS } from "./providers.ts";
import { faultyQueue } from "./queue.ts";
import type { StaffMailboxes } from "./staff.ts";
import { DAY, HOUR, MINUTE } from "./trouble.ts";
import { runIn } from "./virtual-time.ts";
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

export interface CampaignEdge {
  answer(request: Request): Promise<Response>;
  /** How often a mail's delivery could not be noted: so many may have come twice. */
  readonly lostNotes: number;
}

/** The server's side, with dependencies that fail now and then. */
export function startEdge(
  world: World,
  database: Database,
  mailboxes: StaffMailboxes,
  broken: BrokenEdge | null,
): CampaignEdge {
  const now = () => new Date(world.time.now);
  let lostNotes = 0;
  const faulty = faultyDatabase(world, database, () => {
    lostNotes += 1;
  });
  const db = brokenDatabase(world, broken, faulty);
  const providers = paymentProviders(
    {
      PAYSTACK_SECRET_KEY: ACCOUNTS.paystackSecretKey,
      PAYSTACK_API_URL: ACCOUNTS.paystackOrigin,
      PAYPAL_CLIENT_SECRET: ACCOUNTS.paypalClientSecret,
      PAYPAL_WEBHOOK_ID: ACCOUNTS.paypalWebhookId,
      PAYPAL_API_URL: ACCOUNTS.paypalOrigin,
    },
    { paypalClientId: ACCOUNTS.paypalClientId, now },
  );
  const jobs = faultyQueue(world, (messages) => app().runJobs(messages));
  const mailServer = { state: "smtp", send: mailboxes.send } as const;
  const limits = rateLimits(world);
  // The form lists each cohort that somebody means to join.
  const everyone = world.plan.visitors.flatMap(({ want }) =>
    want.type === "registration" && want.inSeveral
      ? [cohortOn(want.inSeveral.firstClass, { id: want.inSeveral.cohort })]
      : [],
  );
  const joined = [...new Map(everyone.map((cohort) => [cohort.id, cohort])).values()];
  const appAt = (prices: PriceList) => {
    const listing = { ...prices, cohorts: joined };
    return edgeApp({ db, jobs, providers, mailServer, limits, prices: listing, now });
  };
  const apps = new Map(PRICE_LISTS.map((prices) => [prices, appAt(prices)]));
  /** The one that was deployed last. */
  const app = () => apps.get(pricesNow(world)) as App;

  let sweptAt = Number.NEGATIVE_INFINITY;
  /** A sweep comes every five minutes, or later where nothing has happened for long. */
  function tick(): void {
    const quietFor = Math.min(world.time.now - world.lastEvent.at, sinceDue(world) + DUE_FOR_LESS);
    const usual = SWEEP_PAUSES.find(([quiet]) => quietFor >= quiet)?.[1] ?? 0;
    const pause = world.plan.comparesDaily ? Math.min(usual, COMPARING_PAUSE) : usual;
    if (world.time.now - sweptAt >= pause) {
      sweptAt = world.time.now;
      void inWorker("sweep", () => app().sweep());
    }
    const untilDue = Math.min(...world.dueTimes.map((at) => at - world.time.now).filter((left) => left > 0));
    world.time.after(Math.min(quietFor > 3 * DAY ? 6 * HOUR : 5 * MINUTE, untilDue), tick);
  }
  if (!broken?.neverSweeps) runIn(null, () => world.time.after(world.random.between(0, 5 * MINUTE), tick));

  return {
    answer: (request) => app().fetch(request),
    get lostNotes() {
      return lostNotes;
    },
  };
}

/** How long ago something fell due, in milliseconds. */
function sinceDue({ dueTimes, time }: World): number {
  return Math.min(...dueTimes.map((at) => time.now - at).filter((since) => since >= 0));
}
