import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test, vi } from "vitest";
import type { Database } from "~/edge/database.ts";
import { listMails, storeMail } from "~/edge/mail/mail-store.ts";
import { EDGE_ORIGIN, edgeApp, runJob } from "../../fixtures/edge.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

const NOW = new Date("2026-11-21T09:00:00.000Z");
const MAIL = { from: "a@b.example", to: "c@d.example", subject: "Newsletter", message: "<p>x</p>" };

let db: Database;
let logged: string[];

beforeEach(() => {
  db = openDatabase();
  logged = [];
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line)));
  }
  return () => vi.restoreAllMocks();
});

const pages = fileURLToPath(new URL("../../../src/pages/", import.meta.url));
const addresses = globSync(["json.ts", "prod/**/*.ts"], { cwd: pages }).map(
  (file) =>
    `/${file
      .replaceAll("\\", "/")
      .replace(/(\/index)?\.ts$/, "")
      .replace("[id]", "5O190127TN364715T")}`,
);

test.each(addresses)("%s, which src/pages has, is an endpoint of the app", async (path) => {
  const answer = await edgeApp({ db }).fetch(new Request(EDGE_ORIGIN + path, { method: "DELETE" }));
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, expect.stringMatching(/GET|POST/)]);
});

test.each(["/prod/no-such-endpoint", "/prod/mailing/", "/prod/paypal/orders//capture", "/json/x", "/"])(
  "%s is no endpoint: 404 without a body, which the site answers with its own page",
  async (path) => {
    const answer = await edgeApp({ db }).fetch(new Request(EDGE_ORIGIN + path));
    expect([answer.status, answer.body]).toEqual([404, null]);
  },
);

test("while the mail server's settings cannot be used, mails wait as they are and the rest goes on", async () => {
  const stored = await storeMail(db, { ...MAIL, idempotencyKey: "one" }, NOW);
  if (!stored.isNew) throw new Error("This mail was stored before.");
  const reason = "SMTP_PORT must be a number between 1 and 65535.";
  const app = edgeApp({ db, mailServer: { state: "unusable", reason }, now: () => NOW });
  expect(await runJob(app, { type: "mail", id: stored.id })).toEqual({ retryInSeconds: 30 });
  await app.sweep();
  expect(await listMails(db, { limit: 1 })).toMatchObject([{ status: "queued", attempts: 0 }]);
  expect(logged).toEqual([
    `{"event":"job-failed","type":"mail","attempt":1,"reason":"${reason}"}`,
    `{"event":"sweep-failed","name":"mails","reason":"${reason}"}`,
  ]);
});

test("without a queue a mail is kept, for a sweep of a site that has one", async () => {
  const headers = { "content-type": "application/json" };
  const mail = {
    config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
    body: { subject: "Newsletter", message: "<p>x</p>" },
  };
  const request = new Request(`${EDGE_ORIGIN}/prod/mailing`, {
    method: "POST",
    headers,
    body: JSON.stringify(mail),
  });
  expect((await edgeApp({ db, jobs: undefined }).fetch(request)).status).toBe(202);
  expect(await listMails(db, { limit: 9 })).toHaveLength(1);
  expect(logged.join()).toContain("No queue is bound as JOBS.");
});
