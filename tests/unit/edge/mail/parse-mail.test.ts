import { expect, test } from "vitest";
import { parseMail } from "~/edge/mail/parse-mail.ts";

const addresses = {
  sender: "no-reply@academy.example",
  academy: "hello@academy.example",
  staff: ["admissions@academy.example", "finance@academy.example"],
  alerts: "alerts@academy.example",
};
const config = { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "admissions@academy.example" };
const body = { subject: "Registration", message: "<p>Ada &amp; Bola</p>" };

const parse = (value: unknown) => parseMail(JSON.stringify(value), addresses);

test("a mail in the agreed shape is read part by part", () => {
  expect(parse({ config, body })).toEqual({
    ok: true,
    mail: {
      from: "no-reply@academy.example",
      to: "admissions@academy.example",
      subject: "Registration",
      message: "<p>Ada &amp; Bola</p>",
    },
  });
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
])("%s is no address that mail can go to", (toEmailAddress) => {
  expect(parse({ config: { ...config, toEmailAddress }, body })).toMatchObject({ ok: false, status: 403 });
});

test.each(["academy", "staff-1", "hello@academy.example"])("%s sends no mail", (fromEmailAddress) => {
  expect(parse({ config: { ...config, fromEmailAddress }, body })).toMatchObject({ ok: false, status: 403 });
});

test.each(["", "{", "undefined", "{'config':1}", `${JSON.stringify({ config, body })}x`, "[".repeat(60_000)])(
  "text that is not JSON is refused (case %#)",
  (text) => {
    expect(parseMail(text, addresses)).toEqual({
      ok: false,
      status: 400,
      message: "The mail must be valid JSON.",
    });
  },
);

test.each<[string, unknown, string]>([
  ["is nothing", null, "The mail must be an object."],
  ["is a list", [], "The mail must be an object."],
  ["is text", "mail", "The mail must be an object."],
  ["has no config", { body }, "config must be an object."],
  ["has no body", { config }, "body must be an object."],
  ["has a list for config", { config: [], body }, "config must be an object."],
  [
    "has an unknown field",
    { config, body, cc: "x@example.com" },
    "The mail has a field that is not known here.",
  ],
  [
    "has a copy address",
    { config: { ...config, bcc: "x" }, body },
    "config has a field that is not known here.",
  ],
  ["has an attachment", { config, body: { ...body, files: [] } }, "body has a field that is not known here."],
  [
    "names no sender",
    { config: { ...config, fromEmailAddress: undefined }, body },
    "config.fromEmailAddress must be text.",
  ],
  [
    "has an empty sender",
    { config: { ...config, fromEmailAddress: "" }, body },
    "config.fromEmailAddress must not be empty.",
  ],
  [
    "has a list of recipients",
    { config: { ...config, toEmailAddress: addresses.staff }, body },
    "config.toEmailAddress must be text.",
  ],
  ["has a number as subject", { config, body: { ...body, subject: 1 } }, "body.subject must be text."],
  ["has no message", { config, body: { subject: "Registration" } }, "body.message must be text."],
  ["has a blank message", { config, body: { ...body, message: " \n " } }, "body.message must not be empty."],
])("a mail that %s is refused, and the answer names the field", (_case, value, message) => {
  expect(parse(value)).toEqual({ ok: false, status: 400, message });
});

test.each(["\r\n", "\n", "\r", "\u0000", "\u0085", "\u2028"])(
  "a line break (%j) is refused in every header",
  (end) => {
    const extra = `${end}Bcc: victim@example.com`;
    const broken = [
      [
        "config.fromEmailAddress",
        { config: { ...config, fromEmailAddress: config.fromEmailAddress + extra }, body },
      ],
      [
        "config.toEmailAddress",
        { config: { ...config, toEmailAddress: config.toEmailAddress + extra }, body },
      ],
      ["body.subject", { config, body: { ...body, subject: body.subject + extra } }],
    ] as const;
    for (const [field, value] of broken) {
      expect(parse(value)).toEqual({
        ok: false,
        status: 400,
        message: `${field} must not contain line breaks.`,
      });
    }
  },
);

test.each([
  "hello@academy.example",
  "someone@example.com",
  "no-reply@academy.example ",
  "NO-REPLY@academy.example",
  "Academy <no-reply@academy.example>",
])("a mail in the name of %j is refused", (fromEmailAddress) => {
  expect(parse({ config: { ...config, fromEmailAddress }, body })).toEqual({
    ok: false,
    status: 403,
    message: "config.fromEmailAddress is not the academy's sender address.",
  });
});

test.each([
  "victim@example.com",
  "no-reply@academy.example",
  "hello@academy.example,victim@example.com",
  "hello@academy.example.evil.example",
  "hello@academy.example;victim@example.com",
  "includes",
])("a mail to %j is refused", (toEmailAddress) => {
  expect(parse({ config: { ...config, toEmailAddress }, body })).toEqual({
    ok: false,
    status: 403,
    message: "config.toEmailAddress is not one of the academy's addresses.",
  });
});

test.each(["You have won", "newsletter", "Newsletter ", "Registration: urgent"])(
  "a mail about %j is refused",
  (subject) => {
    expect(parse({ config, body: { ...body, subject } })).toEqual({
      ok: false,
      status: 403,
      message: "body.subject must be one of: Newsletter, Contact Form, Registration.",
    });
  },
);

test("names that every object has do not open a way in", () => {
  const text = `{"__proto__": {"config": ${JSON.stringify(config)}, "body": ${JSON.stringify(body)}}}`;
  expect(parseMail(text, addresses)).toMatchObject({ ok: false, status: 400 });
  const hidden = `{"config": ${JSON.stringify(config)}, "body": ${JSON.stringify(body)}, "constructor": {}}`;
  expect(parseMail(hidden, addresses)).toMatchObject({ ok: false, status: 400 });
});
