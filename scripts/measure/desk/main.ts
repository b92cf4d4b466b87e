import os from "node:os";
import type { DeskGate } from "~/edge/desk/access-gate.ts";
import { EDGE_ORIGIN, edgeApp } from "../../../tests/fixtures/edge.ts";
import { openDatabase } from "../../../tests/fixtures/sqlite-database.ts";
import { ENROLMENTS, fillDatabase } from "./fill-database.ts";

/** What a page may take, in the middle of many. */
const MOST_MS = 50;
const ROUNDS = 15;

const gate: DeskGate = {
  signInOrigin: null,
  signInPage: null,
  identify: async () => ({ email: "ada@academy.example", role: "owner" }),
};

const COHORT = new URLSearchParams({ cohort: "cohort 8" }).toString();

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
  ["flagged", "/desk/enrolments?flag=any"],
  ["search by a rare name", "/desk/search", "name77 family123"],
  ["search by a common name", "/desk/search", "ada"],
  ["search by e-mail", "/desk/search", "learner4711@"],
  ["search by phone", "/desk/search", "0801 000 4711"],
  ["one enrolment", "/desk/enrolments/ENR-0000004711"],
  ["the form of an act", "/desk/enrolments/ENR-0000004711/record-payment"],
];

/** Measures every page; returns the exit code. */
export async function main(): Promise<0 | 1> {
  const db = openDatabase();
  const now = new Date("2026-11-23T09:00:00.000Z");
  await fillDatabase(db);
  const app = edgeApp({ db, desk: gate, now: () => now });
  const [cpu] = os.cpus();
  console.log(
    `${ENROLMENTS.toLocaleString("en-GB")} enrolments, ${cpu?.model.trim()}, Node ${process.version}\n`,
  );
  console.log("| page | median, ms | slowest, ms |");
  console.log("|---|---|---|");
  let isOver = false;
  for (const [what, path, sought] of PAGES) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const answer = await app.fetch(requestOf(path, sought));
      await answer.text();
      times.push(performance.now() - began);
      if (answer.status >= 400) throw new Error(`${path} was answered with ${answer.status}.`);
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(ROUNDS / 2)] ?? 0;
    isOver ||= median > MOST_MS;
    console.log(`| ${what} | ${median.toFixed(1)} | ${(times.at(-1) ?? 0).toFixed(1)} |`);
  }
  if (isOver) console.error(`A page takes longer than ${MOST_MS} ms.`);
  return isOver ? 1 : 0;
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
