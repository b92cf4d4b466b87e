import { expect, test } from "vitest";
import { smtpSettings, sweepLimits } from "~/edge/environment.ts";

const credentials = { SMTP_USER: "academy", SMTP_PASSWORD: "p@ss:word" };

test.each([{}, { SMTP_HOST: "" }, { SMTP_HOST: "  ", ...credentials }])(
  "without a host nothing is delivered: %j",
  (env) => {
    expect(smtpSettings.parse(env)).toBeNull();
  },
);

test("a host and credentials are enough: the usual port, encrypted before anything is said", () => {
  expect(smtpSettings.parse({ SMTP_HOST: " smtp.example.com ", ...credentials })).toEqual({
    host: "smtp.example.com",
    port: 587,
    encryption: "starttls",
    credentials: { user: "academy", password: "p@ss:word" },
  });
});

test.each([
  ["smtp.example.com", "465", "tls"],
  ["smtp.example.com", "2525", "starttls"],
  ["localhost", "1025", "if-offered"],
  ["127.0.0.1", undefined, "if-offered"],
  ["localhost.example.com", "25", "starttls"],
])("%s at port %s is spoken to with %s", (SMTP_HOST, SMTP_PORT, encryption) => {
  expect(smtpSettings.parse({ SMTP_HOST, SMTP_PORT })).toMatchObject({ encryption, credentials: null });
});

test.each(["0", "65536", "smtp", "58.7", "-1"])("%s is no port", (SMTP_PORT) => {
  expect(() => smtpSettings.parse({ SMTP_HOST: "smtp.example.com", SMTP_PORT })).toThrow("SMTP_PORT");
});

test.each([{ SMTP_USER: "academy" }, { SMTP_PASSWORD: "secret" }])(
  "half of the credentials are a slip, and named without them",
  (half) => {
    const read = () => smtpSettings.parse({ SMTP_HOST: "smtp.example.com", ...half });
    expect(read).toThrow("SMTP_USER and SMTP_PASSWORD must be set both or neither.");
  },
);

test.each([
  [{}, { checks: 2000, statements: 650 }],
  [
    { SWEEP_CHECKS: " 15 ", SWEEP_STATEMENTS: "20" },
    { checks: 15, statements: 20 },
  ],
  [
    { SWEEP_CHECKS: "all", SWEEP_STATEMENTS: "0" },
    { checks: 2000, statements: 650 },
  ],
])("a sweep may use what %j says, and what the paid plan allows where it says no number", (env, limits) => {
  expect(sweepLimits.parse(env)).toEqual(limits);
});
