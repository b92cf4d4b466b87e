import { FakeStorage } from "../fixtures/fake-storage.ts";
import { openDatabase } from "../fixtures/sqlite-database.ts";
import { startEdge } from "./edge.ts";
import { sendForgeries } from "./forger.ts";
import { replaceGlobals } from "./globals.ts";
import { brokenInvariants, type Ends, type RegistrationRow } from "./invariants.ts";
import { tabLocks } from "./locks.ts";
import { network } from "./network.ts";
import { drawPlan, type Plan } from "./plan.ts";
import { startProviders } from "./providers.ts";
import { seededRandom } from "./random.ts";
import { staffMailboxes } from "./staff.ts";
import { VirtualTime } from "./virtual-time.ts";
import { forgetStores, startVisitor } from "./visitor.ts";
import { note, type World } from "./world.ts";

const HOUR = 3_600_000;
/** The last question, the last webhook and the last attempt to deliver have had their time by then. */
const HOURS = 150;
const START = new Date("2026-11-21T09:00:00.000Z");

/** How one enrolment ended, and all that is needed to understand it. */
export interface RunResult {
  readonly run: number;
  readonly plan: Plan;
  readonly problems: readonly string[];
  readonly faults: ReadonlyMap<string, number>;
  readonly trace: readonly string[];
  readonly ends: Ends;
}

/** Plays one enrolment; the same seed and number play the same one. */
export async function playRun(seed: number, run: number): Promise<RunResult> {
  const random = seededRandom(seed, run);
  const plan = drawPlan(random);
  const time = new VirtualTime(START);
  const world: World = { plan, random, time, start: time.now, faults: new Map(), trace: [] };
  const database = openDatabase();
  const mailboxes = staffMailboxes(world);
  const account = `secret-${seed}-${run}`;
  const providers = startProviders(world, account, (request) => edge.answer(request));
  const edge = startEdge(world, database, mailboxes, account);
  const restore = replaceGlobals({
    time,
    random,
    fetch: network(world, { edge: edge.answer, providers: providers.answer }),
    localStorage: new FakeStorage(),
    sessionStorage: new FakeStorage(),
    locks: tabLocks(),
    log: (line) => note(world, line),
  });
  try {
    forgetStores();
    startVisitor(world, providers);
    sendForgeries(world, database, edge.answer);
    await time.runUntil(world.start + HOURS * HOUR);
    mailboxes.mend();
    await sendParkedAgain(database);
    await time.runUntil(time.now + 2 * HOUR);
    const ends: Ends = {
      charges: providers.charges,
      registrations: await rows<RegistrationRow>(database, "SELECT * FROM registrations"),
      received: mailboxes.received,
      undelivered: (await rows(database, "SELECT id FROM mails WHERE status <> 'delivered'")).length,
      lostNotes: edge.lostNotes,
    };
    return { run, plan, problems: brokenInvariants(ends), faults: world.faults, trace: world.trace, ends };
  } finally {
    restore();
  }
}

type Db = ReturnType<typeof openDatabase>;

async function rows<Row>(database: Db, sql: string): Promise<Row[]> {
  return (await database.prepare(sql).all<Row>()).results;
}

/** What `npm run mail:check -- --send-again all` does, once somebody has mended the cause. */
async function sendParkedAgain(database: Db): Promise<void> {
  await database
    .prepare(
      `UPDATE mails SET status = 'queued', next_attempt_at = '2000-01-01T00:00:00.000Z',
         give_up_at = '2100-01-01T00:00:00.000Z' WHERE status = 'parked'`,
    )
    .bind()
    .run();
}
