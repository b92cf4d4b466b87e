import { beforeEach, describe, expect, test, vi } from "vitest";
import { namesAddress } from "~/edge/forget/personal-data.ts";
import { listMails, storeMail } from "~/edge/mail/mail-store.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { findRegistration, savePayer } from "~/edge/payments/registration-store.ts";
import type { Query } from "~/edge/query.ts";
import { main } from "../../../../scripts/ops/forget/main.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf, chargeSuccess } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const query: Query = async (statements) => {
  const results: Record<string, unknown>[][] = [];
  for (const sql of statements)
    results.push((await desk.db.prepare(sql).all<Record<string, unknown>>()).results);
  return results;
};

const ADA = orderOf({ reference: "REG-20261121-AAAAAAAAAA" });
const ADA_UNPAID = orderOf({ reference: "REG-20261121-BBBBBBBBBB" });
const NADA = orderOf({
  reference: "REG-20261121-CCCCCCCCCC",
  registration: {
    email: "nada@example.com",
    firstName: "Bisi",
    lastName: "Bello",
    phone: "+2348000000000",
    state: "Oyo",
  },
});

let said: string[];
const forget = (yes: boolean, email = "Ada@Example.com") =>
  main({ email, yes }, query, new Date("2026-12-21T09:00:00.000Z"));
/** Everything in the database, as one text. */
async function everything(): Promise<string> {
  const tables = [
    "mails",
    "registrations",
    "payment_events",
    "staff_notices",
    "dead_letters",
    "enrolments",
    "enrolment_keys",
    "charges",
  ];
  return JSON.stringify(await query(tables.map((table) => `SELECT * FROM ${table}`)));
}

beforeEach(async () => {
  said = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => said.push(line));
  for (const order of [ADA, ADA_UNPAID, NADA]) await desk.register(order);
  await desk.paystackSends(chargeSuccess(chargeOf(ADA, { id: 1 })));
  await desk.paystackSends(chargeSuccess(chargeOf(NADA, { id: 2 })));
});

test("a person's requests for mails are named, and deleted with --yes", async () => {
  const add = (email: string, token: string) =>
    query([
      `INSERT INTO subscriptions (email, email_key, list, token, asked_at)
       VALUES ('${email}', '${email}', 'newsletter', '${token}', '2026-12-01')`,
    ]);
  await add("chi@example.com", "one");
  await add("dayo@example.com", "two");
  await forget(false, "chi@example.com");
  expect(said.join("\n")).toContain("- newsletter and notices: 1 would be deleted");
  await forget(true, "chi@example.com");
  expect(await query(["SELECT email FROM subscriptions"])).toEqual([[{ email: "dayo@example.com" }]]);
});

test("without --yes, forget lists what is stored, and changes nothing", async () => {
  const before = await everything();
  said = [];
  expect(await forget(false)).toBe(0);
  expect(said.join("\n").split("\n")).toEqual([
    "ada@example.com:",
    "- mails to be deleted: 5, not delivered yet: 5",
    "- REG-20261121-AAAAAAAAAA, DevOps Full, paid, N495,000 NGN: name, addresses, phone and details would be deleted; reference, course and amounts stay for the accounts",
    "- REG-20261121-BBBBBBBBBB, DevOps Full, unpaid: would be deleted",
    expect.stringMatching(
      /^- ENR-[0-9A-Z]{10}: the learner's details and every link would be deleted; what is owed and paid stays for the accounts$/,
    ),
    "",
    "Nothing was changed. Add --yes to do it.",
  ]);
  expect(await everything()).toBe(before);
});

test("with --yes, nothing names the forgotten person any more, and the accounts are whole", async () => {
  const history = await historyOf(desk.db, ADA.reference);
  expect(await forget(true)).toBe(0);
  const left = await everything();
  expect(namesAddress(left, "ada@example.com")).toBe(false);
  expect(left).not.toMatch(/Ada|Obi|2348012345678|Lagos|REG-20261121-BBBBBBBBBB/);
  expect(await findRegistration(desk.db, ADA.reference)).toMatchObject({
    status: "paid",
    course: { id: "devops-full", name: "DevOps Full" },
    currency: "NGN",
    expectedMinor: 49_500_000,
    paidMinor: 49_500_000,
    customer: { email: "", name: "", phone: "" },
    details: null,
    payer: null,
  });
  expect(await historyOf(desk.db, ADA.reference)).toEqual(history);
  expect(await findRegistration(desk.db, ADA_UNPAID.reference)).toBeNull();
  expect(await historyOf(desk.db, ADA_UNPAID.reference)).toEqual([]);
  expect(said.join("\n")).toContain("the mailboxes of the staff");
});

test("the mails that were written to a person as a learner are deleted, and those to others are not", async () => {
  const to = (address: string, key: string) => ({
    from: "no-reply@academy.example",
    to: address,
    subject: "Due today",
    message: "<p>N70,000</p>",
    idempotencyKey: key,
  });
  const now = new Date();
  await storeMail(desk.db, to("Ada@example.com", "learner:ENR-1:due:2"), now);
  await storeMail(desk.db, to("nada@example.com", "learner:ENR-2:due:2"), now);
  await forget(true);
  const mails = await listMails(desk.db, { limit: 100 });
  expect(mails.filter(({ subject }) => subject === "Due today").map((mail) => mail.to)).toEqual([
    "nada@example.com",
  ]);
});

test("a learner who paid through PayPal themselves is forgotten as a payer, too", async () => {
  await savePayer(desk.db, ADA.reference, { name: "A. Obi", email: "wallet@example.com" });
  await forget(true);
  expect(await findRegistration(desk.db, ADA.reference)).toMatchObject({ payer: null });
});

test("a payer for somebody else is forgotten as the payer, and the learner's data stays", async () => {
  await savePayer(desk.db, NADA.reference, { name: "Ada Obi", email: "ada@example.com" });
  await forget(true);
  expect(said.join("\n")).toContain("REG-20261121-CCCCCCCCCC, DevOps Full, paid, paid for somebody else");
  expect(await findRegistration(desk.db, NADA.reference)).toMatchObject({
    payer: null,
    customer: { email: "nada@example.com", name: "Bisi Bello" },
  });
  const mails = await listMails(desk.db, { limit: 100 });
  expect(mails.filter(({ message }) => message.includes(NADA.reference))).toHaveLength(5);
});

test("a guardian who is named in a learner's registration is reported, and the registration stays", async () => {
  const learner = orderOf({
    reference: "REG-20261121-EEEEEEEEEE",
    registration: {
      email: "bola@example.com",
      age: "Under 18",
      guardianName: "Ngozi Bello",
      guardianContact: "Guardian@example.com",
      guardianConsent: true,
    },
  });
  await desk.register(learner);
  const before = await findRegistration(desk.db, learner.reference);
  await forget(true, "guardian@example.com");
  expect(said.join("\n")).toContain(
    "- REG-20261121-EEEEEEEEEE: somebody else's registration names this address",
  );
  expect(await findRegistration(desk.db, learner.reference)).toEqual(before);
});

test("forgetting one person deletes nothing of other people", async () => {
  const mails = async () =>
    (await listMails(desk.db, { limit: 100 })).filter(({ message }) => message.includes(NADA.reference));
  const before = [await findRegistration(desk.db, NADA.reference), await mails()];
  await forget(true);
  expect([await findRegistration(desk.db, NADA.reference), await mails()]).toEqual(before);
  expect(before[1]).toHaveLength(5);
});

test("the check that follows a payment does not write the forgotten person's mails again", async () => {
  await forget(true);
  desk.later(60);
  await desk.sweep();
  expect(await desk.mailsAbout(ADA)).toEqual([]);
});

test("a repeated webhook does not restore the forgotten person's data", async () => {
  await forget(true);
  await desk.paystackSends(chargeSuccess(chargeOf(ADA, { id: 1 })));
  expect(await findRegistration(desk.db, ADA.reference)).toMatchObject({
    customer: { email: "" },
    details: null,
  });
});

test("a registration of somebody whose course was not known is not filled in again either", async () => {
  const lost = orderOf({ reference: "REG-20261121-DDDDDDDDDD" });
  const charge = chargeOf({ ...lost, course: { id: "", name: "" } }, { id: 3 });
  await desk.paystackSends(chargeSuccess(charge));
  expect(await findRegistration(desk.db, lost.reference)).toMatchObject({
    course: { id: "", name: "Unknown course" },
    flag: "unknown-course",
  });
  await forget(true);
  await desk.paystackSends(chargeSuccess(charge));
  expect(await findRegistration(desk.db, lost.reference)).toMatchObject({
    customer: { email: "", name: "" },
  });
});

test("forget reports a person of whom nothing is stored, and a missing address", async () => {
  expect(await forget(true, "somebody@else.example")).toBe(0);
  expect(said.at(-1)).toMatch(/^Nothing is kept of somebody@else\.example\./);
  vi.spyOn(console, "error").mockImplementation((line: string) => said.push(line));
  expect(await forget(true, "ada")).toBe(2);
  expect(said.at(-1)).toMatch(/^Whose data\?/);
});

describe("an address is found in a text by itself only", () => {
  test.each([
    ["<td>ada@example.com</td>", true],
    ["Write to ada@example.com. Thanks", true],
    ["&lt;ADA@example.com&gt;", true],
    ["mail:ada@example.com,", true],
    ["'ada@example.com'", true],
    ["nada@example.com", false],
    ["o'ada@example.com", false],
    ["l.ada@example.com", false],
    ["ada@example.com.ng", false],
    ["ada@example.community", false],
    ["ada@examplescom", false],
  ])("an address is found in a text by itself only: %s", (text, isNamed) => {
    expect(namesAddress(text, "ada@example.com")).toBe(isNamed);
  });
});
