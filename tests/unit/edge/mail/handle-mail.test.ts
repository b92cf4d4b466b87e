import { expect, test, vi } from "vitest";
import type { JobQueue } from "~/edge/jobs/jobs.ts";
import type { RateLimiter } from "~/edge/limits/rate-limit.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { ADDRESSES, NO_LIMITS } from "../../../fixtures/edge.ts";
import { aMail, mailEndpoint, postMail } from "../../../fixtures/mail-endpoint.ts";
import { perMinute } from "../../../fixtures/per-minute.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const { send, kept, queued, expectRefusal } = mailEndpoint();
/** The provider Paystack, which can be asked whether a browser's claim is true. */
const providers = paymentProviders(
  { PAYSTACK_SECRET_KEY: "sk_test_mails" },
  { paypalClientId: undefined, now: () => new Date() },
);
const nobody = { paystack: null, paypal: null };
const brokenJobs: JobQueue = { send: () => Promise.reject(new Error("Queue overloaded")) };

test("a mail is handed to the queue once, however often it is sent", async () => {
  for (const _ of [1, 2, 3]) await send(postMail());
  const [mail] = await kept();
  expect(queued).toEqual([{ type: "mail", id: mail?.id }]);
});

test("a newsletter mail without an address is as quick to read as any, however long", {
  timeout: 2000,
}, async () => {
  const body = { subject: "Newsletter", message: "a".repeat(64_000) };
  expect((await send(postMail(aMail({ body })))).status).toBe(202);
});

test.each(["paid", "unconfirmed"])(
  "a registration mail that says %s of a payment not known here is stored once",
  async (payment) => {
    const key = { "idempotency-key": `REG-20261121-AAAAAAAAAA:staff-1:${payment}` };
    for (const _ of [1, 2]) await send(postMail(aMail(), key), { providers });
    const [mail] = await kept();
    expect(queued).toEqual([
      { type: "verify", reference: "REG-20261121-AAAAAAAAAA" },
      { type: "mail", id: mail?.id },
    ]);
  },
);

test("an address that two roles share gets one copy of a registration's mail", async () => {
  const addresses = { ...ADDRESSES, staff: ["a@academy.example", "b@academy.example", "a@academy.example"] };
  for (const role of ["staff-1", "staff-2", "staff-3"]) {
    const mail = aMail({ config: { fromEmailAddress: "site", toEmailAddress: role } });
    const key = { "idempotency-key": `REG-20261121-AAAAAAAAAA:${role}:paid` };
    expect((await send(postMail(mail, key), { addresses })).status).toBe(202);
  }
  expect((await kept()).map(({ to }) => to).sort()).toEqual(addresses.staff.slice(0, 2));
});

test.each([
  ["no provider can be asked", "REG-20261121-AAAAAAAAAA:staff-1:paid", nobody],
  ["it is about no payment", "contact-1", providers],
])("a mail is stored and no provider asked if %s", async (_, key, asked) => {
  await send(postMail(aMail(), { "idempotency-key": key }), { providers: asked });
  expect(queued).toEqual([{ type: "mail", id: expect.any(Number) }]);
});

test.each([
  "",
  "two words",
  "a".repeat(129),
  "digest:00",
  "provider:REG-20261121-AAAAAAAAAA:staff-1:refunded",
  "\xe9",
  ":x",
  "learner:ENR-7Q2M4X8K9A:due-soon:2",
])("%j is no idempotency key", async (key) => {
  const request = postMail(aMail(), { "idempotency-key": key });
  await expectRefusal(request, 400, "The Idempotency-Key is not one that is known here.");
});

test.each([
  ["does not accept", brokenJobs, "Queue overloaded"],
  ["is not bound to take", undefined, "No queue is bound as JOBS."],
])("a mail that the queue %s is stored, and the log has no personal data", async (_, jobs, reason) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await send(postMail(), { jobs });
  expect(answer.status).toBe(202);
  expect(await kept()).toMatchObject([{ status: "queued" }]);
  const logged = log.mock.calls.flat().join(" ");
  expect(logged).toContain(reason);
  expect(logged).not.toMatch(/Ada|@/);
});

test("when a mail cannot be stored the sender is asked to come back", async () => {
  const bare = openDatabase({ migrated: false });
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await send(postMail(), { db: bare });
  const logged = log.mock.calls.flat().join(" ");

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("30");
  const message = "We couldn't save your message just now. Please try again in a minute.";
  expect(await answer.json()).toEqual({ message });
  expect(logged).toContain("no such table");
  expect(logged).not.toMatch(/Ada|@/);
});

async function expectLater(answer: Response, seconds: string, message: RegExp): Promise<void> {
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe(seconds);
  expect((await answer.json()).message).toMatch(message);
}

test("a visitor who sends more than is allowed is asked to come back, others are served", async () => {
  const limits = { ...NO_LIMITS, mailsOfVisitor: perMinute(2, () => 0) };
  const from = (address: string, message: string) =>
    send(postMail(aMail({ body: { message } }), { "cf-connecting-ip": address }), { limits });
  expect((await from("192.0.2.1", "<p>1</p>")).status).toBe(202);
  expect((await from("192.0.2.1", "<p>2</p>")).status).toBe(202);
  const third = await from("192.0.2.1", "<p>3</p>");
  await expectLater(third, "60", /your connection.*Nothing you typed is lost.*in a minute/);
  expect((await from("192.0.2.2", "<p>4</p>")).status).toBe(202);
  expect((await kept()).map((mail) => mail.message)).toEqual(["<p>4</p>", "<p>2</p>", "<p>1</p>"]);
});

test("a recipient who gets more than is allowed is spared, whether named by role or address", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const limits = { ...NO_LIMITS, mailsToRecipient: perMinute(2, () => 0) };
  const to = (toEmailAddress: string, message: string) =>
    send(postMail(aMail({ config: { toEmailAddress }, body: { message } })), { limits });
  await to("staff-1", "<p>1</p>");
  await to("admissions@academy.example", "<p>2</p>");
  await expectLater(await to("staff-1", "<p>3</p>"), "60", /very many messages/);
  expect((await to("staff-2", "<p>4</p>")).status).toBe(202);
  expect(errors.mock.calls).toEqual([['{"event":"mail-limited","by":"recipient"}']]);
});

test("a limiter that fails lets every request pass", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken: RateLimiter = { limit: () => Promise.reject(new Error("unavailable")) };
  const limits = { ...NO_LIMITS, mailsOfVisitor: broken, mailsToRecipient: broken };
  expect((await send(postMail(), { limits })).status).toBe(202);
  expect(errors).toHaveBeenCalledTimes(2);
});

test.each(["0", "1999", "-1", "NaN", "soon", ""])(
  "a form that was open for %j ms is refused in words, and nothing is stored",
  async (openMs) => {
    const answer = await send(postMail(aMail(), { "form-open-ms": openMs }));
    await expectLater(answer, "2", /faster than anybody types.*Nothing you typed is lost.*in a moment/);
    expect(await kept()).toEqual([]);
  },
);

test.each(["2000", "86400000"])("a form that was open for %s ms is a person's", async (openMs) => {
  expect((await send(postMail(aMail(), { "form-open-ms": openMs }))).status).toBe(202);
});

test("an answer is kept by no cache and guessed about by no browser", async () => {
  const answer = await send(postMail());
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each(["application/json; charset=utf-8", "Application/JSON"])("a mail of %j is read", async (type) => {
  expect((await send(postMail(aMail(), { "content-type": type }))).status).toBe(202);
});

/** Returns a mail of exactly this many bytes. The naira sign has three. */
function mailOfBytes(bytes: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const empty = encoder.encode(JSON.stringify(aMail({ body: { message: "₦" } }))).byteLength;
  return encoder.encode(JSON.stringify(aMail({ body: { message: `₦${"a".repeat(bytes - empty)}` } })));
}

/** Splits the bytes, so that no `Content-Length` gives their number. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): Request {
  const pieceBytes = 2;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + pieceBytes));
      sent += pieceBytes;
      if (sent >= bytes.byteLength) controller.close();
    },
  });
  return postMail(body);
}

test("a mail of exactly 64 KB is accepted, also in pieces that part its letters", async () => {
  expect((await send(postMail(mailOfBytes(65_536)))).status).toBe(202);
  expect((await send(inPieces(mailOfBytes(65_536)))).status).toBe(202);
  expect((await kept())[0]?.message).toMatch(/^<p>₦a+<\/p>$/);
});

test("of a mail that is too large, little more than a megabyte is read", async () => {
  let chunks = 0;
  const body = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  await expectRefusal(postMail(body), 413, "This is larger than 64 KB.");
  expect(chunks).toBeLessThan(25);
});

test("a mail that breaks off is refused", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("connection lost"));
    },
  });
  await expectRefusal(postMail(body), 400, "This must be complete UTF-8 text.");
});
