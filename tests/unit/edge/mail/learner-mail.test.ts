import { beforeEach, expect, test } from "vitest";
import type { MailValues } from "~/domain/mail/mail-values.ts";
import type { Database } from "~/edge/database.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import type { OutgoingMail } from "~/edge/mail/deliver-mail.ts";
import { deliverMail } from "~/edge/mail/deliver-mail.ts";
import { enqueueLearnerMail, enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { listMails, storeMail } from "~/edge/mail/mail-store.ts";
import { mailExamples } from "~/sandbox/mail-examples.ts";
import { ADDRESSES, edgeApp } from "../../../fixtures/edge.ts";
import { postMail } from "../../../fixtures/mail-endpoint.ts";
import { mailTemplates } from "../../../fixtures/mail-templates.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const NOW = new Date("2026-11-22T09:00:00.000Z");
const values = mailExamples.find(({ name }) => name === "due-soon")?.values as MailValues["due-soon"];
const mail = { name: "due-soon", to: "ada@example.com", key: "ENR-1:due-soon:2", values } as const;

let db: Database;
let queued: Job[];
const tools = () => ({
  db,
  jobs: { send: async (job: Job) => queued.push(job) },
  addresses: ADDRESSES,
  templates: mailTemplates,
  now: NOW,
});

beforeEach(() => {
  db = openDatabase();
  queued = [];
});

/** Returns the mail that goes to the mail server. */
async function delivered(id: number): Promise<OutgoingMail | undefined> {
  const sent: OutgoingMail[] = [];
  await deliverMail(id, { db, send: async (outgoing) => void sent.push(outgoing), now: () => NOW });
  return sent[0];
}

test("a learner's mail is stored and enqueued once for its key, even when the event repeats", async () => {
  await enqueueLearnerMail(tools(), mail);
  await enqueueLearnerMail(tools(), { ...mail, values: { ...values, firstName: "Somebody else" } });
  const [storedMail, ...otherMails] = await listMails(db, { limit: 10 });
  expect(otherMails).toEqual([]);
  expect(storedMail).toMatchObject({
    from: ADDRESSES.sender,
    to: "ada@example.com",
    subject: "Due on Mar 15, 2027: N70,000 for DevOps Full",
    text: expect.stringContaining("Hello Adaeze"),
    status: "queued",
  });
  expect(queued).toEqual([{ type: "mail", id: storedMail?.id }]);
});

test("learners' mails are part of a batch: they are stored with it or not at all", async () => {
  const other = { ...mail, key: "ENR-1:due-soon:3" };
  const failing = db.prepare("INSERT INTO mails (id) VALUES (1)").bind();
  await expect(db.batch([storingLearnerMail(tools(), mail), failing])).rejects.toThrow();
  expect(await listMails(db, { limit: 10 })).toEqual([]);

  await db.batch([storingLearnerMail(tools(), mail), storingLearnerMail(tools(), other)]);
  await enqueueLearnerMails(tools(), "ENR-1:");
  const ids = (await listMails(db, { limit: 10 })).map(({ id }) => id).sort();
  expect(ids).toHaveLength(2);
  expect(queued).toEqual(ids.map((id) => ({ type: "mail", id })));
});

test("a reminder goes out with its text, its calendar file and the link that stops it", async () => {
  await enqueueLearnerMail(tools(), { ...mail, calendar: "BEGIN:VCALENDAR" });
  const [storedMail] = await listMails(db, { limit: 1 });
  expect(await delivered(storedMail?.id ?? 0)).toMatchObject({
    html: storedMail?.message,
    text: storedMail?.text,
    calendar: "BEGIN:VCALENDAR",
    replyTo: ADDRESSES.academy,
    unsubscribeUrl: values.stopLink.href,
    isAutomatic: true,
  });
});

test("a mail has no header for one-click unsubscribing where the link is not encrypted", async () => {
  const stopLink = new URL("http://localhost:4321/prod/reminders/1");
  await enqueueLearnerMail(tools(), { ...mail, values: { ...values, stopLink } });
  const [storedMail] = await listMails(db, { limit: 1 });
  expect(storedMail?.text).toContain(stopLink.href);
  expect(await delivered(storedMail?.id ?? 0)).toMatchObject({ unsubscribeUrl: null });
});

test("the edge's mails are marked as automatic, and visitors' mails are not", async () => {
  const notice = { from: ADDRESSES.sender, to: ADDRESSES.alerts, subject: "Alert", message: "<p>x</p>" };
  await storeMail(db, { ...notice, idempotencyKey: "alert:1" }, NOW);
  await edgeApp({ db, addresses: ADDRESSES, now: () => NOW }).fetch(postMail());
  const [visitors, own] = await listMails(db, { limit: 10 });
  expect(await delivered(own?.id ?? 0)).toMatchObject({ subject: "Alert", isAutomatic: true });
  expect(await delivered(visitors?.id ?? 0)).toMatchObject({ subject: "Contact Form", isAutomatic: false });
});
