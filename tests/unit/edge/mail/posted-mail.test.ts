import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { academyAddresses, resolveRecipient } from "~/edge/mail/academy-addresses.ts";
import { htmlOfText, plainText, postedMail, readMail } from "~/edge/mail/posted-mail.ts";
import { ADDRESSES } from "../../../fixtures/edge.ts";
import { STAFF, site } from "../../../fixtures/enrolment.ts";

const config = { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "admissions@academy.example" };
const body = { subject: "Registration", message: "<p>Ada &amp; Bola</p>" };

const read = (mail: unknown) => readMail(postedMail.parse(mail), null, ADDRESSES);

test.each([
  ["Newsletter", "<p>Please add this address to the newsletter: ada@example.com</p>", "ada@example.com"],
  ["Newsletter", "<p>Please add me.</p>", null],
  ["Contact Form", "<p>Write to ada@example.com</p>", null],
])("a mail with the subject %s that says %s subscribes %s", (subject, message, subscriber) => {
  expect(read({ config, body: { subject, message } })).toMatchObject({ ok: true, subscriber });
});

test.each([
  ["academy", "hello@academy.example"],
  ["staff-1", "admissions@academy.example"],
  ["staff-2", "finance@academy.example"],
  ["hello@academy.example", "hello@academy.example"],
  ["finance@academy.example", "finance@academy.example"],
])("a mail to %s goes to %s", (toEmailAddress, to) => {
  expect(read({ config: { fromEmailAddress: "site", toEmailAddress }, body })).toMatchObject({
    ok: true,
    mail: { from: "no-reply@academy.example", to },
  });
});

test("what waited in a browser for a member of staff who has left goes to the academy", () => {
  expect(read({ config: { ...config, toEmailAddress: "staff-5" }, body })).toMatchObject({
    mail: { to: "hello@academy.example" },
  });
});

test.each([
  "site",
  "staff",
  "staff-0",
  "staff-1x",
  "staff-100",
  "__proto__",
  "victim@example.com",
  "no-reply@academy.example",
  "hello@academy.example,victim@example.com",
  "hello@academy.example.evil.example",
])("%s is no address that mail can go to", (toEmailAddress) => {
  expect(read({ config: { ...config, toEmailAddress }, body })).toMatchObject({ ok: false, status: 403 });
});

test.each(["academy", "staff-1", "hello@academy.example", "Academy <no-reply@academy.example>"])(
  "%s sends no mail",
  (fromEmailAddress) => {
    const refused = { ok: false, status: 403 };
    expect(read({ config: { ...config, fromEmailAddress }, body })).toMatchObject(refused);
  },
);

test.each(["\r\n", "\n", "\r", "\u0000", "\u0085", "\u2028"])("a header with %j is refused", (end) => {
  const extra = `${end}Bcc: victim@example.com`;
  const from = { ...config, fromEmailAddress: config.fromEmailAddress + extra };
  const to = { ...config, toEmailAddress: config.toEmailAddress + extra };
  for (const [field, value] of [
    ["config.fromEmailAddress", { config: from, body }],
    ["config.toEmailAddress", { config: to, body }],
    ["body.subject", { config, body: { ...body, subject: body.subject + extra } }],
  ] as const) {
    const issue = { path: field.split("."), message: "must not contain line breaks" };
    expect(postedMail.safeParse(value).error?.issues).toMatchObject([issue]);
  }
});

test.each([
  [403, { subject: "registration" }],
  [403, { subject: "Contact Form " }],
  [403, { subject: "Registration: paid" }],
  [400, { message: "<p> </p>" }],
])("a mail that the academy does not send is refused with %i: %j", (status, changes) => {
  expect(read({ config, body: { ...body, ...changes } })).toMatchObject({ ok: false, status });
});

test("mails go to the addresses that the content names", () => {
  const { senderEmail: sender, email: academy, alertsEmail: alerts } = site;
  const addresses = { sender, academy, staff: STAFF, alerts };
  for (const env of [{}, { STAFF_EMAIL: " " }]) expect(academyAddresses(site, env)).toEqual(addresses);
});

test("no browser can send a mail to the alerts role", () => {
  const addresses = academyAddresses(site, {});
  for (const name of ["alerts", site.alertsEmail]) expect(resolveRecipient(name, addresses)).toBeNull();
});

test("a tester's address gets the mails to every role, and the academy none", () => {
  const addresses = academyAddresses(site, { STAFF_EMAIL: " tester@example.com " });
  expect(addresses).toMatchObject({ sender: site.senderEmail, alerts: "tester@example.com" });
  for (const role of ["academy", "staff-1", "staff-4"]) {
    expect(resolveRecipient(role, addresses)).toBe("tester@example.com");
  }
  for (const address of [site.email, site.alertsEmail, ...STAFF])
    expect(resolveRecipient(address, addresses)).toBeNull();
});

describe("the text of a mail", () => {
  test("a registration reads line by line", () => {
    const rows =
      "<tr><th>Amount</th><td>N495,000</td></tr><tr><th>Last Name</th><td>Obi</td></tr><tr><td>One</td><td>Two</td></tr>";
    const html = `<h1>New registration: DevOps</h1><table><tbody>${rows}</tbody></table><ul><li>Paid<li>Due</ul>`;
    expect(plainText(html)).toBe(
      "New registration: DevOps\n\nAmount: N495,000\nLast Name: Obi\nOne, Two\n\n- Paid\n- Due",
    );
  });

  test.each([
    ["as they are", "<p>Ada\u202E\u200B</p>"],
    ["as entities", "<p>Ada&#x202E;&#8203;&rlm;&ZeroWidthSpace;</p>"],
    ["with controls", "<p>A&#1;da\u0000&#x7F;</p>"],
  ])("what nobody sees is taken out of a mail, written %s", (_, html) => {
    expect(plainText(html)).toBe("Ada");
  });

  test("half a character becomes a sign that can be stored", () => {
    expect(plainText("<p>a\ud800b</p>")).toBe("a\ufffdb");
  });

  test("a mail of nothing but what nobody sees is empty", () => {
    expect(plainText("\u200B&#x2066;<p onclick=alert(1)> </p>")).toBe("");
  });

  test("a text is a mail with its lines, which reads as the text", () => {
    expect(htmlOfText("Ada & <Bola>\n\n2 'lines'")).toBe(
      "<p>Ada &amp; &lt;Bola&gt;<br /><br />2 &#39;lines&#39;</p>",
    );
    expect(plainText(htmlOfText("Ada & <Bola>\n\n2 'lines'"))).toBe("Ada & <Bola>\n\n2 'lines'");
  });

  test("any combination of pieces of markup leaves a mail without a tag", () => {
    const pieces = [
      ..."< > </ /> <! <!-- --> --!> <![CDATA[ ]]> & &lt; &#60 \" ' = ` / \u0000 \ud83d".split(" "),
      ..."<p <br <td> </strong> <script </script <style> <svg <textarea> <title> <plaintext>".split(" "),
      ..." onload=alert(1)| href=javascript:alert(1)|\n|text".split("|"),
    ];
    const typed = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 24 });
    fc.assert(
      fc.property(typed, (all) => /^<p>([^<>]|<br \/>)*<\/p>$/.test(htmlOfText(plainText(all.join(""))))),
      { numRuns: 1_000 },
    );
  });
});
