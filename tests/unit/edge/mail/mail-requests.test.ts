import { expect, test } from "vitest";
import { MAX_MAIL_BYTES } from "~/edge/mail/routes.ts";
import { aMail, mailEndpoint, postMail } from "../../../fixtures/mail-endpoint.ts";

const { send, kept, expectRefusal } = mailEndpoint();

test.each([202, 403])("an answer %i is kept by no cache and guessed about by no browser", async (status) => {
  const headers: Record<string, string> = status === 403 ? { origin: "https://evil.example" } : {};
  const answer = await send(postMail(aMail(), headers));
  expect(answer.status).toBe(status);
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
  expect(MAX_MAIL_BYTES).toBe(65_536);
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
