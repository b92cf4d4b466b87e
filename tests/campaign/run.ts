import { lagosDay } from "~/domain/dates/day.ts";
import { openDatabase } from "../fixtures/sqlite-database.ts";
import { accountsIn } from "./books.ts";
import { type BrokenEdge, brokenAnswers, hiddenBooks, mailboxesOf } from "./broken-edges.ts";
import { newBrowser } from "./browser.ts";
import { sendCrowd } from "./crowd.ts";
import { type CampaignEdge, startEdge } from "./edge.ts";
import { sendForgeries } from "./forger.ts";
import { replaceGlobals } from "./globals.ts";
import type { ComparedDay, CoveredRow, Ends, PaymentRow } from "./invariants/ends.ts";
import { brokenInvariants } from "./invariants/invariants.ts";
import { startLearner } from "./learner.ts";
import { network } from "./network.ts";
import { drawPlan, type Plan, USUAL_DAYS } from "./plan.ts";
import { type Providers, startProviders } from "./providers.ts";
import { seededRandom } from "./random.ts";
import type { StaffMailboxes } from "./staff.ts";
import { DAY, HOUR } from "./trouble.ts";
import { forgetStores, startVisitor } from "./visitor.ts";
import { newWorld, note, stir, type World } from "./world.ts";

const START = new Date("2026-11-21T09:00:00.000Z");

/** How one run ended, and all that is needed to understand it. */
export interface RunResult {
  readonly run: number;
  readonly plan: Plan;
  readonly problems: readonly string[];
  readonly faults: ReadonlyMap<string, number>;
  readonly trace: readonly string[];
  readonly ends: Ends;
}

/** What happens in a run, without playing it. */
export const planOf = (seed: number, run: number): Plan => drawPlan(seededRandom(seed, run), lagosDay(START));

/** Plays one run; the same seed and number play the same one. @param broken what is wrong with the edge on purpose */
export async function playRun(
  seed: number,
  run: number,
  broken: BrokenEdge | null = null,
): Promise<RunResult> {
  const random = seededRandom(seed, run);
  const world = newWorld(drawPlan(random, lagosDay(START)), random, START);
  const database = openDatabase();
  const { providers, edge, mailboxes, mendedAt } = await playWorld(world, database, broken);
  const ends: Ends = {
    ...world,
    accounts: accountsIn(providers.paystack, providers.paypal),
    approvalsReported: providers.approvalsReported,
    chargesReported: providers.chargesReported,
    refusedOrders: new Set(
      [...providers.paypal.orders.values()].flatMap(({ id, refusals }) => (refusals > 0 ? [id] : [])),
    ),
    payments: await rows<PaymentRow>(database, "SELECT * FROM payments"),
    covered: await rows<CoveredRow>(
      database,
      `SELECT id, enrolments.currency, SUM(amount_minor) AS asked, SUM(paid_minor) AS covered FROM enrolments
       JOIN charges ON enrolment_id = id AND charges.currency = enrolments.currency GROUP BY id`,
    ),
    payouts: providers.paystack.settlements,
    comparedDays: await rows<ComparedDay>(
      database,
      "SELECT day, payouts_minor FROM reconciliations WHERE provider = 'paystack' AND state = 'finished'",
    ),
    received: mailboxes.received,
    undelivered: (await rows(database, "SELECT id FROM mails WHERE status IN ('queued', 'failed', 'kept')"))
      .length,
    lostNotes: edge.lostNotes,
    mendedAt,
  };
  return {
    run,
    plan: world.plan,
    problems: brokenInvariants(ends),
    faults: world.faults,
    trace: world.trace,
    ends,
  };
}

type Db = ReturnType<typeof openDatabase>;

/** What is left when a world has been played to its end. */
interface Played {
  readonly providers: Providers;
  readonly edge: CampaignEdge;
  readonly mailboxes: StaffMailboxes;
  readonly mendedAt: number;
}

/** Lets everybody in a world do what its plan says, over a database that is empty at first. */
export async function playWorld(world: World, database: Db, broken: BrokenEdge | null): Promise<Played> {
  const { plan, time, random } = world;
  const mailboxes = mailboxesOf(world, broken);
  const answer = brokenAnswers(broken, (request) => edge.answer(request));
  const providers = startProviders(world, answer);
  const edge = startEdge(world, database, mailboxes, broken);
  const restore = replaceGlobals({
    time,
    random,
    fetch: network(world, { edge: answer, providers: hiddenBooks(broken, providers.answer) }),
    log: (line) => note(world, line),
  });
  try {
    forgetStores();
    for (const [place, visitor] of plan.visitors.entries()) {
      const { wholePlan, learner } = visitor;
      const address = `198.51.100.${plan.sharesAddress ? 1 : place + 1}`;
      const browser = newBrowser({ ...visitor, name: `browser ${place + 1}`, address });
      startVisitor(world, providers, { browser, visitor });
      if (wholePlan) startLearner(world, providers, { browser, plan: wholePlan, learner, mailboxes });
    }
    sendCrowd(world);
    sendForgeries(world, database, answer);
    await time.runUntil(world.start + USUAL_DAYS * DAY);
    const mendedAt = time.now;
    mailboxes.mend();
    stir(world);
    await sendFailedAgain(database);
    await time.runUntil(Math.max(mendedAt + 8 * HOUR, world.start + plan.days * DAY));
    return { providers, edge, mailboxes, mendedAt };
  } finally {
    restore();
  }
}

async function rows<Row>(database: Db, sql: string): Promise<Row[]> {
  return (await database.prepare(sql).all<Row>()).results;
}

/** What staff do at the desk once the cause is mended. */
async function sendFailedAgain(database: Db): Promise<void> {
  await database
    .prepare(
      `UPDATE mails SET status = 'queued', next_attempt_at = '2000-01-01T00:00:00.000Z',
         give_up_at = '2100-01-01T00:00:00.000Z' WHERE status = 'failed'`,
    )
    .bind()
    .run();
}
