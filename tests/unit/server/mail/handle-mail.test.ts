import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RateLimiter } from "~/server/http/rate-limit.ts";
import type { Job, JobQueue } from "~/server/jobs/job.ts";
import { handleMail, MAX_MAIL_BYTES, type MailTools } from "~/server/mail/handle-mail.ts";
import { listMails } from "~/server/mail/mail-store.ts";
import { type D1InMemory, startD1Database } from "../../../fixtures/d1-database.ts";

const SITE = "https://academy.example";
const addresses = {
  sender: "no-reply@academy.example",
  academy: "hello@academy.example",
  staff: ["admissions@academy.example", "finance@academy.example"],
};

let academy: D1InMemory;
beforeAll(async () => {
  academy = await startD1Database();
});
beforeEach(async () => {
  await academy.clear();
  queued.length = 0;
});
afterAll(() => academy.stop());

/** The jobs that were handed to the queue. */
const queued: Job[] = [];
const jobs: JobQueue = { send: async (job) => queued.push(job) };
const brokenJobs: JobQueue = { send: () => Promise.reject(new Error("Queue overloaded")) };

interface MailRequest {
  config: { fromEmailAddress: string; toEmailAddress: string };
  body: { subject: string; message: string };
}

/** A mail as the site sends it; each test changes one thing. */
function aMail(change: { config?: object; body?: object } = {}): MailRequest {
  return {
    config: { fromEmailAddress: addresses.sender, toEmailAddress: "hello@academy.example", ...change.config },
    body: { subject: "Contact Form", message: "<p>Ada asks about DevOps.</p>", ...change.body },
  };
}

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request(`${SITE}/prod/mailing`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

/** Lets through so many under each key, and remembers the keys. */
function limiter(most = Number.POSITIVE_INFINITY): RateLimiter & { readonly keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    limit: async ({ key }) => {
      keys.push(key);
      return { success: keys.filter((other) => other === key).length <= most };
    },
  };
}

const send = (request: Request, change: Partial<MailTools> = {}) =>
  handleMail(request, {
    db: academy.db,
    jobs,
    addresses,
    limits: { visitor: limiter(), recipient: limiter() },
    ...change,
  });
const kept = () => listMails(academy.db, { limit: 100 });

async function expectRefusal(request: Request, status: number, message: string): Promise<Response> {
  const answer = await send(request);
  expect(await answer.json()).toEqual({ message });
  expect(answer.status).toBe(status);
  expect(await kept()).toEqual([]);
  return answer;
}

test.each(["Newsletter", "Contact Form", "Registration"])(
  "a %s mail is accepted and kept",
  async (subject) => {
    const answer = await send(post(JSON.stringify(aMail({ body: { subject } }))));
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ message: "Accepted" });
    expect(await kept()).toMatchObject([
      {
        id: expect.any(Number),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        from: "no-reply@academy.example",
        to: "hello@academy.example",
        subject,
        message: "<p>Ada asks about DevOps.</p>",
        status: "queued",
      },
    ]);
  },
);

test("each of the academy's own addresses may get mail", async () => {
  const everybody = [addresses.academy, ...addresses.staff];
  for (const toEmailAddress of everybody) {
    expect((await send(post(JSON.stringify(aMail({ config: { toEmailAddress } }))))).status).toBe(202);
  }
  expect((await kept()).map((mail) => mail.to).sort()).toEqual(everybody.sort());
});

test("a mail sent again, because the first answer got lost, is accepted and kept once", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await send(post(JSON.stringify(aMail())))).status).toBe(202);
  }
  expect(await kept()).toHaveLength(1);
});

test("a mail is handed to the queue once, however often it is sent", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await send(post(JSON.stringify(aMail())));
  const [mail] = await kept();
  expect(queued).toEqual([{ type: "mail", id: mail?.id }]);
});

test("a mail is kept once for its idempotency key, whatever comes under that key", async () => {
  const key = { "idempotency-key": "REG-20261121-AAAAAAAAAA:staff-1:paid" };
  for (const message of ["<p>one</p>", "<p>two</p>"]) {
    expect((await send(post(JSON.stringify(aMail({ body: { message } })), key))).status).toBe(202);
  }
  expect((await kept()).map((mail) => mail.message)).toEqual(["<p>one</p>"]);
  expect(queued).toHaveLength(1);
});

test.each([
  ["paid", 20],
  ["unconfirmed", 0],
])(
  "a registration mail that says %s has the provider asked, and leaves %i s later",
  async (payment, delaySeconds) => {
    const handed: unknown[] = [];
    const queue: JobQueue = { send: async (...job) => handed.push(job) };
    const key = { "idempotency-key": `REG-20261121-AAAAAAAAAA:staff-1:${payment}` };
    for (const _ of [1, 2]) await send(post(JSON.stringify(aMail()), key), { jobs: queue, canVerify: true });
    const [mail] = await kept();
    expect(handed).toEqual([
      [{ type: "verify", reference: "REG-20261121-AAAAAAAAAA" }],
      [{ type: "mail", id: mail?.id }, { delaySeconds }],
    ]);
  },
);

test.each([
  ["no provider can be asked", "REG-20261121-AAAAAAAAAA:staff-1:paid", false],
  ["it is about no payment", "contact-1", true],
])("a mail leaves at once where %s", async (_, key, canVerify) => {
  const handed: unknown[] = [];
  const queue: JobQueue = { send: async (...job) => handed.push(job) };
  await send(post(JSON.stringify(aMail()), { "idempotency-key": key }), { jobs: queue, canVerify });
  expect(handed).toEqual([[{ type: "mail", id: expect.any(Number) }, { delaySeconds: 0 }]]);
});

test("the same mail under two idempotency keys is two mails", async () => {
  for (const key of ["one", "two"]) await send(post(JSON.stringify(aMail()), { "idempotency-key": key }));
  expect(await kept()).toHaveLength(2);
});

test.each([
  "",
  "two words",
  "a".repeat(129),
  "digest:00",
  "provider:REG-20261121-AAAAAAAAAA:staff-1:refunded",
  "\xe9",
  ":x",
])("%j is no idempotency key", async (key) => {
  const request = post(JSON.stringify(aMail()), { "idempotency-key": key });
  await expectRefusal(request, 400, "The Idempotency-Key is not one that is known here.");
});

test("a mail that the queue does not take is kept all the same, and the log names nobody", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await send(post(JSON.stringify(aMail())), { jobs: brokenJobs });
  const logged = log.mock.calls.flat().join(" ");
  log.mockRestore();
  expect(answer.status).toBe(202);
  expect(await kept()).toMatchObject([{ status: "queued" }]);
  expect(logged).toContain("Queue overloaded");
  expect(logged).not.toMatch(/Ada|@/);
});

test("a mail to a role is kept with the address that the role stands for", async () => {
  const config = { fromEmailAddress: "site", toEmailAddress: "staff-2" };
  expect((await send(post(JSON.stringify(aMail({ config }))))).status).toBe(202);
  expect(await kept()).toMatchObject([{ from: "no-reply@academy.example", to: "finance@academy.example" }]);
});

async function expectLater(answer: Response, seconds: string, message: RegExp): Promise<void> {
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe(seconds);
  expect((await answer.json()).message).toMatch(message);
}

test("a visitor who sends more than is allowed is asked to come back, others are served", async () => {
  const limits = { visitor: limiter(2), recipient: limiter() };
  const from = (address: string, message: string) =>
    send(post(JSON.stringify(aMail({ body: { message } })), { "cf-connecting-ip": address }), { limits });
  expect((await from("192.0.2.1", "<p>1</p>")).status).toBe(202);
  expect((await from("192.0.2.1", "<p>2</p>")).status).toBe(202);
  await expectLater(
    await from("192.0.2.1", "<p>3</p>"),
    "60",
    /your connection.*Nothing you typed is lost.*in a minute/,
  );
  expect((await from("192.0.2.2", "<p>4</p>")).status).toBe(202);
  expect((await kept()).map((mail) => mail.message)).toEqual(["<p>4</p>", "<p>2</p>", "<p>1</p>"]);
});

test("a recipient who gets more than is allowed is spared, whether named by role or address", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const limits = { visitor: limiter(), recipient: limiter(2) };
  const to = (toEmailAddress: string, message: string) =>
    send(post(JSON.stringify(aMail({ config: { toEmailAddress }, body: { message } }))), { limits });
  await to("staff-1", "<p>1</p>");
  await to("admissions@academy.example", "<p>2</p>");
  await expectLater(await to("staff-1", "<p>3</p>"), "60", /very many messages/);
  expect((await to("staff-2", "<p>4</p>")).status).toBe(202);
  expect(errors.mock.calls).toEqual([['{"event":"mail-limited","by":"recipient"}']]);
  errors.mockRestore();
});

test("a limiter that fails keeps nobody out", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken: RateLimiter = { limit: () => Promise.reject(new Error("unavailable")) };
  const answer = await send(post(JSON.stringify(aMail())), {
    limits: { visitor: broken, recipient: broken },
  });
  expect(answer.status).toBe(202);
  expect(errors).toHaveBeenCalledTimes(2);
  errors.mockRestore();
});

test.each(["0", "1999", "-1", "NaN", "soon", ""])(
  "a form that was open for %j ms is refused in words, and nothing is kept",
  async (openMs) => {
    const answer = await send(post(JSON.stringify(aMail()), { "form-open-ms": openMs }));
    await expectLater(answer, "2", /faster than anybody types.*Nothing you typed is lost.*in a moment/);
    expect(await kept()).toEqual([]);
  },
);

test.each(["2000", "86400000"])("a form that was open for %s ms is a person's", async (openMs) => {
  expect((await send(post(JSON.stringify(aMail()), { "form-open-ms": openMs }))).status).toBe(202);
});

test("a script in a mail is gone before the mail is kept", async () => {
  const message = `<p onclick="steal()">Hi<script>steal()</script> <a href="javascript:steal()">there</a>`;
  await send(post(JSON.stringify(aMail({ body: { message } }))));
  expect((await kept())[0]?.message).toBe("<p>Hi there</p>");
});

test.each([202, 403])("an answer %i is kept by no cache and guessed about by no browser", async (status) => {
  const headers: Record<string, string> = status === 403 ? { origin: "https://evil.example" } : {};
  const answer = await send(post(JSON.stringify(aMail()), headers));
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("%s is not a way to send mail", async (method) => {
  const answer = await send(new Request(`${SITE}/prod/mailing`, { method }));
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("POST");
  expect(await answer.json()).toEqual({ message: "Only POST is answered here." });
});

test("a mail from the site's own pages is accepted", async () => {
  expect((await send(post(JSON.stringify(aMail()), { origin: SITE }))).status).toBe(202);
});

test.each([
  "https://evil.example",
  "http://academy.example",
  "https://academy.example:8443",
  "https://academy.example.evil.example",
  "https://www.academy.example",
  "null",
  "",
])("a mail from another site (%j) is refused", async (origin) => {
  const message = "Mails are taken from the academy's own website only.";
  await expectRefusal(post(JSON.stringify(aMail()), { origin }), 403, message);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "",
])("a mail sent as %j is refused", async (type) => {
  const request = post(JSON.stringify(aMail()), { "content-type": type });
  await expectRefusal(request, 415, "The mail must be sent as application/json.");
});

test.each(["application/json; charset=utf-8", "Application/JSON"])(
  "a mail sent as %j is read",
  async (type) => {
    expect((await send(post(JSON.stringify(aMail()), { "content-type": type }))).status).toBe(202);
  },
);

/** A mail that is exactly so many bytes long on the wire. The naira sign counts for three. */
function mailOfBytes(bytes: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const empty = encoder.encode(JSON.stringify(aMail({ body: { message: "₦" } }))).byteLength;
  return encoder.encode(JSON.stringify(aMail({ body: { message: `₦${"a".repeat(bytes - empty)}` } })));
}

/** The same bytes in pieces, so that no `Content-Length` tells their number. */
function inPieces(
  bytes: Uint8Array<ArrayBuffer>,
  pieceBytes = 1_000,
): { request: Request; wasCancelled: () => boolean } {
  let cancelled = false;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + pieceBytes));
      sent += pieceBytes;
      if (sent >= bytes.byteLength) controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  return { request: new Request(`${SITE}/prod/mailing`, init as RequestInit), wasCancelled: () => cancelled };
}

test("a mail of exactly 64 KB is accepted", async () => {
  expect(MAX_MAIL_BYTES).toBe(65_536);
  expect((await send(post(mailOfBytes(65_536)))).status).toBe(202);
  expect((await send(inPieces(mailOfBytes(65_536)).request)).status).toBe(202);
  expect((await kept())[0]?.message).toMatch(/^₦a+$/);
});

test("a letter that arrives in two halves is put together again", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(aMail({ body: { message: "<p>₦ 🎓</p>" } })));
  expect((await send(inPieces(bytes, 1).request)).status).toBe(202);
  expect((await kept())[0]?.message).toBe("<p>₦ 🎓</p>");
});

test("a mail one byte over 64 KB is refused", async () => {
  await expectRefusal(post(mailOfBytes(65_537)), 413, "The mail is larger than 64 KB.");
});

test("a mail that hides its size is refused when the byte after 64 KB arrives", async () => {
  await expectRefusal(inPieces(mailOfBytes(65_537)).request, 413, "The mail is larger than 64 KB.");
});

test("the rest of a mail that is far too large is not waited for", async () => {
  const { request, wasCancelled } = inPieces(mailOfBytes(10_000_000));
  await expectRefusal(request, 413, "The mail is larger than 64 KB.");
  expect(wasCancelled()).toBe(true);
});

test("a mail that says it is small and is not, is refused", async () => {
  const request = post(mailOfBytes(65_537), { "content-length": "12" });
  await expectRefusal(request, 413, "The mail is larger than 64 KB.");
});

test("a refused mail is still read, so that the connection can carry the next one", async () => {
  const tooLarge = post(`"${"x".repeat(70_000)}"`);
  await expectRefusal(tooLarge, 413, "The mail is larger than 64 KB.");
  expect(tooLarge.bodyUsed).toBe(true);
  const wrongType = post(JSON.stringify(aMail()), { "content-type": "text/plain" });
  await expectRefusal(wrongType, 415, "The mail must be sent as application/json.");
  expect(wrongType.bodyUsed).toBe(true);
});

test("reading a refused mail away ends after a megabyte", async () => {
  let chunks = 0;
  const body = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  await expectRefusal(
    new Request(`${SITE}/prod/mailing`, init as RequestInit),
    413,
    "The mail is larger than 64 KB.",
  );
  expect(chunks).toBeLessThan(25);
});

test("a mail that breaks off is refused", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("connection lost"));
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  const request = new Request(`${SITE}/prod/mailing`, init as RequestInit);
  await expectRefusal(request, 400, "The mail did not arrive completely.");
});

test("a mail that is not UTF-8 is refused", async () => {
  await expectRefusal(post(new Uint8Array([0x22, 0xff, 0x22])), 400, "The mail must be UTF-8 text.");
  await expectRefusal(post(new Uint8Array([0x22, 0xe2, 0x82])), 400, "The mail must be UTF-8 text.");
});

test.each(["<script>steal()</script>", "<p> </p>", "<table><tr><td>\n</td></tr></table><hr>"])(
  "a mail of which nobody could read a word is refused: %j",
  async (message) => {
    const request = post(JSON.stringify(aMail({ body: { message } })));
    await expectRefusal(request, 400, "body.message holds nothing to read.");
  },
);

test("a mail to a stranger is refused by the endpoint", async () => {
  const request = post(JSON.stringify(aMail({ config: { toEmailAddress: "victim@example.com" } })));
  await expectRefusal(request, 403, "config.toEmailAddress is not one of the academy's addresses.");
});

test("when the mail cannot be kept the sender is told to come back, and the log names nobody", async () => {
  const bare = await startD1Database({ migrated: false });
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await send(post(JSON.stringify(aMail())), { db: bare.db });
  const logged = log.mock.calls.flat().join(" ");
  log.mockRestore();
  await bare.stop();

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("30");
  const message = "The mail could not be kept just now. Please try again in a minute.";
  expect(await answer.json()).toEqual({ message });
  expect(logged).toContain("no such table");
  expect(logged).not.toMatch(/Ada|@/);
});
