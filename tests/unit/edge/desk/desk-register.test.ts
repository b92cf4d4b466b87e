/** A walk-in or a caller, whom staff register. */
import { expect, test } from "vitest";
import { accessIn, COHORT, enrolmentDesk, SIGNUP_FIELDS } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";
import { makeVoucher, percentOff } from "../../../fixtures/vouchers.ts";

const desk = paymentDesk();
const { mails, pay, readView } = enrolmentDesk(desk);
const { post, text, fill } = staffDesk(desk);

const PATH = "/desk/register";
const TYPED = {
  ...SIGNUP_FIELDS,
  course: "devops-full",
  plan: "devops-full/five-installments",
  whatsapp: "",
  consent: "by telephone",
  consentDay: "2026-11-20",
  payment: "cash",
  paidDay: "2026-11-21",
  proof: "Book 7",
};

/** Returns the confirmed form of the page that asks for confirmation. */
async function confirmedForm(typed: Record<string, string>): Promise<Record<string, string>> {
  return hiddenFields(await (await fill(PATH, typed)).text(), PATH);
}
const registers = async (typed: Record<string, string>) => post(PATH, await confirmedForm(typed));
const enrolments = () => desk.rows<{ id: string; state: string }>("SELECT id, state FROM enrolments");

test("cash pays the first payment of the plan, and the learner gets the receipt", async () => {
  const answer = await registers(TYPED);
  expect(answer.status).toBe(303);
  const html = await text(answer.headers.get("location") ?? "");
  for (const words of ["Ada Obi", "N209,000", "consent given by telephone on Nov 20, 2026", "Book 7"])
    expect(html).toContain(words);
  const [receipt, ...otherMails] = await mails();
  const { id, key } = accessIn(receipt);
  expect(otherMails).toEqual([]);
  expect(await readView(id, key)).toMatchObject({
    state: "active",
    learner: { whatsapp: "+2348031234567", consent: true, cohort: COHORT },
    consents: [{ purpose: "terms", way: "by telephone", givenAt: "2026-11-20" }],
  });
});

test("a link to pay opens My enrolment, where the first payment is started", async () => {
  await registers({ ...TYPED, payment: "link", paidDay: "" });
  const { id, key } = accessIn((await mails())[0]);
  expect(await enrolments()).toEqual([{ id, state: "started" }]);
  expect((await pay(id, key)).status).toBe(201);
});

test("a voucher lowers what is paid, and its use counts", async () => {
  await makeVoucher(desk);
  const answer = await registers({ ...TYPED, voucher: " early10" });
  const html = await text(answer.headers.get("location") ?? "");
  expect(html).toContain("EARLY10");
  // The sum is the fee of N15,000 and the first of five payments, less a tenth.
  expect(html).toContain("N189,600 by cash of Nov 21, 2026");
  expect(await text("/desk/vouchers")).toContain("1 of 1 used");
});

test("a full scholarship leaves nothing to pay, and the enrolment is complete", async () => {
  await makeVoucher(desk, { discount: percentOff(100, { includesFee: true }) });
  await registers({ ...TYPED, voucher: "EARLY10", payment: "link", paidDay: "" });
  expect(await enrolments()).toEqual([expect.objectContaining({ state: "complete" })]);
  expect((await mails())[0]?.text).toContain("N0");
});

test("a voucher whose last use is taken before the confirmation is refused beside its field", async () => {
  await makeVoucher(desk);
  const form = await confirmedForm({ ...TYPED, voucher: "EARLY10" });
  await registers({ ...TYPED, voucher: "EARLY10", email: "chi@example.com", phone: "0803 999 1234" });
  const answer = await post(PATH, form);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("used up");
  expect(await enrolments()).toHaveLength(1);
});

test("the question points out that the learner is enrolled in the course already", async () => {
  await registers(TYPED);
  const [enrolment] = await enrolments();
  const question = await (await fill(PATH, TYPED)).text();
  expect(question).toContain("Enrolled in this course already?");
  expect(question).toContain(`href="/desk/enrolments/${enrolment?.id}"`);
});

test("the same form sent twice, also at once, registers once", async () => {
  const form = await confirmedForm(TYPED);
  const answers = await Promise.all([post(PATH, form), post(PATH, form)]);
  const addresses = [...answers, await post(PATH, form)].map(({ headers }) => headers.get("location"));
  expect(new Set(addresses).size).toBe(1);
  expect(await enrolments()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test("wrong fields are named by Signup's rules, and everything typed is kept", async () => {
  const answer = await fill(PATH, { ...TYPED, phone: "12", consent: "", paidDay: "2026-11-22" });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  for (const words of [
    "Check this phone number",
    "Choose how the learner agreed.",
    "This day is still to come.",
    'value="Obi"',
    'value="Book 7"',
  ])
    expect(html).toContain(words);
  expect(await enrolments()).toEqual([]);
});

test("a missing phone number is no problem of the empty WhatsApp field", async () => {
  const html = await (await fill(PATH, { ...TYPED, phone: "" })).text();
  expect(html).toContain("Enter the learner’s phone number.");
  expect(html).not.toContain("WhatsApp number,");
});
