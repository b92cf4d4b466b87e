import { beforeEach, expect, test, vi } from "vitest";
import type { Database } from "~/edge/database.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { listMails, storeMail } from "~/edge/mail/mail-store.ts";
import { sweepMails } from "~/edge/mail/sweep-mails.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const NOW = new Date("2026-11-21T09:00:00.000Z");
const ago = ({ days = 0, minutes = 0 }) => new Date(NOW.getTime() - (days * 24 * 60 + minutes) * 60_000);

let db: Database;
let queued: Job[];
let logged: string[];

beforeEach(() => {
  db = openDatabase();
  queued = [];
  logged = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => logged.push(line));
  vi.spyOn(console, "error").mockImplementation((line: string) => logged.push(line));
});

/** Stores a mail of that time, in that state. */
async function aMail(key: string, cameIn: Date, change: Record<string, string> = {}): Promise<number> {
  const mail = { from: "a@b.example", to: "c@d.example", subject: "Newsletter", message: "<p>x</p>" };
  const stored = await storeMail(db, { ...mail, idempotencyKey: key }, cameIn);
  if (!stored.isNew) throw new Error("This mail was stored before.");
  for (const [column, value] of Object.entries(change)) {
    await db.prepare(`UPDATE mails SET ${column} = ? WHERE id = ?`).bind(value, stored.id).run();
  }
  return stored.id;
}

/** Stores mails that browsers sent at that time, in that state. */
async function browsersMails(count: number, cameIn: Date, status: string): Promise<void> {
  const at = cameIn.toISOString();
  await db
    .prepare(
      `WITH RECURSIVE counted (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < ?)
       INSERT INTO mails (created_at, from_address, to_address, subject, message, idempotency_key, status,
         next_attempt_at, give_up_at)
       SELECT ?, 'a@b.example', 'c@d.example', 'Newsletter', '<p>x</p>', 'newsletter:' || number, ?, ?, ? FROM counted`,
    )
    .bind(count, at, status, at, at)
    .run();
}

const jobs = { send: async (job: Job) => queued.push(job) };
const sweep = (canDeliver = true) => sweepMails({ db, jobs, canDeliver }, NOW);
const left = async () => (await listMails(db, { limit: 100 })).map(({ id }) => id).sort((a, b) => a - b);

test("the sweep enqueues mails that the queue has lost, and leaves those that it will deliver", async () => {
  const lost = await aMail("lost", ago({ minutes: 3 }));
  await aMail("new", ago({ minutes: 1 }));
  await aMail("waits", ago({ minutes: 30 }), { next_attempt_at: "2026-11-21T09:10:00.000Z" });
  await aMail("in hand", ago({ minutes: 30 }), { claimed_until: "2026-11-21T09:01:00.000Z" });
  const broken = await aMail("broken", ago({ minutes: 20 }), { claimed_until: "2026-11-21T08:59:00.000Z" });
  for (const status of ["delivered", "failed"]) await aMail(status, ago({ minutes: 30 }), { status });
  await sweep();
  expect(queued).toEqual([
    { type: "mail", id: broken },
    { type: "mail", id: lost },
  ]);
});

test.each([
  ["provider:REG-20261121-AAAAAAAAAA:1:staff-1", "queued"],
  ["alert:2026-11-21T08", "queued"],
  ["reconciliation:2026-11-20", "queued"],
  ["overdue:2026-11-20:staff-1", "queued"],
  ["enrolment:ENR-7Q2M4X8K9A:3:staff-1", "queued"],
  ["learner:REG-20261121-AAAAAAAAAA:receipt", "queued"],
  ["provider:REG-20261121-AAAAAAAAAA:1:staff-1", "kept"],
])("the edge's own notices go before older mails of browsers: %s", async (key, status) => {
  await browsersMails(55, ago({ minutes: 30 }), status);
  const notice = await aMail(key, ago({ minutes: 3 }), { status });
  await sweep();
  expect(queued).toHaveLength(50);
  expect(queued[0]).toEqual({ type: "mail", id: notice });
});

test("mails stored without a mail server are delivered once there is one, within seven days", async () => {
  const recent = await aMail("recent", ago({ days: 6 }), { status: "kept" });
  const old = await aMail("old", ago({ days: 8 }), { status: "kept" });
  await sweep();
  expect(queued).toEqual([{ type: "mail", id: recent }]);
  const row = await db.prepare("SELECT * FROM mails WHERE id = ?").bind(recent).first();
  expect(row).toMatchObject({ status: "queued", give_up_at: "2026-11-22T09:00:00.000Z" });
  const older = await db.prepare("SELECT status FROM mails WHERE id = ?").bind(old).first();
  expect(older).toEqual({ status: "kept" });
});

test("mails stored without a mail server stay where they are while there is none", async () => {
  await aMail("kept", ago({ days: 1 }), { status: "kept" });
  await sweep(false);
  expect(queued).toEqual([]);
});

test("the text of a learner's mail that was not delivered is deleted after a week", async () => {
  const [young, old] = [ago({ days: 6 }), ago({ days: 8 })];
  const states = [
    await aMail("learner:1", old, { status: "failed" }),
    await aMail("learner:2", old, { status: "kept" }),
    // This mail was withdrawn while it was being delivered.
    await aMail("learner:3", old, { status: "delivered" }),
    await aMail("learner:4", young, { status: "failed" }),
    await aMail("learner:5", old, { status: "queued", next_attempt_at: NOW.toISOString() }),
    await aMail("provider:6", old, { status: "failed" }),
  ];
  await db.prepare("UPDATE mails SET plain_text = 'x'").bind().run();
  await sweep(false);
  const { results } = await db
    .prepare("SELECT id, message || plain_text AS text FROM mails ORDER BY id")
    .bind()
    .all<{ id: number; text: string }>();
  expect(results.map(({ text }) => text)).toEqual(["", "", "", "<p>x</p>x", "<p>x</p>x", "<p>x</p>x"]);
  expect(results.map(({ id }) => id)).toEqual(states);
});

test("mails older than the retention are deleted unless they are still to be delivered", async () => {
  await aMail("delivered-old", ago({ days: 91 }), { status: "delivered" });
  const delivered = await aMail("delivered", ago({ days: 89 }), { status: "delivered" });
  await aMail("kept-old", ago({ days: 91 }), { status: "kept" });
  const failed = await aMail("failed", ago({ days: 364 }), { status: "failed" });
  await aMail("failed-old", ago({ days: 366 }), { status: "failed" });
  const queuedOld = await aMail("queued-old", ago({ days: 400 }));
  await db
    .prepare("INSERT INTO failed_mails SELECT id, '2026', 1, 'x' FROM mails WHERE status = 'failed'")
    .run();
  await sweep();
  expect(await left()).toEqual([delivered, failed, queuedOld].sort((a, b) => a - b));
  const { results } = await db.prepare("SELECT mail_id FROM failed_mails").all();
  expect(results).toEqual([{ mail_id: failed }]);
  expect(logged).toContain('{"event":"mails-deleted","count":3}');
  expect(logged).toContain('{"event":"mails-failed","count":1}');
});
