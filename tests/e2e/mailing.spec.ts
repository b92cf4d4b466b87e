import { academy } from "./academy.ts";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { SITE } from "./servers.ts";

const ENDPOINT = "/prod/mailing";

/** A mail as the site sends it; `to` and `message` are what a test is about. */
function mail(message: string, to = academy.email) {
  return {
    config: { fromEmailAddress: academy.senderEmail, toEmailAddress: to },
    body: { subject: "Contact Form", message },
  };
}

test("a mail is stored once, however often it is sent, without what is no text, and stays in the database where there is no mail server", async ({
  request,
}) => {
  const word = unique("hello");
  const message = `<h1 onclick="steal()">${word}</h1><script>steal()</script><p style="x">Hi</p>`;
  for (let time = 0; time < 2; time += 1) {
    expect((await request.post(ENDPOINT, { data: mail(message) })).status()).toBe(202);
  }
  await expect.poll(() => storedMails(word)[0]?.status).toBe("kept");
  expect(storedMails(word)).toEqual([
    expect.objectContaining({
      from_address: academy.senderEmail,
      to_address: academy.email,
      subject: "Contact Form",
      message: `<h1>${word}</h1><p>Hi</p>`,
    }),
  ]);
});

test("the academy and its staff are written to by role, and their addresses stay on the server", async ({
  request,
}) => {
  const word = unique("role");
  const roles = ["academy", ...academy.staffRecipients.map((_, index) => `staff-${index + 1}`)];
  for (const role of roles) {
    const config = { fromEmailAddress: "site", toEmailAddress: role };
    const answer = await request.post(ENDPOINT, { data: { ...mail(`<p>${word}</p>`), config } });
    expect(answer.status(), role).toBe(202);
    expect(await answer.text()).not.toContain("@");
  }
  expect(storedMails(word).map(({ to_address }) => to_address)).toEqual([
    academy.email,
    ...academy.staffRecipients.map(({ email }) => email),
  ]);
});

test("a sender of too many mails is asked to come back in a minute, and others are served", async ({
  request,
  playwright,
}) => {
  const word = unique("many");
  const statuses: number[] = [];
  for (let count = 0; count < 40 && statuses.at(-1) !== 429; count += 1) {
    const answer = await request.post(ENDPOINT, { data: mail(`<p>${word} ${count}</p>`) });
    statuses.push(answer.status());
    if (answer.status() !== 429) continue;
    expect(answer.headers()["retry-after"]).toBe("60");
    expect((await answer.json()).message).toContain("Nothing you typed is lost");
  }
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status === 202)).toHaveLength(storedMails(word).length);
  const other = await playwright.request.newContext({
    baseURL: SITE.origin,
    extraHTTPHeaders: { "cf-connecting-ip": "192.0.2.7" },
  });
  expect((await other.post(ENDPOINT, { data: mail(`<p>${unique("other")}</p>`) })).status()).toBe(202);
  await other.dispose();
});

test("mails to others, from another site, or of more than 64 KB are refused, and not stored", async ({
  request,
}) => {
  const word = unique("refused");
  const refused = async (status: number, data: unknown, headers = {}) =>
    expect((await request.post(ENDPOINT, { data, headers })).status()).toBe(status);
  await refused(403, mail(word, "someone@elsewhere.example"));
  await refused(403, mail(word), { origin: "https://elsewhere.example" });
  await refused(413, mail(word + "a".repeat(64 * 1024)));
  expect(storedMails(word)).toEqual([]);
});
