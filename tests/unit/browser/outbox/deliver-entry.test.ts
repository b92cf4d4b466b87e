import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { deliverEntry, flushOutbox, registrationMail } from "~/browser/outbox/deliver-entry.ts";
import {
  findEntry,
  markReceiptShown,
  readOutbox,
  removeEntry,
  saveEntry,
  unresolvedEntries,
} from "~/browser/outbox/outbox.ts";
import { LEARNER_FACTS } from "~/domain/enrolment/learner.ts";
import { orderLines } from "~/domain/payments/order-lines.ts";
import { entryOf, filledRegistration, orderOf, payment } from "../../../fixtures/enrolment.ts";
import { type EdgeAnswer, json, playEdge } from "../../../fixtures/page-edge.ts";

const entry = entryOf(orderOf(), { isAcknowledged: true });
const { reference } = entry.order;
const staff = entry.recipients;

const [ACCEPTED, REFUSED] = [json(202, {}), json(500, {})];
const SECOND_REFUSED = [ACCEPTED, REFUSED, ACCEPTED];

const edge = playEdge();
const recipients = () => edge.requests.map(({ body }) => JSON.parse(body).config.toEmailAddress);
const keys = () => edge.requests.map(({ headers }) => headers.get("idempotency-key"));

/** Has something happen while each mail is sent. */
function whileSending(act: () => void): void {
  vi.stubGlobal("fetch", async () => {
    act();
    return ACCEPTED.clone();
  });
}

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
  saveEntry(entry);
});

test("only a refused mail is sent again, with the same idempotency key", async () => {
  edge.answers = [...SECOND_REFUSED];
  await deliverEntry(reference);
  await deliverEntry(reference);
  expect(keys()).toEqual([1, 2, 3, 4, 2].map((number) => `${reference}:staff-${number}:paid`));
});

test("the mail of an unconfirmed payment has another idempotency key", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" } });
  await deliverEntry(reference);
  expect(keys()[0]).toBe(`${reference}:staff-1:unconfirmed`);
});

test("an entry stays until its last mail was accepted", async () => {
  const isStored: boolean[] = [];
  whileSending(() => isStored.push(findEntry(reference) !== null));
  await deliverEntry(reference);
  expect(isStored).toEqual([true, true, true, true]);
  expect(findEntry(reference)).toBeNull();
});

test("a delivered entry stays until its receipt was shown", async () => {
  saveEntry({ ...entry, isAcknowledged: false });
  expect(await deliverEntry(reference)).toBe(true);
  expect(unresolvedEntries().map(({ order }) => order.reference)).toEqual([reference]);
  markReceiptShown(reference);
  expect(findEntry(reference)).toBeNull();
});

test("an entry whose receipt was shown stays until it is delivered", async () => {
  saveEntry({ ...entry, isAcknowledged: false });
  edge.answers = [...SECOND_REFUSED];
  await deliverEntry(reference);
  markReceiptShown(reference);
  expect(unresolvedEntries()).toHaveLength(1);
  await deliverEntry(reference);
  expect(findEntry(reference)).toBeNull();
});

test("a payment that is confirmed while its mails are sent is reported again", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" }, recipients: staff.slice(0, 1) });
  whileSending(() => saveEntry({ ...entry, payment: { status: "paid", payment } }));
  await deliverEntry(reference);
  expect(findEntry(reference)).toMatchObject({ payment: { status: "paid" }, delivered: [] });
});

test("an entry that another tab removes while its mails are sent stays removed", async () => {
  saveEntry({ ...entry, payment: { status: "unconfirmed" }, isAcknowledged: false });
  whileSending(() => removeEntry(reference));
  await deliverEntry(reference);
  expect(findEntry(reference)).toBeNull();
});

test.each<[string, EdgeAnswer]>([
  ["500", REFUSED],
  ["403", json(403, {})],
  ["no answer", "down"],
])("the log of a refused mail has its status (%s) and no personal data", async (status, answer) => {
  edge.answers = [answer];
  await deliverEntry(reference);
  expect(consoleError).toHaveBeenCalledTimes(4);
  const logged = JSON.stringify(consoleError.mock.calls);
  expect(logged).toContain(`Registration mail 2 was not accepted (${status}).`);
  const { firstName, lastName, email, phone, whatsapp } = filledRegistration();
  for (const personal of [firstName, lastName, email, phone, whatsapp, ...staff]) {
    expect(logged).not.toContain(personal);
  }
});

const opened = entryOf(orderOf({ reference: "REG-20261121-PPPPPPPPPP" }), {
  payment: { status: "opened" },
});

test("flushing writes nothing while no entry has expired", async () => {
  removeEntry(reference);
  saveEntry(opened);
  const write = vi.spyOn(localStorage, "setItem");
  await flushOutbox();
  expect(write).not.toHaveBeenCalled();
});

test("flushing sends nothing for an opened payment, whose outcome only the visitor knows", async () => {
  saveEntry(opened);
  await flushOutbox();
  expect(recipients()).toEqual(staff);
  expect(readOutbox()).toEqual([opened]);
});

test("flushing continues with the next entry when a mail is refused", async () => {
  saveEntry({ ...opened, payment: { status: "unconfirmed" } });
  edge.answers = [REFUSED];
  await flushOutbox();
  expect(recipients()).toHaveLength(8);
  expect(readOutbox()).toHaveLength(2);
});

const to = "staff-1";
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
  for (const { value } of orderLines(entry.order).filter(({ name }) => name.endsWith("_id"))) {
    expect(messageOf()).not.toContain(`<td>${value}</td>`);
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
