import { expect, test } from "vitest";
import { registrationMail } from "~/browser/outbox/deliver-entry.ts";
import { LEARNER_FACTS } from "~/domain/enrolment/learner.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import { entryOf, orderOf, payment } from "../../../fixtures/enrolment.ts";

const to = "staff-1";
const entry = entryOf(orderOf());
const messageOf = (of = entry) => registrationMail(of, to).body.message;

const nasty = `<img src=x onerror="alert('1')"> & co`;
const harmless = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co";

test("the mail has its sender and recipient, and a subject without typed texts", () => {
  const order = orderOf({ registration: { firstName: nasty, lastName: nasty } });
  expect(registrationMail(entryOf(order), to)).toEqual({
    config: { fromEmailAddress: "site", toEmailAddress: to },
    body: { subject: "Registration", message: expect.any(String) },
  });
});

test("the mail lists the registration and its payment, and marks empty fields", () => {
  const message = messageOf(entryOf(orderOf({ registration: { state: "", cohort: "" } })));
  expect(message).toContain("<h1>New registration: DevOps Full</h1>");
  expect(message).toContain("Received; compare the amount");
  for (const [label, value] of [
    ["Amount", "N495,000"],
    ["Reference", "REG-20261121-AAAAAAAAAA"],
    ["Provider&#39;s number", "4099260516"],
    ["Started", "Nov 21, 2026, 10:00 in Lagos"],
    ["State", "Not given"],
    ["Course", "DevOps Full"],
    ["Cohort", "Not given"],
    ["Tuition today", "N480,000"],
  ]) {
    expect(message).toContain(`<tr><th>${label}</th><td>${value}</td></tr>`);
  }
});

test("the mail has no ids that only programs read", () => {
  const message = messageOf();
  for (const { value } of orderLines(entry.order).filter(({ name }) => name.endsWith("_id"))) {
    expect(message).not.toContain(`<td>${value}</td>`);
  }
});

test("the mail of a tuition payment has its own heading", () => {
  const tuition = { ...entry, order: { ...entry.order, purpose: "tuition" as const } };
  expect(messageOf(tuition)).toContain("<h1>Tuition payment: DevOps Full</h1>");
});

test.each(["unconfirmed", "opened"] as const)(
  "the mail of an %s payment calls it not confirmed",
  (status) => {
    const message = messageOf({ ...entry, payment: { status } });
    expect(message).toContain("Not confirmed: look the reference up");
    expect(message).not.toMatch(/Received|Provider&#39;s number/);
  },
);

test("the mail names the payer if the provider does", () => {
  const payer = { name: "Ada Obi", email: "ada@paypal.example" };
  expect(messageOf({ ...entry, payment: { status: "paid", payment: { ...payment, payer } } })).toContain(
    "<tr><th>Paid by</th><td>Ada Obi, ada@paypal.example</td></tr>",
  );
  expect(messageOf()).not.toContain("Paid by");
});

test("texts of visitors and providers are escaped in the mail", () => {
  const typed = ["firstName", "lastName", ...LEARNER_FACTS];
  const registration = Object.fromEntries(typed.map((field) => [field, nasty]));
  const order = { ...orderOf({ registration }), reference: nasty, course: { id: nasty, name: nasty } };
  const proof = { id: nasty, payer: { name: nasty, email: nasty } };
  const message = messageOf({ ...entry, order, payment: { status: "paid", payment: proof } });
  expect(message).not.toContain("<img");
  const nastyLines = orderLines(order).filter(({ name, value }) => value === nasty && !name.endsWith("_id"));
  for (const { label } of nastyLines) {
    expect(message).toContain(`<tr><th>${label}</th><td>${harmless}</td></tr>`);
  }
  expect(message).toContain(`<td>${harmless}, ${harmless}</td>`);
});
