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
});

test.each([
  ["/json", "GET, HEAD"],
  ["/prod/enrolments", "POST, GET, HEAD"],
  ["/prod/enrolments/ENR-0123456789", "GET, HEAD, PATCH"],
  ["/prod/webhooks/paypal", "POST"],
])("%s says that it answers %s, and reads a refused body", async (path, allow) => {
  const request = new Request(EDGE_ORIGIN + path, { method: "DELETE", body: "x".repeat(100_000) });
  const answer = await edgeApp({ db }).fetch(request);
  expect([answer.status, answer.headers.get("allow"), request.bodyUsed]).toEqual([405, allow, true]);
});

test("an error that no route foresees is logged, and answered in words", async () => {
  const pages = () => Promise.reject(new Error("no pages"));
  const request = new Request(`${EDGE_ORIGIN}/prod/payments/return?reference=x`);
  const answer = await edgeApp({ db, pages }).fetch(request);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { message: "That didn't work. Please try again in a minute." },
  ]);
  expect(logged).toEqual([`{"event":"request-failed","reason":"no pages"}`]);
});

test.each(["/prod/no-such-endpoint", "/prod/mailing/", "/prod/paypal/orders//capture", "/json/x", "/"])(
  "%s is no endpoint: 404 without a body, which the site answers with its own page",
  async (path) => {
    const answer = await edgeApp({ db }).fetch(new Request(EDGE_ORIGIN + path));
    expect([answer.status, answer.body]).toEqual([404, null]);
  },
);

test("while the mail server's settings cannot be used, mails wait and the rest goes on", async () => {
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
