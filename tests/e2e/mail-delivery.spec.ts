import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { APIRequestContext } from "@playwright/test";
import { type MailServer, startMailServer } from "../fixtures/mail-server.ts";
import { academy } from "./academy.ts";
import { changeDatabase } from "./control-site.ts";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { MAIL_SERVER, WITHOUT_KEYS } from "./servers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [admissions] = academy.staffRecipients;

// One mail server for all, so one test after another.
test.describe.configure({ mode: "serial" });
test.use({ baseURL: WITHOUT_KEYS.origin });

let server: MailServer;
test.beforeAll(async () => {
  server = await startMailServer({
    port: MAIL_SERVER.port,
    certificate: {
      key: readFileSync(root + MAIL_SERVER.keyFile, "utf8"),
      cert: readFileSync(root + MAIL_SERVER.certificateFile, "utf8"),
    },
  });
});
test.afterAll(() => server.stop());

async function send(request: APIRequestContext, message: string): Promise<void> {
  const answer = await request.post("/prod/mailing", {
    data: {
      config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
      body: { subject: "Registration", message },
    },
  });
  expect(answer.status()).toBe(202);
}

const stored = (word: string) => storedMails(word, WITHOUT_KEYS)[0];
const taken = (word: string) => server.taken.filter(({ source }) => source.includes(word));

/** Waits until the mail was tried so many times and somebody noted how that ended. */
async function tried(word: string, attempts: number): Promise<void> {
  await expect.poll(() => stored(word), { timeout: 25_000 }).toMatchObject({ attempts, claimed_until: null });
}

/** Lets the pause before the next attempt pass, and calls the sweep that is called every five minutes. */
async function passPause(request: APIRequestContext, word: string): Promise<void> {
  await changeDatabase(WITHOUT_KEYS, [
    "UPDATE mails SET next_attempt_at = '2000-01-01T00:00:00.000Z' WHERE message LIKE ?",
    `%${word}%`,
  ]);
  expect((await request.get("/cdn-cgi/local/scheduled")).status()).toBe(200);
}

test("a mail arrives over an encrypted connection, as HTML and as text", async ({ request }) => {
  const word = unique("arrives");
  server.mood = "takes mails";
  await send(request, `<h1>New registration</h1><table><tr><th>Last Name</th><td>${word}</td></tr></table>`);
  await expect.poll(() => stored(word)?.status).toBe("delivered");
  expect(taken(word)).toHaveLength(1);
  const [mail] = taken(word);
  expect(mail).toMatchObject({ to: admissions?.email, isEncrypted: true });
  expect(mail?.source).toContain(`From: ${academy.senderEmail}`);
  expect(mail?.source).toContain("Subject: Registration");
  expect(mail?.source).toContain(`Last Name: ${word}`);
  expect(mail?.source).toContain(`<td>${word}</td>`);
});

test("a mail arrives exactly once, though the server was busy and broke off before", async ({ request }) => {
  const word = unique("stubborn");
  server.mood = "is busy";
  await send(request, `<p>${word}</p>`);
  await tried(word, 1);
  expect(stored(word)?.last_error).toContain("451");

  server.mood = "breaks off mid-message";
  await passPause(request, word);
  await tried(word, 2);

  expect(taken(word)).toEqual([]);

  server.mood = "takes mails";
  await passPause(request, word);
  await expect.poll(() => stored(word)?.status).toBe("delivered");
  await passPause(request, word);
  await send(request, `<p>${word}</p>`);
  expect(taken(word)).toHaveLength(1);
  expect(stored(word)).toMatchObject({ attempts: 3, last_error: null });
});
