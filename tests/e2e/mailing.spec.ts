import { academy } from "./academy.ts";
import { expect, storedMails, test, unique } from "./fixtures.ts";
import { SITE } from "./servers.ts";

const ENDPOINT = "/prod/mailing";
const HEADERS = { "content-type": "application/json" };

/** A mail as the site sends it; `to` and `message` are what a test is about. */
function mail(message: string, to = academy.email) {
  return {
    config: { fromEmailAddress: academy.senderEmail, toEmailAddress: to },
    body: { subject: "Contact Form", message },
  };
}

/** A mail whose JSON is exactly this many bytes long. */
function mailOfSize(bytes: number): string {
  const word = unique("size");
  const empty = JSON.stringify(mail(word));
  return JSON.stringify(mail(word + "a".repeat(bytes - empty.length)));
}

test("a mail to the academy is accepted and stored, and stored once when it is sent again", async ({
  request,
}) => {
  const word = unique("hello");
  for (let time = 0; time < 3; time += 1) {
    const answer = await request.post(ENDPOINT, { data: mail(`<p>${word}</p>`) });
    expect(answer.status()).toBe(202);
  }
  expect(storedMails(word)).toEqual([
    expect.objectContaining({
      from_address: academy.senderEmail,
      to_address: academy.email,
      subject: "Contact Form",
      message: `<p>${word}</p>`,
    }),
  ]);
});

test("each member of staff can get mails", async ({ request }) => {
  for (const { email } of academy.staffRecipients) {
    const answer = await request.post(ENDPOINT, { data: mail(`<p>${unique("staff")}</p>`, email) });
    expect(answer.status(), email).toBe(202);
  }
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

test("a mail is stored once for its idempotency key, even if it says something else the second time", async ({
  request,
}) => {
  const word = unique("key");
  for (const text of ["first", "second"]) {
    const headers = { "idempotency-key": `${word}:staff-1:paid` };
    const answer = await request.post(ENDPOINT, { headers, data: mail(`<p>${word} ${text}</p>`) });
    expect(answer.status()).toBe(202);
  }
  expect(storedMails(word).map(({ message }) => message)).toEqual([`<p>${word} first</p>`]);
});

test("without a mail server the mail is stored in the database", async ({ request }) => {
  const word = unique("kept");
  await request.post(ENDPOINT, { data: mail(`<p>${word}</p>`) });
  await expect.poll(() => storedMails(word)[0]?.status).toBe("kept");
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

test("a form that was filled in faster than anybody types is refused in words", async ({ request }) => {
  const word = unique("fast");
  const send = (openMs: string) =>
    request.post(ENDPOINT, { headers: { "form-open-ms": openMs }, data: mail(`<p>${word}</p>`) });
  const answer = await send("150");
  expect(answer.status()).toBe(429);
  expect((await answer.json()).message).toContain("faster than anybody types");
  expect(storedMails(word)).toEqual([]);
  expect((await send("2000")).status()).toBe(202);
});

test("mails to other recipients are refused", async ({ request }) => {
  const word = unique("spam");
  const answer = await request.post(ENDPOINT, { data: mail(word, "someone@elsewhere.example") });
  expect(answer.status()).toBe(403);
  expect((await answer.json()).message).toContain("toEmailAddress");
  expect(storedMails(word)).toEqual([]);
});

test("mails from other senders are refused", async ({ request }) => {
  const word = unique("forged");
  const forged = mail(word);
  const answer = await request.post(ENDPOINT, {
    data: { ...forged, config: { ...forged.config, fromEmailAddress: "ceo@elsewhere.example" } },
  });
  expect(answer.status()).toBe(403);
  expect(storedMails(word)).toEqual([]);
});

test("a page on another site cannot send mail", async ({ request }) => {
  const word = unique("foreign");
  const answer = await request.post(ENDPOINT, {
    data: mail(word),
    headers: { origin: "https://elsewhere.example" },
  });
  expect(answer.status()).toBe(403);
  expect(storedMails(word)).toEqual([]);
});

test("what a mail holds beside text is dropped before it is stored", async ({ request }) => {
  const word = unique("script");
  const message = `<h1 onclick="steal()">${word}</h1><script>steal()</script><img src=x onerror=steal()><p style="x">Hi</p>`;
  const answer = await request.post(ENDPOINT, { data: mail(message) });
  expect(answer.status()).toBe(202);
  expect(storedMails(word).map((stored) => stored.message)).toEqual([`<h1>${word}</h1><p>Hi</p>`]);
});

test("a mail of 64 KB is accepted, and one byte more is too much", async ({ request }) => {
  const limit = 64 * 1024;
  const fits = await request.post(ENDPOINT, { headers: HEADERS, data: mailOfSize(limit) });
  expect(fits.status()).toBe(202);
  const tooLarge = await request.post(ENDPOINT, { headers: HEADERS, data: mailOfSize(limit + 1) });
  expect(tooLarge.status()).toBe(413);
});

for (const type of ["text/plain", "application/xml"]) {
  test(`a mail sent as ${type} is refused`, async ({ request }) => {
    const word = unique("type");
    const answer = await request.post(ENDPOINT, {
      headers: { "content-type": type, origin: SITE.origin },
      data: JSON.stringify(mail(word)),
    });
    expect(answer.status()).toBe(415);
    expect(storedMails(word)).toEqual([]);
  });
}

for (const [what, body] of [
  ["is not JSON", "hello"],
  [
    "has no message",
    '{"config":{"fromEmailAddress":"a","toEmailAddress":"b"},"body":{"subject":"Newsletter"}}',
  ],
] as const) {
  test(`a mail that ${what} is refused in words`, async ({ request }) => {
    const answer = await request.post(ENDPOINT, { headers: HEADERS, data: body });
    expect(answer.status()).toBe(400);
    expect((await answer.json()).message).toMatch(/\w/);
  });
}

for (const method of ["GET", "PUT", "DELETE"]) {
  test(`the mail endpoint refuses ${method}`, async ({ request }) => {
    const answer = await request.fetch(ENDPOINT, { method, headers: HEADERS });
    expect(answer.status()).toBe(405);
    expect(answer.headers().allow).toBe("POST");
  });
}
