import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Job } from "~/server/jobs/job.ts";
import { runSweeps } from "~/server/jobs/run-sweeps.ts";
import { listMails, storeMail } from "~/server/mail/mail-store.ts";
import { sweepMails } from "~/server/mail/sweep-mails.ts";
import { type D1InMemory, startD1Database } from "../../../fixtures/d1-database.ts";

const NOW = new Date("2026-11-21T09:00:00.000Z");
const ago = ({ days = 0, minutes = 0 }) => new Date(NOW.getTime() - (days * 24 * 60 + minutes) * 60_000);

let academy: D1InMemory;
let queued: Job[];
let logged: string[];

beforeAll(async () => {
  academy = await startD1Database();
});
beforeEach(async () => {
  await academy.clear();
  queued = [];
  logged = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => logged.push(line));
  vi.spyOn(console, "error").mockImplementation((line: string) => logged.push(line));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => academy.stop());

/** A mail of that time, in that state. */
async function aMail(key: string, cameIn: Date, change: Record<string, string> = {}): Promise<number> {
  const mail = { from: "a@b.example", to: "c@d.example", subject: "Newsletter", message: "<p>x</p>" };
  const stored = await storeMail(academy.db, { ...mail, idempotencyKey: key }, cameIn);
  if (!stored.isNew) throw new Error("This mail was stored before.");
  for (const [column, value] of Object.entries(change)) {
    await academy.db.prepare(`UPDATE mails SET ${column} = ? WHERE id = ?`).bind(value, stored.id).run();
  }
  return stored.id;
}

const sweep = (canDeliver = true) =>
  sweepMails(
    {
      db: academy.db,
      jobs: { send: async (job) => queued.push(job) },
      canDeliver,
    },
    NOW,
  );
const left = async () =>
  (await listMails(academy.db, { limit: 100 })).map(({ id }) => id).sort((a, b) => a - b);

describe("handing over", () => {
  test("takes the mails that the queue has lost, and leaves alone those that it will bring", async () => {
    const lost = await aMail("lost", ago({ minutes: 3 }));
    await aMail("new", ago({ minutes: 1 }));
    await aMail("waits", ago({ minutes: 30 }), { next_attempt_at: "2026-11-21T09:10:00.000Z" });
    await aMail("in hand", ago({ minutes: 30 }), { claimed_until: "2026-11-21T09:01:00.000Z" });
    const broken = await aMail("broken", ago({ minutes: 20 }), { claimed_until: "2026-11-21T08:59:00.000Z" });
    for (const status of ["delivered", "parked"]) await aMail(status, ago({ minutes: 30 }), { status });
    await sweep();
    expect(queued).toEqual([
      { type: "mail", id: broken },
      { type: "mail", id: lost },
    ]);
  });

  test("does not flood the queue", async () => {
    for (let count = 0; count < 55; count += 1) await aMail(`mail-${count}`, ago({ minutes: 10 }));
    await sweep();
    expect(queued).toHaveLength(50);
  });
});

describe("mails that were kept for want of a mail server", () => {
  test("are delivered once there is one, if they are of the last seven days", async () => {
    const recent = await aMail("recent", ago({ days: 6 }), { status: "kept" });
    const old = await aMail("old", ago({ days: 8 }), { status: "kept" });
    await sweep();
    expect(queued).toEqual([{ type: "mail", id: recent }]);
    const row = await academy.db.prepare("SELECT * FROM mails WHERE id = ?").bind(recent).first();
    expect(row).toMatchObject({ status: "queued", give_up_at: "2026-11-22T09:00:00.000Z" });
    const older = await academy.db.prepare("SELECT status FROM mails WHERE id = ?").bind(old).first();
    expect(older).toEqual({ status: "kept" });
  });

  test("stay where they are while there is none", async () => {
    await aMail("kept", ago({ days: 1 }), { status: "kept" });
    await sweep(false);
    expect(queued).toEqual([]);
  });
});

test("what is older than the retention is deleted, and nothing that is still to be delivered", async () => {
  await aMail("delivered-old", ago({ days: 91 }), { status: "delivered" });
  const delivered = await aMail("delivered", ago({ days: 89 }), { status: "delivered" });
  await aMail("kept-old", ago({ days: 91 }), { status: "kept" });
  const parked = await aMail("parked", ago({ days: 364 }), { status: "parked" });
  const parkedOld = await aMail("parked-old", ago({ days: 366 }), { status: "parked" });
  const queuedOld = await aMail("queued-old", ago({ days: 400 }));
  for (const id of [parked, parkedOld]) {
    await academy.db
      .prepare("INSERT INTO dead_letters (mail_id, parked_at, attempts, reason) VALUES (?, '2026', 1, 'x')")
      .bind(id)
      .run();
  }
  await sweep();
  expect(await left()).toEqual([delivered, parked, queuedOld].sort((a, b) => a - b));
  const { results } = await academy.db.prepare("SELECT mail_id FROM dead_letters").all();
  expect(results).toEqual([{ mail_id: parked }]);
  expect(logged).toContain('{"event":"mails-deleted","count":3}');
  expect(logged).toContain('{"event":"mails-parked","count":1}');
});

test("a sweep that fails is reported and keeps no other from its work", async () => {
  const done: string[] = [];
  await runSweeps({
    mails: () => Promise.reject(new Error("no such table: mails")),
    others: async () => {
      done.push("others");
    },
  });
  expect(done).toEqual(["others"]);
  expect(logged).toEqual(['{"event":"sweep-failed","name":"mails","reason":"no such table: mails"}']);
});
