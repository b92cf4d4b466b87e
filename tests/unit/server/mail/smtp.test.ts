import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DeliveryError, type OutgoingMail, smtpSender } from "~/server/mail/smtp.ts";
import type { SmtpSettings } from "~/server/mail/smtp-settings.ts";
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

function settingsFor(port: number, change: Partial<SmtpSettings> = {}): SmtpSettings {
  return { host: "localhost", port, encryption: "if-offered", credentials: MAIL_CREDENTIALS, ...change };
}

async function failureOf(sending: Promise<void>): Promise<DeliveryError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DeliveryError)) throw new Error(`Expected a DeliveryError, not ${error}`);
  return error;
}

test("a mail arrives with its text, its HTML and the Message-ID it was given", async () => {
  await smtpSender(settingsFor(server.port))(mail);
  expect(server.taken).toHaveLength(1);
  const [taken] = server.taken;
  expect(taken?.to).toBe("admissions@academy.example");
  expect(taken?.source).toMatch(/^From: no-reply@academy\.example\r$/m);
  expect(taken?.source).toMatch(/^Subject: Registration\r$/m);
  expect(taken?.source).toMatch(/^Message-ID: <abc@academy\.example>\r$/m);
  expect(taken?.source).toContain("Content-Type: text/plain");
  expect(taken?.source).toContain("Content-Type: text/html");
});

test.each(["Registration\r\nBcc: victim@example.com", "Registration\nBcc: victim@example.com"])(
  "a line break in a subject (%j) adds no header and no recipient",
  async (subject) => {
    await smtpSender(settingsFor(server.port))({ ...mail, subject });
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]?.source).not.toMatch(/^Bcc:/m);
  },
);

describe("a mail that is not taken", () => {
  test("for good, because the server does not know the recipient, is final", async () => {
    server.mood = "does not know the recipient";
    const failure = await failureOf(smtpSender(settingsFor(server.port))(mail));
    expect(failure.isFinal).toBe(true);
    expect(failure.message).toContain("RCPT TO 550");
  });

  test.each([
    ["is busy", "451"],
    ["does not like the sender", "550"],
    ["does not like the text", "554"],
    ["breaks off mid-message", ""],
    ["stalls mid-message", ""],
  ] as const)("because the server %s may be taken later", async (mood, code) => {
    server.mood = mood;
    const failure = await failureOf(smtpSender(settingsFor(server.port), LIMITS)(mail));
    expect(failure.isFinal).toBe(false);
    expect(failure.message).toContain(code);
    server.mood = "takes mails";
    await smtpSender(settingsFor(server.port))(mail);
    expect(server.taken).toHaveLength(1);
  });

  test("because of credentials may be taken later, and the reason holds neither them nor an address", async () => {
    const credentials = { user: "academy@example.com", password: "wrong secret" };
    const failure = await failureOf(smtpSender(settingsFor(server.port, { credentials }))(mail));
    expect(failure.isFinal).toBe(false);
    expect(failure.message).toContain("535");
    expect(failure.message).not.toMatch(/secret|@/);
  });

  test("names nobody, whatever the server says", async () => {
    server.mood = "does not like the sender";
    const failure = await failureOf(smtpSender(settingsFor(server.port))(mail));
    expect(failure.message).toContain("[address]");
    expect(failure.message).not.toContain("@");
  });

  test("because nobody listens may be taken later", async () => {
    const { port } = server;
    await server.stop();
    expect((await failureOf(smtpSender(settingsFor(port), LIMITS)(mail))).isFinal).toBe(false);
  });

  test("is not sent in the clear to a server that offers no encryption", async () => {
    const failure = await failureOf(
      smtpSender(settingsFor(server.port, { encryption: "starttls" }), LIMITS)(mail),
    );
    expect(failure.message).toContain("STARTTLS");
    expect(server.taken).toEqual([]);
  });
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

  test("does not hold the mail for longer than a step may take", async () => {
    const port = await listen(() => undefined);
    const failure = await failureOf(smtpSender(settingsFor(port), { stepMs: 50, totalMs: 60_000 })(mail));
    expect(failure.isFinal).toBe(false);
  });

  test("or trickles along does not hold it for longer than a conversation may take", async () => {
    const timers: NodeJS.Timeout[] = [];
    const port = await listen((write) => {
      timers.push(setInterval(() => write("220-still here\r\n"), 20));
    });
    const failure = await failureOf(smtpSender(settingsFor(port), { stepMs: 60_000, totalMs: 200 })(mail));
    for (const timer of timers) clearInterval(timer);
    expect(failure.isFinal).toBe(false);
  });
});
