import { beforeEach, expect, test, vi } from "vitest";
import type { Database } from "~/edge/database.ts";
import { DeliveryError } from "~/edge/jobs/deliveries.ts";
import type { OutgoingMail, SendMail } from "~/edge/mail/deliver-mail.ts";
import { deliverMail } from "~/edge/mail/deliver-mail.ts";
import { storeMail } from "~/edge/mail/mail-store.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { edgeApp, runJob } from "../../../fixtures/edge.ts";
import { failingAt, openDatabase } from "../../../fixtures/sqlite-database.ts";

const CAME_IN = new Date("2026-11-21T09:00:00.000Z");
const MAIL = {
  from: "no-reply@academy.example",
  to: "admissions@academy.example",
  subject: "Registration",
  message: "<p>Ada registered</p>",
};
const minutes = (count: number) => new Date(CAME_IN.getTime() + count * 60_000);

let db: Database;
let sent: OutgoingMail[];
let logged: string[];
let now: Date;

beforeEach(() => {
  db = openDatabase();
  sent = [];
  logged = [];
  now = CAME_IN;
  vi.spyOn(console, "log").mockImplementation((line: string) => logged.push(line));
  vi.spyOn(console, "error").mockImplementation((line: string) => logged.push(line));
});

async function aMail(): Promise<number> {
  const stored = await storeMail(db, { ...MAIL, idempotencyKey: "REG-1:staff-1:paid" }, CAME_IN);
  if (!stored.isNew) throw new Error("This mail was stored before.");
  return stored.id;
}

const rowOf = (id: number) =>
  db.prepare("SELECT * FROM mails WHERE id = ?").bind(id).first<Record<string, unknown>>();
const failedMails = async () => (await db.prepare("SELECT * FROM failed_mails").all()).results;

const take = async (mail: OutgoingMail) => {
  sent.push(mail);
};
const fail = (error: Error) => () => Promise.reject(error);
const BUSY = new DeliveryError("RCPT TO 451: Try again later", false);

const deliver = (id: number, send: SendMail | null, from: Database = db) =>
  deliverMail(id, { db: from, send, now: () => now });

test("a mail that is taken is delivered once, however often its job comes", async () => {
  const id = await aMail();
  for (const _ of [1, 2, 3]) expect(await deliver(id, take)).toBe("done");
  expect(sent).toEqual([
    {
      from: MAIL.from,
      to: MAIL.to,
      subject: MAIL.subject,
      html: "<p>Ada registered</p>",
      text: "Ada registered",
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@academy\.example>$/),
      calendar: null,
      replyTo: null,
      unsubscribeUrl: null,
      isAutomatic: true,
    },
  ]);
  expect(await rowOf(id)).toMatchObject({
    status: "delivered",
    attempts: 1,
    delivered_at: "2026-11-21T09:00:00.000Z",
    claimed_until: null,
  });
  expect(logged).toEqual([`{"event":"mail-delivered","id":${id},"attempts":1}`]);
});

test("a mail that is taken is delivered once when two consumers do its job at the same time", async () => {
  const id = await aMail();
  await Promise.all([deliver(id, take), deliver(id, take), deliver(id, take)]);
  expect(sent).toHaveLength(1);
});

test.each([
  ["of Paystack", { PAYSTACK_SECRET_KEY: "sk_test_x" }, "Test, no money moved: Registration"],
  ["of PayPal", { PAYPAL_API_URL: "https://api-m.sandbox.paypal.com" }, "Test, no money moved: Registration"],
  ["nowhere", {}, "Registration"],
  ["nowhere, but a stand-in", {}, "Sandbox, no money moved: Registration"],
])("a mail's subject says so while there is a test account %s", async (where, changes, subject) => {
  const live = { PAYSTACK_SECRET_KEY: "sk_live_x", PAYPAL_CLIENT_SECRET: "secret" };
  const providers = paymentProviders({ ...live, ...changes }, { paypalClientId: "id", now: () => now });
  const mailServer = { state: "smtp", send: take } as const;
  const isSandbox = where.endsWith("stand-in");
  const app = edgeApp({ db, mailServer, providers, now: () => now, isSandbox });
  await runJob(app, { type: "mail", id: await aMail() });
  expect(sent[0]?.subject).toBe(subject);
});

test("a mail that is not accepted is tried again after the pause, and not before", async () => {
  const id = await aMail();
  expect(await deliver(id, fail(BUSY))).toEqual({ retryInSeconds: 60 });
  expect(await rowOf(id)).toMatchObject({
    status: "queued",
    attempts: 1,
    next_attempt_at: "2026-11-21T09:01:00.000Z",
    claimed_until: null,
    last_error: "RCPT TO 451: Try again later",
  });
  now = minutes(0.5);
  expect(await deliver(id, take)).toBe("done");
  expect(sent).toEqual([]);
  now = minutes(1);
  await deliver(id, take);
  expect(sent).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ status: "delivered", attempts: 2, last_error: null });
});

test("a mail that is not accepted is tried for 24 hours, then fails, and is never tried again", async () => {
  const id = await aMail();
  const pauses: number[] = [];
  for (;;) {
    const outcome = await deliver(id, fail(BUSY));
    if (outcome === "done") break;
    pauses.push(outcome.retryInSeconds / 60);
    now = new Date(now.getTime() + outcome.retryInSeconds * 1000);
  }
  expect(now).toEqual(minutes(24 * 60));
  // The last pause ends with the day.
  expect(pauses).toEqual([1, 2, 5, 10, 20, 40, 60, 120, 240, 240, 240, 240, 222]);
  expect(await rowOf(id)).toMatchObject({ status: "failed", attempts: 14 });
  const reason = "RCPT TO 451: Try again later";
  const failed = { mail_id: id, failed_at: "2026-11-22T09:00:00.000Z", attempts: 14, reason };
  expect(await failedMails()).toEqual([failed]);
  expect(logged.at(-1)).toContain('"event":"mail-failed"');
  expect(await deliver(id, take)).toBe("done");
  expect(sent).toEqual([]);
});

test("a mail to a recipient that the server does not know fails at once", async () => {
  const id = await aMail();
  expect(await deliver(id, fail(new DeliveryError("RCPT TO 550: No such user", true)))).toBe("done");
  expect(await rowOf(id)).toMatchObject({ status: "failed", attempts: 1 });
  expect(await failedMails()).toHaveLength(1);
});

test("a mail that is not accepted is logged without addresses", async () => {
  await deliver(await aMail(), fail(new Error("<admissions@academy.example> is over quota")));
  expect(logged.join()).toContain("mail-postponed");
  expect(logged.join()).not.toMatch(/admissions|Ada|@/);
});

test("a mail whose delivery broke down can be claimed again once its claim has expired", async () => {
  const id = await aMail();
  void deliver(id, () => new Promise<void>(() => undefined));
  await expect.poll(async () => (await rowOf(id))?.claimed_until).toBe("2026-11-21T09:02:00.000Z");
  now = minutes(1.9);
  await deliver(id, take);
  expect(sent).toEqual([]);
  now = minutes(2);
  await deliver(id, take);
  expect(sent).toHaveLength(1);
});

test("a delivery is noted even if the database fails for a minute", async () => {
  const id = await aMail();
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const stumbling = failingAt(db, "'delivered'", 5);
  expect(await deliverMail(id, { db: stumbling, send: take, now: () => now, pause })).toBe("done");
  expect(await rowOf(id)).toMatchObject({ status: "delivered" });
  // The pauses stay within the claim, so that no other consumer sends the mail.
  expect(pauses).toEqual([500, 2_000, 8_000, 20_000, 30_000]);
});

test("a mail whose delivery could not be recorded is sent again once its claim has expired", async () => {
  const id = await aMail();
  const pause = async () => undefined;
  const delivering = deliverMail(id, {
    db: failingAt(db, "'delivered'", 6),
    send: take,
    now: () => now,
    pause,
  });
  await expect(delivering).rejects.toThrow("overloaded");
  expect(await deliver(id, take)).toBe("done");
  expect(sent).toHaveLength(1);
  now = minutes(3);
  await deliver(id, take);
  expect(sent.map(({ messageId }) => messageId)).toEqual([sent[0]?.messageId, sent[0]?.messageId]);
});

test("a database that is down is the job's failure, not the mail's", async () => {
  const id = await aMail();
  await expect(deliver(id, take, failingAt(db, "attempts + 1", 1))).rejects.toThrow("overloaded");
  expect(sent).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ status: "queued", attempts: 0 });
});

test("without a mail server a mail is kept where it is", async () => {
  const id = await aMail();
  expect(await deliver(id, null)).toBe("done");
  expect(await rowOf(id)).toMatchObject({ status: "kept", attempts: 0 });
});
