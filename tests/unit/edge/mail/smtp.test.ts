import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import type { SmtpSettings } from "~/edge/environment.ts";
import { DeliveryError } from "~/edge/jobs/deliveries.ts";
import { type OutgoingMail, smtpSender } from "~/edge/mail/deliver-mail.ts";
import { MAIL_CREDENTIALS, type MailServer, startMailServer } from "../../../fixtures/mail-server.ts";

const mail: OutgoingMail = {
  from: "no-reply@academy.example",
  to: "admissions@academy.example",
  subject: "Registration",
  html: "<p>Ọlá registered</p>",
  text: "Ọlá registered",
  messageId: "<abc@academy.example>",
};
const LIMITS = { stepMs: 150, totalMs: 60_000 };

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

/** Sends the mail with some fields changed. */
function send(change: Partial<OutgoingMail>, settings: Partial<SmtpSettings> = {}, limits?: typeof LIMITS) {
  const { port } = server;
  const usual = { host: "localhost", port, encryption: "if-offered", credentials: MAIL_CREDENTIALS } as const;
  return smtpSender({ ...usual, ...settings }, limits)({ ...mail, ...change });
}

async function failureOf(
  settings: Partial<SmtpSettings> = {},
  limits?: typeof LIMITS,
): Promise<DeliveryError> {
  const error: unknown = await send({}, settings, limits).catch((reason: unknown) => reason);
  if (!(error instanceof DeliveryError)) throw new Error(`Expected a DeliveryError, not ${error}`);
  return error;
}

test("several addresses in the place of one get no mail", async () => {
  const to = "one@example.com,other@example.com";
  await send({ to }).catch(() => undefined);
  expect(server.accepted.map(({ to }) => to)).not.toContainEqual(
    expect.stringMatching(/^(one|other)@example.com$/),
  );
});

/** Returns a mail's headers by their names in lower case, each unfolded. */
function headersOf(source: string): Record<string, string[]> {
  const [head = ""] = source.split("\r\n\r\n");
  const headers: Record<string, string[]> = {};
  for (const line of head.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = "", value = ""] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  return headers;
}

const STOP = `https://academy.example/prod/reminders/${"4f1c9a3d".repeat(8)}`;

test("a mail has one header of each kind: to stop it, to answer it, and that no person wrote it", async () => {
  await send({ unsubscribeUrl: STOP, replyTo: "hello@academy.example", isAutomatic: true });
  expect(headersOf(server.accepted[0]?.source ?? "")).toMatchObject({
    "list-unsubscribe": [`<${STOP}>`],
    "list-unsubscribe-post": ["List-Unsubscribe=One-Click"],
    "auto-submitted": ["auto-generated"],
    "reply-to": ["hello@academy.example"],
  });
});

test("a calendar file goes with a mail as one part that a calendar opens", async () => {
  const calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";
  await send({ calendar });
  const source = server.accepted[0]?.source ?? "";
  expect(source.match(/^Content-Type: [a-z/]+/gm)).toEqual([
    "Content-Type: multipart/mixed",
    "Content-Type: multipart/alternative",
    "Content-Type: text/plain",
    "Content-Type: text/html",
    "Content-Type: text/calendar",
  ]);
  const part = source.slice(source.indexOf("Content-Type: text/calendar"));
  expect(part).toMatch(
    /^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH;\r\n name=due-dates\.ics\r\n/,
  );
  expect(part).toMatch(/^Content-Disposition: attachment; filename=due-dates\.ics\r$/m);
  const [, file = ""] = part.split("\r\n\r\n");
  expect(Buffer.from(file, "base64").toString()).toContain(calendar);
});

test("a mail that a visitor wrote, and one without more to carry, has none of it", async () => {
  await send({ calendar: null, replyTo: null, unsubscribeUrl: null, isAutomatic: false });
  const { source } = server.accepted[0] ?? { source: "" };
  expect(source).not.toMatch(/auto-submitted|list-|reply-to|text\/calendar|multipart\/mixed/i);
});

test("a refusal because the server does not know the recipient is final", async () => {
  server.behaviour = "rejects the recipient";
  const failure = await failureOf();
  expect(failure.isFinal).toBe(true);
  expect(failure.message).toContain("RCPT TO 550");
  expect(failure.message).toContain("[address]");
  expect(failure.message).not.toContain("@");
});

test.each([
  ["is busy", "451"],
  ["rejects the sender", "550"],
  ["rejects the text", "554"],
  ["disconnects mid-message", ""],
  ["stalls mid-message", ""],
] as const)("a mail that is refused because the server %s may be accepted later", async (mood, code) => {
  server.behaviour = mood;
  // Only a silent server is given up soon. Another one may take a while to respond.
  const limits = code === "" ? LIMITS : undefined;
  const failure = await failureOf({}, limits);
  expect(failure.isFinal).toBe(false);
  expect(failure.message).toContain(code);
  server.behaviour = "accepts mails";
  await send({});
  expect(server.accepted).toHaveLength(1);
});

test("a mail that is refused because of credentials may be accepted later", async () => {
  const credentials = { user: "academy@example.com", password: "wrong secret" };
  const failure = await failureOf({ credentials });
  expect(failure.isFinal).toBe(false);
  expect(failure.message).toContain("535");
  expect(failure.message).not.toMatch(/secret|@/);
});

test.each(["starttls", "tls"] as const)(
  "a mail that needs %s is not sent to a server without encryption",
  async (encryption) => {
    await failureOf({ encryption }, LIMITS);
    expect(server.accepted).toEqual([]);
  },
);

test("a mail server that trickles along is given up after the conversation's timeout", async () => {
  const trickling = createServer((socket) => {
    socket.on("error", () => undefined);
    const timer = setInterval(() => socket.write("220-still here\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  onTestFinished(() => void trickling.close());
  await new Promise<void>((resolve) => trickling.listen(0, "localhost", resolve));
  const { port } = trickling.address() as AddressInfo;
  const failure = await failureOf({ port }, { stepMs: 60_000, totalMs: 200 });
  // The library's own timeout for a greeting has other words.
  expect(failure.message).toContain("sending aborted");
  expect(failure.isFinal).toBe(false);
});
