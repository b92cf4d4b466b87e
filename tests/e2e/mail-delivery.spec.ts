import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startMailServer } from "../fixtures/mail-server.ts";
import { academy } from "./academy.ts";
import { changeDatabase } from "./control-site.ts";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { MAIL_SERVER, SITE, SITE_WITH_MAIL } from "./servers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ENDPOINT = "/prod/mailing";

/** A mail to admissions, as the site sends it. */
const mail = (message: string) => ({
  config: { fromEmailAddress: "site", toEmailAddress: "staff-1" },
  body: { subject: "Registration", message },
});

test("a mail arrives exactly once, encrypted, though the server was busy before", async ({ request }) => {
  const word = unique("arrives");
  const message = `<h1>New registration</h1><table><tr><th>Last Name</th><td>${word}</td></tr></table>`;
  const send = async () =>
    expect((await request.post(SITE_WITH_MAIL.origin + ENDPOINT, { data: mail(message) })).status()).toBe(
      202,
    );
  const stored = () => storedMails(word, SITE_WITH_MAIL)[0];
  /** Lets the pause before the next attempt pass, and calls the sweep that is called every five minutes. */
  const passPause = async () => {
    await changeDatabase(SITE_WITH_MAIL, [
      "UPDATE mails SET next_attempt_at = '2000-01-01T00:00:00.000Z' WHERE message LIKE ?",
      `%${word}%`,
    ]);
    const sweep = await request.get(`${SITE_WITH_MAIL.origin}/cdn-cgi/local/scheduled`);
    expect(sweep.status()).toBe(200);
  };
  const server = await startMailServer({
    port: MAIL_SERVER.port,
    certificate: {
      key: readFileSync(root + MAIL_SERVER.keyFile, "utf8"),
      cert: readFileSync(root + MAIL_SERVER.certificateFile, "utf8"),
    },
  });
  try {
    server.behaviour = "is busy";
    await send();
    await expect.poll(stored).toMatchObject({ attempts: 1, claimed_until: null });
    expect(stored()?.last_error).toContain("451");

    server.behaviour = "accepts mails";
    await passPause();
    await expect.poll(() => stored()?.status).toBe("delivered");
    await passPause();
    await send();
    expect(stored()).toMatchObject({ attempts: 2, last_error: null });
    const accepted = server.accepted.filter(({ source }) => source.includes(word));
    expect(accepted).toMatchObject([{ to: academy.staffRecipients[0]?.email, isEncrypted: true }]);
    for (const part of [
      `From: ${academy.senderEmail}`,
      "Subject: Registration",
      `Last Name: ${word}`,
      `Last Name: ${word}</p>`,
    ]) {
      expect(accepted[0]?.source).toContain(part);
    }
  } finally {
    await server.stop();
  }
});

test("the platform's limiter asks a sender of too many mails to come back, and serves others", async ({
  request,
  playwright,
}) => {
  const word = unique("many");
  let accepted = 0;
  let answer = await request.post(ENDPOINT, { data: mail(`<p>${word}</p>`) });
  while (answer.status() === 202 && accepted < 40) {
    accepted += 1;
    answer = await request.post(ENDPOINT, { data: mail(`<p>${word} ${accepted}</p>`) });
  }
  expect(answer.status()).toBe(429);
  const extraHTTPHeaders = { "cf-connecting-ip": "192.0.2.7" };
  const other = await playwright.request.newContext({ baseURL: SITE.origin, extraHTTPHeaders });
  expect((await other.post(ENDPOINT, { data: mail(`<p>${unique("other")}</p>`) })).status()).toBe(202);
  await other.dispose();
});
