/** Another course or plan: what was paid moves, and an undo restores what was agreed. */
import { expect, test } from "vitest";
import type { Dependencies } from "~/edge/app-context.ts";
import { freshReference, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { COHORT, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";
import { makeVoucher, percentOff } from "../../../fixtures/vouchers.ts";

const desk = paymentDesk();
const {
  start,
  enrolled,
  enrolledInDollars,
  readView,
  startPayment,
  payNext,
  charge,
  askPayerLink,
  openEnrolment,
  mails,
} = enrolmentDesk(desk);
const dependencies: { prices?: Dependencies["prices"] } = {};
const { text, perform, question, undo } = staffDesk(desk, dependencies);

const TWO = { choice: "devops-full/two-installments" };
const FULL = { choice: "devops-full/" };
const SMALLER = { choice: "devops-foundational/" };

const agreedIn = ({ course, plan, charges, left, state }: Awaited<ReturnType<typeof readView>>) => ({
  course,
  plan,
  charges,
  left,
  state,
});

test("the question shows old and new charges side by side, and what was paid of them", async () => {
  const { path } = await enrolled();
  const html = await question(path, "change-course", TWO);
  expect(html).toContain("From DevOps Full, Five Installments to DevOps Full, Two Installments.");
  expect(html).toMatch(/Tuition 1<\/th><td>N194,000<br\/?><span class="quiet">Paid/);
  expect(html).toMatch(/N250,000<br\/?><span class="quiet">N194,000 paid. Due on Nov 28, 2026/);
  expect(html).toMatch(/Left to pay<\/th><td>N350,000<\/td><td>N306,000/);
  expect(html).toContain("The learner gets an email about it.");
});

test("what was paid moves to the new plan, whose later payments have due dates", async () => {
  const { id, key, path } = await enrolled();
  await perform(path, "change-course", TWO);
  const { plan, charges, left, state } = await readView(id, key);
  expect({ plan: plan.id, left: left.minor, state }).toEqual({
    plan: "two-installments",
    left: 30_600_000,
    state: "active",
  });
  expect(charges).toMatchObject([
    { amount: { minor: 1_500_000 }, paid: { minor: 1_500_000 } },
    { amount: { minor: 25_000_000 }, paid: { minor: 19_400_000 }, due: "2026-11-28" },
    { amount: { minor: 25_000_000 }, paid: { minor: 0 }, due: "2027-03-05" },
  ]);
  const { subject, text: mail } = (await mails()).at(-1) ?? {};
  expect(subject).toMatch(/^Your enrolment/);
  expect(mail).toContain("Course and plan: DevOps Full, Two Installments");
  expect(mail).toContain("Next payment: N56,000, due on Nov 28, 2026");
});

test("a checkout that was open for an old charge pays what is left of the new ones", async () => {
  const { id, key, path } = await enrolled();
  const { reference, amount } = await startPayment(id, key);
  expect(await question(path, "change-course", FULL)).toContain("A payment of an old charge was started.");
  await perform(path, "change-course", FULL);
  await charge(reference, amount.minor);
  const { left, credit } = await readView(id, key);
  expect([left.minor, credit.minor]).toEqual([21_600_000, 0]);
  expect((await mails()).at(-1)?.text).toContain("N70,000");
});

test("an approved PayPal order for more than is left after the change is not charged", async () => {
  const { id, key, path } = await enrolledInDollars();
  const { orderId } = (await startPayment(id, key)).checkout;
  await desk.paypal.approve(orderId);
  await perform(path, "change-course", SMALLER);
  expect(await (await desk.capture(orderId)).json()).toMatchObject({ status: "failed" });
  expect((await readView(id, key)).credit.minor).toBe(40_000);
});

test("more than the new course costs is a credit, flagged", async () => {
  const { id, key, path } = await enrolled();
  expect(await question(path, "change-course", SMALLER)).toContain("N44,000 more than it costs was paid");
  await perform(path, "change-course", SMALLER);
  expect(await readView(id, key)).toMatchObject({
    course: { id: "devops-foundational" },
    plan: null,
    state: "complete",
    credit: { minor: 4_400_000 },
  });
  expect(await text("/desk")).toContain("Overpaid");
});

test("an undo restores the agreed prices even if content no longer has them", async () => {
  const { id, key, path } = await enrolled();
  const termsBefore = agreedIn(await readView(id, key));
  const done = await perform(path, "change-course", TWO);
  dependencies.prices = { ...priceList, registrationCourses: [] };
  await undo(path, done);
  delete dependencies.prices;
  expect(agreedIn(await readView(id, key))).toEqual(termsBefore);
  expect((await mails()).at(-1)?.text).toContain("Course and plan: DevOps Full, Five Installments");
});

test("a change is not undone once a payment has come", async () => {
  const { id, key, path } = await enrolled();
  const done = await perform(path, "change-course", TWO);
  const { amount } = await payNext(id, key);
  expect(amount.minor).toBe(5_600_000);
  const answer = await undo(path, done);
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("A payment came")]);
  expect((await readView(id, key)).plan.id).toBe("two-installments");
});

test("of two changes the later one is undone first", async () => {
  const { id, key, path } = await enrolled();
  const first = await perform(path, "change-course", TWO);
  const second = await perform(path, "change-course", FULL);
  const answer = await undo(path, first);
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("Undo that first")]);
  await undo(path, second);
  await undo(path, first);
  expect((await readView(id, key)).plan.id).toBe("five-installments");
});

test("a change that is undone after a move to another cohort has that cohort's days", async () => {
  const { id, key, path } = await enrolled();
  const done = await perform(path, "change-course", TWO);
  await perform(path, "move", { cohort: "cohort-2027-02-06" });
  await undo(path, done);
  expect((await readView(id, key)).charges.at(-1).due).toBe("2027-07-06");
});

test("an enrolment that was paid in dollars is changed in dollars", async () => {
  const { id, key, path } = await enrolledInDollars();
  expect(await question(path, "change-course", TWO)).toContain("$625");
  await perform(path, "change-course", TWO);
  const { currency, left, otherwise } = await readView(id, key);
  expect({ currency, left: left.minor, otherwise }).toEqual({
    currency: "USD",
    left: 75_000,
    otherwise: null,
  });
});

test("a link to another payer ends, since it asked for other charges", async () => {
  const { id, key, path } = await enrolled();
  const link = await (await askPayerLink(id, key)).json();
  await perform(path, "change-course", TWO);
  expect((await openEnrolment(id, link.key)).status).toBe(404);
});

test("an unpaid enrolment is changed without a mail", async () => {
  const { id, key, path } = await start(fiveInstallments(desk.now));
  expect(await question(path, "change-course", TWO)).toContain("No email is sent");
  await perform(path, "change-course", TWO);
  expect(await readView(id, key)).toMatchObject({ state: "started", otherwise: { currency: "USD" } });
  expect(await mails()).toEqual([]);
});

test("only what content offers can be chosen, and not what is agreed already", async () => {
  const { path } = await enrolled();
  const refused = async (choice: string) => question(path, "change-course", { choice });
  expect(await refused("devops-full/five-installments")).toContain("The learner has this course and plan.");
  expect(await refused("devops-full/six-installments")).toContain("Choose a course and plan of the list.");
});

test("a voucher lowers the changed plan too, or ends where it is not for the course", async () => {
  const voucher = await makeVoucher(desk, {
    discount: percentOff(10, { courseIds: ["devops-full"] }),
  });
  const order = orderOf({
    registration: { courseId: "devops-full", planId: "five-installments", cohort: COHORT },
    voucher,
    reference: freshReference(),
    now: desk.now,
  });
  const { id, key, path } = await enrolled(order);
  expect(await question(path, "change-course", TWO)).toContain("Voucher EARLY10 takes off N50,000 of it.");
  await perform(path, "change-course", TWO);
  expect(await readView(id, key)).toMatchObject({
    left: { minor: 27_540_000 },
    voucher: { off: { minor: 5_000_000 } },
  });
  expect(await question(path, "change-course", SMALLER)).toContain("its discount ends");
  const done = await perform(path, "change-course", SMALLER);
  expect(await readView(id, key)).toMatchObject({ voucher: null });
  await undo(path, done);
  expect(await readView(id, key)).toMatchObject({
    left: { minor: 27_540_000 },
    voucher: { code: "EARLY10" },
  });
});
