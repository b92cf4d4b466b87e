/** Sign-ups for the newsletter and for a mail when registration opens. */
import { describe, expect, test, vi } from "vitest";
import { newsletterMail } from "~/browser/edge-client/mails.ts";
import { ACADEMY_ROLE, SITE_ROLE } from "~/domain/contact/contact-message.ts";
import type { NextCohort } from "~/domain/dates/cohort.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import { EDGE_ORIGIN } from "../../fixtures/edge.ts";
import { cohortOn, withCohorts } from "../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../fixtures/payment-desk.ts";
import { visibleParts } from "../../fixtures/site-pages.ts";

const OPEN: NextCohort = {
  starts: "2027-02-15",
  closes: "2027-02-12",
  isConfirmed: true,
  counted: "cohort-2027-02-15",
};
const openWith = (seats: number): Partial<Dependencies> => ({
  cohort: OPEN,
  ...withCohorts(cohortOn("2027-02-15", { seats })),
});

const desk = paymentDesk();

const ask = (
  email: string,
  course: string | null = null,
  headers: Record<string, string> = {},
  changes: Partial<Dependencies> = {},
) => desk.ask(post("/prod/subscriptions", { email, course }, { origin: EDGE_ORIGIN, ...headers }), changes);

function signUp(email: string, headers: Record<string, string> = {}): Promise<Response> {
  const mail = newsletterMail(email, { from: SITE_ROLE, to: ACADEMY_ROLE });
  return desk.ask(post("/prod/mailing", mail, { origin: EDGE_ORIGIN, ...headers }));
}

const open = (path: string, method = "GET") => desk.ask(new Request(EDGE_ORIGIN + path, { method }));

/** Returns the mails to subscribers after the queue's jobs are done. */
async function mails() {
  for (const job of desk.queued.splice(0)) if (job.type === "subscription") await desk.doJob(job);
  return desk.rows<{ to: string; subject: string; text: string; stop: string | null }>(
    `SELECT to_address AS "to", subject, plain_text AS text, unsubscribe_url AS stop FROM mails
     WHERE idempotency_key LIKE 'learner:%' ORDER BY id`,
  );
}

const subscriptions = () =>
  desk.rows("SELECT email, list, confirmed_at IS NOT NULL AS confirmed FROM subscriptions ORDER BY id");

const pathIn = (text = "", end = "") =>
  new RegExp(`/prod/subscriptions/[A-Za-z0-9_-]{22}${end}(?![A-Za-z0-9_/-])`).exec(text)?.[0] ?? "no link";

/** Subscribes Ada, who confirms it. */
async function confirmedSubscription(): Promise<Response> {
  const response = await ask("ada@example.com");
  await open(pathIn((await mails())[0]?.text), "POST");
  return response;
}

const DAY = 24 * 60;

describe("a mail when registration opens", () => {
  test("a visitor who asked for a mail and confirmed gets one when registration opens", async () => {
    expect((await ask("ada@example.com", "devops-full")).status).toBe(202);
    const [confirm] = await mails();
    expect(confirm).toMatchObject({
      to: "ada@example.com",
      subject: "Please confirm: the next cohort of DevOps Full",
    });
    const link = pathIn(confirm?.text);
    expect(await visibleParts(await open(link))).toEqual(["list-question"]);
    expect(await subscriptions()).toEqual([{ email: "ada@example.com", list: "opening", confirmed: 0 }]);
    expect((await open(link, "POST")).status).toBe(200);
    await desk.sweep();
    expect(await mails()).toHaveLength(1);
    for (let sweep = 0; sweep < 2; sweep += 1) await desk.sweep(openWith(30));
    const [, opening, ...more] = await mails();
    expect(opening?.subject).toMatch(/^Registration is open: classes begin on /);
    expect(opening?.text).toContain("/Signup?course=devops-full");
    expect(more).toEqual([]);
    expect(await subscriptions()).toEqual([]);
  });

  test("a visitor who asked for a mail while the cohort is full gets it once a seat is free", async () => {
    await confirmedSubscription();
    await desk.sweep(openWith(0));
    expect(await mails()).toHaveLength(1);
    await desk.sweep(openWith(30));
    expect(await mails()).toHaveLength(2);
  });

  test("a visitor who never confirmed gets no mail, and is erased after a week", async () => {
    await ask("ada@example.com");
    await desk.sweep(openWith(30));
    expect(await mails()).toHaveLength(1);
    desk.later(8 * DAY);
    await desk.sweep(openWith(30));
    expect(await subscriptions()).toEqual([]);
  });

  test("the answer is the same for an address that is on the list, and nothing more is sent", async () => {
    const first = await confirmedSubscription();
    const second = await ask("Ada@Example.com");
    expect(second.status).toBe(first.status);
    expect(await second.text()).toBe(await first.text());
    expect(await mails()).toHaveLength(1);
  });

  test("the answer takes the same statements whether the address is on the list or not", async () => {
    await confirmedSubscription();
    const statements = async (email: string) => {
      const prepare = vi.fn(desk.db.prepare);
      expect((await ask(email, null, {}, { db: { prepare, batch: desk.db.batch } })).status).toBe(202);
      return prepare.mock.calls;
    };
    expect(await statements("ada@example.com")).toEqual(await statements("bola@example.com"));
  });

  test("a request whose job was lost is mailed by a sweep", async () => {
    await ask("ada@example.com");
    desk.queued.length = 0;
    await desk.sweepFor(20, { every: 10 });
    expect(await mails()).toHaveLength(1);
  });

  test("one mailbox cannot be filled under many spellings of its address", async () => {
    for (let count = 0; count < 9; count += 1) await ask(`ada+${count}@example.com`);
    expect(await mails()).toHaveLength(3);
    for (const name of ["adaobi", "ada.obi", "a.da.obi", "adaob.i", "a.d.a.o.b.i+1"])
      await ask(`${name}@example.com`);
    expect(await mails()).toHaveLength(6);
  });

  test("one visitor cannot use up the mails of the day, and reads so", async () => {
    const flooder = { "cf-connecting-ip": "203.0.113.7" };
    const answers: Response[] = [];
    for (let count = 0; count < 120; count += 1) {
      // The limit a minute is another one.
      desk.later(1);
      answers.push(await ask(`nobody${count}@example.com`, null, flooder));
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    for (const answer of [refused[0], await signUp("nobody@example.com", flooder)]) {
      expect(answer?.status).toBe(429);
      expect(await answer?.text()).toMatch(/connection today.*tomorrow/);
    }
    expect((await ask("ada@example.com")).status).toBe(202);
    expect((await mails()).at(-1)?.to).toBe("ada@example.com");
  });

  test("requests that write no mail do not count for all visitors", async () => {
    await desk.rows(
      "INSERT INTO usage_counts (period, counter, count, bytes) VALUES ('2026-11-21', 'subscriptions', 1999, 0)",
    );
    for (let count = 0; count < 4; count += 1) await ask("ada@example.com");
    expect(await mails()).toHaveLength(1);
    for (const answer of [await ask("bola@example.com"), await signUp("bola@example.com")]) {
      expect(answer.status).toBe(503);
      expect(await answer.text()).toMatch(/confirm more sign-ups today.*tomorrow/);
    }
    desk.later(DAY);
    expect((await ask("bola@example.com")).status).toBe(202);
    expect((await mails()).at(-1)?.to).toBe("bola@example.com");
  });

  test.each([
    ["no address", () => ask("ada"), 400],
    ["no such course", () => ask("ada@example.com", "astrology"), 400],
    ["another site", () => ask("ada@example.com", null, { origin: "https://evil.test" }), 403],
  ])("a request is refused: %s", async (_, refusedRequest, status) => {
    expect((await refusedRequest()).status).toBe(status);
  });
});

test("a newsletter subscriber has to confirm, and unsubscribes in one click", async () => {
  expect((await signUp("bola@example.com")).status).toBe(202);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    to: "bola@example.com",
    subject: "Please confirm: news of courses and dates",
    stop: expect.stringMatching(/\/stop$/),
  });
  await open(pathIn(mail?.text), "POST");
  expect(await subscriptions()).toEqual([{ email: "bola@example.com", list: "newsletter", confirmed: 1 }]);
  const unsubscribeLink = pathIn(mail?.text, "/stop");
  expect(await visibleParts(await open(unsubscribeLink))).toEqual(["leave-question"]);
  expect(await subscriptions()).toHaveLength(1);
  for (const part of ["left", "not-listed"]) {
    expect(await visibleParts(await open(unsubscribeLink, "POST"))).toEqual([part]);
    expect(await subscriptions()).toEqual([]);
  }
});
