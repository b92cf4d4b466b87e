import { describe, expect, test, vi } from "vitest";
import { newsletterMail } from "~/browser/edge-client/mails.ts";
import { ACADEMY_ROLE, SITE_ROLE } from "~/domain/contact/contact-message.ts";
import type { NextCohort } from "~/domain/dates/cohort.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import type { Job } from "~/edge/jobs/jobs.ts";
import { EDGE_ORIGIN, edgeApp, runJob } from "../../fixtures/edge.ts";
import { cohortOn, withCohorts } from "../../fixtures/enrolment.ts";
import { post } from "../../fixtures/payment-desk.ts";
import { shownParts } from "../../fixtures/site-pages.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

const OVER: NextCohort = { starts: "2024-02-26", closes: "2024-02-25", isConfirmed: false };
const OPEN: NextCohort = {
  starts: "2027-02-15",
  closes: "2027-02-12",
  isConfirmed: true,
  counted: "cohort-2027-02-15",
};

function academy() {
  const db = openDatabase();
  let now = new Date("2027-01-04T09:00:00Z");
  let cohort = OVER;
  let seats = 30;
  const queued: Job[] = [];
  const app = (changes: Partial<Dependencies> = {}) =>
    edgeApp({
      db,
      cohort,
      ...withCohorts(cohortOn("2027-02-15", { seats })),
      jobs: { send: async (job) => queued.push(job) },
      now: () => now,
      ...changes,
    });
  const rows = async <T>(sql: string) => (await db.prepare(sql).all<T>()).results;
  const ask = (
    email: string,
    course: string | null = null,
    headers: Record<string, string> = {},
    changes: Partial<Dependencies> = {},
  ) =>
    app(changes).fetch(post("/prod/subscriptions", { email, course }, { origin: EDGE_ORIGIN, ...headers }));
  const open = (path: string, method = "GET") => app().fetch(new Request(EDGE_ORIGIN + path, { method }));
  /** Returns the mails after the queue's jobs are done. */
  async function mails() {
    for (const job of queued.splice(0)) {
      if (job.type === "subscription") await runJob(app(), job);
    }
    return rows<{ to: string; subject: string; text: string; stop: string | null }>(
      `SELECT to_address AS "to", subject, plain_text AS text, unsubscribe_url AS stop FROM mails
       WHERE idempotency_key LIKE 'learner:%' ORDER BY id`,
    );
  }
  return {
    ask,
    newsletter: (email: string, headers: Record<string, string> = {}) => {
      const mail = newsletterMail(email, { from: SITE_ROLE, to: ACADEMY_ROLE });
      return app().fetch(post("/prod/mailing", mail, { origin: EDGE_ORIGIN, ...headers }));
    },
    open,
    mails,
    /** Subscribes Ada, and confirms it. */
    confirmed: async () => {
      const response = await ask("ada@example.com");
      await open(pathIn((await mails())[0]?.text), "POST");
      return response;
    },
    sweep: () => app().sweep(),
    announce: () => {
      cohort = OPEN;
    },
    /** Takes every seat, or announces the next cohort. */
    fill: (isFull: boolean) => {
      seats = isFull ? 0 : 30;
    },
    later: (days: number) => {
      now = new Date(now.getTime() + days * 86_400_000);
    },
    /** Loses the queue's jobs. */
    loseJobs: () => queued.splice(0),
    db,
    kept: () =>
      rows<{ email: string; list: string; confirmed: number }>(
        "SELECT email, list, confirmed_at IS NOT NULL AS confirmed FROM subscriptions ORDER BY id",
      ),
  };
}

const pathIn = (text = "", end = "") =>
  new RegExp(`/prod/subscriptions/[A-Za-z0-9_-]{22}${end}(?![A-Za-z0-9_/-])`).exec(text)?.[0] ?? "no link";

describe("a mail when registration opens", () => {
  test("a visitor who asked for a mail and confirmed gets one when registration opens", async () => {
    const { ask, open, sweep, announce, later, mails, kept } = academy();
    expect((await ask("ada@example.com", "devops-full")).status).toBe(202);
    const [confirm] = await mails();
    expect(confirm).toMatchObject({
      to: "ada@example.com",
      subject: "Please confirm: the next cohort of DevOps Full",
    });
    const link = pathIn(confirm?.text);
    expect(await shownParts(await open(link))).toEqual(["list-question"]);
    expect(await kept()).toEqual([{ email: "ada@example.com", list: "opening", confirmed: 0 }]);
    expect((await open(link, "POST")).status).toBe(200);
    await sweep();
    expect(await mails()).toHaveLength(1);
    announce();
    await sweep();
    await sweep();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "Please confirm: the next cohort of DevOps Full",
      expect.stringMatching(/^Registration is open: classes begin on /),
    ]);
    expect((await mails())[1]?.text).toContain("/Signup?course=devops-full");
    expect(await kept()).toEqual([]);
    later(1);
    await sweep();
    expect(await mails()).toHaveLength(2);
  });

  test("a visitor who asked for a mail while the cohort is full gets none until there is a place", async () => {
    const { confirmed, sweep, announce, fill, mails } = academy();
    await confirmed();
    announce();
    fill(true);
    await sweep();
    expect(await mails()).toHaveLength(1);
    fill(false);
    await sweep();
    expect(await mails()).toHaveLength(2);
  });

  test("a visitor who never confirmed gets no mail, and is forgotten after a week", async () => {
    const { ask, sweep, announce, later, mails, kept } = academy();
    await ask("ada@example.com");
    announce();
    await sweep();
    expect(await mails()).toHaveLength(1);
    later(8);
    await sweep();
    expect(await kept()).toEqual([]);
  });

  test("the answer is the same for an address that is on the list, and nothing more is sent", async () => {
    const { ask, confirmed, mails } = academy();
    const first = await confirmed();
    const second = await ask("Ada@Example.com");
    expect(second.status).toBe(first.status);
    expect(await second.text()).toBe(await first.text());
    expect(await mails()).toHaveLength(1);
  });

  test("takes the same statements before it is answered, whether the address is on the list or not", async () => {
    const { ask, confirmed, db } = academy();
    await confirmed();
    const statements = async (email: string) => {
      const prepare = vi.fn(db.prepare);
      expect((await ask(email, null, {}, { db: { prepare, batch: db.batch } })).status).toBe(202);
      return prepare.mock.calls;
    };
    expect(await statements("ada@example.com")).toEqual(await statements("bola@example.com"));
  });

  test("a request whose job was lost is mailed by a sweep", async () => {
    const { ask, loseJobs, sweep, later, mails } = academy();
    await ask("ada@example.com");
    loseJobs();
    later(0.01);
    await sweep();
    await sweep();
    expect(await mails()).toHaveLength(1);
  });

  test("one mailbox cannot be filled under many spellings of its address", async () => {
    const { ask, mails } = academy();
    for (let count = 0; count < 9; count += 1) await ask(`ada+${count}@example.com`);
    expect(await mails()).toHaveLength(3);
    for (const name of ["adaobi", "ada.obi", "a.da.obi", "adaob.i", "a.d.a.o.b.i+1"])
      await ask(`${name}@example.com`);
    expect(await mails()).toHaveLength(6);
  });

  test("one visitor cannot use up the mails of the day, and is told so in words", async () => {
    const { ask, newsletter, mails } = academy();
    const flooder = { "cf-connecting-ip": "203.0.113.7" };
    const answers: Response[] = [];
    for (let count = 0; count < 120; count += 1) {
      answers.push(await ask(`nobody${count}@example.com`, null, flooder));
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(await refused[0]?.text()).toMatch(/connection today.*tomorrow/);
    const answer = await newsletter("nobody@example.com", flooder);
    expect([answer.status, (await answer.json()).message]).toEqual([
      429,
      expect.stringMatching(/connection today.*tomorrow/),
    ]);
    expect((await ask("ada@example.com")).status).toBe(202);
    expect((await mails()).at(-1)?.to).toBe("ada@example.com");
  });

  test("requests that write no mail do not count for all visitors", async () => {
    const { ask, newsletter, mails, db, later } = academy();
    const mostMails = async (count: number) =>
      db
        .prepare(
          `INSERT INTO usage_counts (period, counter, count, bytes) VALUES ('2027-01-04', 'subscriptions', ?, 0)
           ON CONFLICT DO UPDATE SET count = excluded.count`,
        )
        .bind(count)
        .run();
    await mostMails(1999);
    for (let count = 0; count < 4; count += 1) await ask("ada@example.com");
    expect(await mails()).toHaveLength(1);
    for (const answer of [await ask("bola@example.com"), await newsletter("bola@example.com")]) {
      expect([answer.status, (await answer.json()).message]).toEqual([
        503,
        expect.stringMatching(/confirm more sign-ups today.*tomorrow/),
      ]);
    }
    later(1);
    expect((await ask("bola@example.com")).status).toBe(202);
    expect((await mails()).at(-1)?.to).toBe("bola@example.com");
  });

  test.each([
    ["no address", () => academy().ask("ada"), 400],
    ["no such course", () => academy().ask("ada@example.com", "astrology"), 400],
    ["another site", () => academy().ask("ada@example.com", null, { origin: "https://evil.test" }), 403],
  ])("a request is refused: %s", async (_, ask, status) => {
    expect((await ask()).status).toBe(status);
  });
});

test("a newsletter subscriber has to confirm, and leaves in one click", async () => {
  const { newsletter, open, mails, kept } = academy();
  expect((await newsletter("bola@example.com")).status).toBe(202);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    to: "bola@example.com",
    subject: "Please confirm: news of courses and dates",
  });
  expect(mail?.stop).toMatch(/\/stop$/);
  await open(pathIn(mail?.text), "POST");
  expect(await kept()).toEqual([{ email: "bola@example.com", list: "newsletter", confirmed: 1 }]);
  const leave = pathIn(mail?.text, "/stop");
  expect(await shownParts(await open(leave))).toEqual(["leave-question"]);
  expect(await kept()).toHaveLength(1);
  expect(await shownParts(await open(leave, "POST"))).toEqual(["left"]);
  expect(await kept()).toEqual([]);
  expect(await shownParts(await open(leave, "POST"))).toEqual(["not-listed"]);
});
