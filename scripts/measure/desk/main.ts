import os from "node:os";
import { keyDigest, newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Database } from "~/edge/database.ts";
import type { DeskGate } from "~/edge/desk/access-gate.ts";
import { addingKey } from "~/edge/enrolments/enrolment-keys.ts";
import type { Job } from "~/edge/jobs/job.ts";
import { EDGE_ORIGIN, edgeApp, sweepAndRemind } from "../../../tests/fixtures/edge.ts";
import { cohortOn, withCohorts } from "../../../tests/fixtures/enrolment.ts";
import { openDatabase } from "../../../tests/fixtures/sqlite-database.ts";
import { ENROLMENTS, fillDatabase } from "./fill-database.ts";

/** What each may take, in the middle of many: a page of the desk, what a visitor waits for, and the work of five minutes. */
const MOST_MS = { page: 50, enrolment: 20, sweep: 1000 };
const ROUNDS = 15;
const REMINDERS = 50;
const ENROLMENT = "ENR-0000004711";

const gate: DeskGate = {
  signInOrigin: null,
  signInPage: null,
  identify: async () => ({ email: "ada@academy.example", role: "owner" }),
};

const COHORT_ID = "cohort 8";
const COHORT = new URLSearchParams({ cohort: COHORT_ID }).toString();

/** What is asked for, and what is posted. */
const PAGES: readonly (readonly [what: string, path: string, sought?: string])[] = [
  ["Today", "/desk"],
  ["all", "/desk/enrolments"],
  ["all, page 1,000", "/desk/enrolments?after=2026-05-20T00:00:00.000Z~ENR-0000050000"],
  ["who still owes", "/desk/enrolments?owes=something"],
  ["who is late", "/desk/enrolments?owes=late"],
  ["a cohort", `/desk/enrolments?${COHORT}`],
  ["who still owes for a cohort", `/desk/enrolments?owes=something&${COHORT}`],
  ["who is late in a cohort", `/desk/enrolments?owes=late&${COHORT}`],
  ["who is late in a course", "/desk/enrolments?owes=late&course=devops-full"],
  ["a course", "/desk/enrolments?course=devops-full"],
  ["what is refunded in a course", "/desk/enrolments?course=devops-full&state=refunded"],
  ["cohorts", "/desk/cohorts"],
  ["a cohort's list for its tutor", `/desk/cohorts/list?${COHORT}`],
  ["flagged", "/desk/enrolments?flag=any"],
  ["search by a rare name", "/desk/search", "name77 family123"],
  ["search by a common name", "/desk/search", "ada"],
  ["search by e-mail", "/desk/search", "learner4711@"],
  ["search by phone", "/desk/search", "0801 000 4711"],
  ["one enrolment", `/desk/enrolments/${ENROLMENT}`],
  ["the form of an act", `/desk/enrolments/${ENROLMENT}/record-payment`],
];

/** Something that is done again and again, and timed. */
interface Measured {
  readonly what: string;
  /** Milliseconds of the processor that its median may take: what else the machine does counts little. */
  readonly most: number;
  /** Comes before each time, and is not timed. */
  readonly before?: () => Promise<void>;
  readonly act: () => Promise<void>;
}

/** Measures everything; returns the exit code. */
export async function main(): Promise<0 | 1> {
  const db = openDatabase();
  await fillDatabase(db);
  const [cpu] = os.cpus();
  console.log(
    `${ENROLMENTS.toLocaleString("en-GB")} enrolments, ${cpu?.model.trim()}, Node ${process.version}\n`,
  );
  console.log("| what | median, ms | slowest, ms | at most, ms |");
  console.log("|---|---|---|---|");
  let isOver = false;
  for (const { what, most, before, act } of await everything(db)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await before?.();
      const began = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(began);
      times.push((user + system) / 1000);
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(ROUNDS / 2)] ?? 0;
    isOver ||= median > most;
    console.log(`| ${what} | ${median.toFixed(1)} | ${(times.at(-1) ?? 0).toFixed(1)} | ${most} |`);
  }
  if (isOver) console.error("Something takes longer than it may.");
  return isOver ? 1 : 0;
}

async function everything(db: Database): Promise<readonly Measured[]> {
  // Before nine in Lagos no list and no reminder leaves.
  let now = new Date("2026-11-23T07:00:00.000Z");
  const { prices } = withCohorts(cohortOn("2026-12-05", { id: COHORT_ID, seats: 900 }));
  const queued: Job[] = [];
  const jobs = { send: async (job: Job) => queued.push(job) };
  const app = edgeApp({ db, jobs, prices, desk: gate, now: () => now });
  const ask = async (request: Request) => {
    const answer = await app.fetch(request);
    await answer.text();
    if (answer.status >= 400) throw new Error(`${request.url} was answered with ${answer.status}.`);
  };
  const key = newKey();
  await addingKey(db, { id: ENROLMENT, digest: await keyDigest(key), kind: "learner" }, now).run();
  const authorization = `Bearer ${key}`;
  const remind = async () => {
    await db
      .prepare(
        `UPDATE charges SET remind_at = '2026-11-23T06:00:00.000Z', due_on = '2026-11-23' WHERE number = 6 AND paid_minor = 0
           AND enrolment_id IN (SELECT id FROM enrolments WHERE state = 'active' ORDER BY id LIMIT ?)`,
      )
      .bind(REMINDERS)
      .run();
    await db.prepare("DELETE FROM mails WHERE idempotency_key LIKE 'learner:ENR%'").run();
  };
  return [
    ...PAGES.map(([what, path, sought]) => ({
      what,
      most: MOST_MS.page,
      act: () => ask(requestOf(path, sought)),
    })),
    {
      what: "My enrolment",
      most: MOST_MS.enrolment,
      act: () =>
        ask(new Request(`${EDGE_ORIGIN}/prod/enrolments/${ENROLMENT}`, { headers: { authorization } })),
    },
    {
      what: "places left, counted anew",
      most: MOST_MS.enrolment,
      before: async () => {
        now = new Date(now.getTime() + 61_000);
      },
      act: () => ask(new Request(`${EDGE_ORIGIN}/prod/places`)),
    },
    { what: "a sweep with nothing due", most: MOST_MS.page, act: () => app.sweep() },
    {
      what: `a sweep and the ${REMINDERS} reminders that it hands to the queue`,
      most: MOST_MS.sweep,
      before: remind,
      act: () => sweepAndRemind(app, queued),
    },
  ];
}

function requestOf(path: string, sought: string | undefined): Request {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
  };
  return new Request(
    EDGE_ORIGIN + path,
    sought === undefined ? {} : { method: "POST", headers, body: new URLSearchParams({ sought }).toString() },
  );
}
