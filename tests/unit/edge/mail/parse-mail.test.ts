import { expect, test } from "vitest";
import { academyAddresses, resolveRecipient } from "~/edge/mail/academy-addresses.ts";
import { parseMail } from "~/edge/mail/posted-mail.ts";
import { STAFF, site } from "../../../fixtures/enrolment.ts";
import { ADDRESSES } from "../../../fixtures/mail-endpoint.ts";

const config = { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "admissions@academy.example" };
const body = { subject: "Registration", message: "<p>Ada &amp; Bola</p>" };

const parse = (value: unknown) => parseMail(JSON.stringify(value), ADDRESSES);

test("a mail in the agreed shape is read part by part", () => {
  expect(parse({ config, body })).toEqual({
    ok: true,
    mail: {
      from: "no-reply@academy.example",
      to: "admissions@academy.example",
      subject: "Registration",
      message: "<p>Ada &amp; Bola</p>",
    },
    subscriber: null,
    message: null,
  });
});

test.each([
  ["Newsletter", "<p>Please add this address to the newsletter: ada@example.com</p>", "ada@example.com"],
  ["Newsletter", "<p>Please add me.</p>", null],
  ["Contact Form", "<p>Write to ada@example.com</p>", null],
])("a mail with the subject %s that says %s subscribes %s", (subject, message, subscriber) => {
  expect(parse({ config, body: { subject, message } })).toMatchObject({ ok: true, subscriber });
});

test.each([
  ["academy", "hello@academy.example"],
  ["staff-1", "admissions@academy.example"],
  ["staff-2", "finance@academy.example"],
  ["hello@academy.example", "hello@academy.example"],
  ["finance@academy.example", "finance@academy.example"],
])("a mail to %s goes to %s", (toEmailAddress, to) => {
  expect(parse({ config: { fromEmailAddress: "site", toEmailAddress }, body })).toMatchObject({
    ok: true,
    mail: { from: "no-reply@academy.example", to },
  });
});

test("what waited in a browser for a member of staff who has left goes to the academy", () => {
  expect(parse({ config: { ...config, toEmailAddress: "staff-3" }, body })).toMatchObject({
    mail: { to: "hello@academy.example" },
  });
});

test.each([
  "site",
  "staff",
  "staff-0",
  "staff-",
  "staff-01",
  "staff-1x",
  "Staff-1",
  "staff-100",
  "__proto__",
  "victim@example.com",
  "no-reply@academy.example",
  "hello@academy.example,victim@example.com",
  "hello@academy.example.evil.example",
])("%s is no address that mail can go to", (toEmailAddress) => {
  expect(parse({ config: { ...config, toEmailAddress }, body })).toMatchObject({ ok: false, status: 403 });
});

test.each(["academy", "staff-1", "hello@academy.example", "Academy <no-reply@academy.example>"])(
  "%s sends no mail",
  (fromEmailAddress) => {
    const refused = { ok: false, status: 403 };
    expect(parse({ config: { ...config, fromEmailAddress }, body })).toMatchObject(refused);
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
    const message = `${field} must not contain line breaks.`;
    expect(parse(value)).toEqual({ ok: false, status: 400, message });
  }
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
