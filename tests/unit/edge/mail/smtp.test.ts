import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
const LIMITS = { stepMs: 150, totalMs: 600 };

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

test.each(["Registration\r\nBcc: victim@example.com", "Registration\nBcc: victim@example.com"])(
  "a line break in a subject (%j) adds no header and no recipient",
  async (subject) => {
    await send({ subject });
    expect(server.accepted).toHaveLength(1);
    expect(server.accepted[0]?.source).not.toMatch(/^Bcc:/m);
  },
);

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

test("a mail that can be stopped says so in one header of each kind, as RFC 8058 has it", async () => {
  await send({ unsubscribeUrl: STOP, isAutomatic: true });
  expect(headersOf(server.accepted[0]?.source ?? "")).toMatchObject({
    "list-unsubscribe": [`<${STOP}>`],
    "list-unsubscribe-post": ["List-Unsubscribe=One-Click"],
    "auto-submitted": ["auto-generated"],
  });
});

test("a mail has an address for answers where it is given one", async () => {
  await send({ replyTo: "hello@academy.example" });
  expect(headersOf(server.accepted[0]?.source ?? "")["reply-to"]).toEqual(["hello@academy.example"]);
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

test("a mail is not sent in the clear to a server that offers no encryption", async () => {
  const failure = await failureOf({ encryption: "starttls" });
  expect(failure.message).toContain("STARTTLS");
  expect(server.accepted).toEqual([]);
});

test("a mail for a port with TLS is not sent in the clear to a server that speaks without it", async () => {
  await failureOf({ encryption: "tls" }, LIMITS);
  expect(server.accepted).toEqual([]);
});

describe("a server that answers in no way", () => {
  let silent: Server;
  afterEach(() => silent.close());

  async function listen(onLine: (write: (text: string) => void) => void): Promise<number> {
    silent = createServer((socket) => {
      socket.on("error", () => undefined);
      onLine((text) => socket.write(text));
    });
    await new Promise<void>((resolve) => silent.listen(0, "localhost", resolve));
    return (silent.address() as AddressInfo).port;
  }

  test("a mail server that does not answer is given up after a step's timeout", async () => {
    const port = await listen(() => undefined);
    const failure = await failureOf({ port }, { stepMs: 50, totalMs: 10_000 });
    // The conversation's own timeout would say "sending aborted".
    expect(failure.message).not.toContain("sending aborted");
    expect(failure.isFinal).toBe(false);
  });

  test("a mail server that trickles along is given up after the conversation's timeout", async () => {
    const timers: NodeJS.Timeout[] = [];
    const port = await listen((write) => {
      timers.push(setInterval(() => write("220-still here\r\n"), 20));
    });
    const failure = await failureOf({ port }, { stepMs: 60_000, totalMs: 200 });
    for (const timer of timers) clearInterval(timer);
    // The library's own timeout for a greeting has other words.
    expect(failure.message).toContain("sending aborted");
    expect(failure.isFinal).toBe(false);
  });
});
