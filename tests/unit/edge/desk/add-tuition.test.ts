/** Tuition that is announced after the registration: staff add it, the learner chooses the plan. */
import { expect, test } from "vitest";
import { freshReference, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { COHORT, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";
import { makeVoucher } from "../../../fixtures/vouchers.ts";

const [devops] = priceList.registrationCourses.filter(({ id }) => id === "devops-full");
/** Prices in which AI Advanced costs as much as DevOps Full and has its plans. */
const prices = {
  ...priceList,
  registrationCourses: priceList.registrationCourses.map((course) =>
    course.id === "ai-advanced" && devops ? { ...devops, id: course.id, name: course.name } : course,
  ),
};

const desk = paymentDesk();
const { enrolled, askAbout, startPayment, charge, change, mails } = enrolmentDesk(desk);
const { text, fill, page, post, question, perform, undo } = staffDesk(desk, { prices });

/** Enrols in AI Advanced, of which only the fee of N15,000 can be paid. */
const feeOnlyEnrolment = (courseId = "ai-advanced") =>
  enrolled(fiveInstallments(desk.now, { courseId, planId: "" }));

const readView = async (id: string, key: string) => (await askAbout(id, key, {}, { prices })).json();
const addTuition = (path: string) => perform(path, "add-tuition", {});

test("an enrolment of which only the fee can be paid waits for tuition, and is not complete", async () => {
  const { id, key, path } = await feeOnlyEnrolment();
  expect(await readView(id, key)).toMatchObject({ state: "active", left: { minor: 0 }, planChoices: [] });
  const list = await post("/desk/enrolments.csv", {});
  for (const html of [await text(path), await text("/desk/enrolments"), await list.text()]) {
    expect(html).toContain("registered, tuition to be announced");
  }
  const receipt = (await mails()).at(-1)?.text;
  expect(receipt).toContain("Tuition is to be announced");
  expect(receipt).not.toContain("paid in full");
});

test("tuition is not added before content has its price", async () => {
  const { path } = await feeOnlyEnrolment("ai-foundational");
  const answer = await fill(`${path}/add-tuition`, {});
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining("Content has no price for"),
  ]);
});

test("tuition is added at the price of content, due in a week, and the learner is mailed", async () => {
  const { id, key, path } = await feeOnlyEnrolment();
  const html = await question(path, "add-tuition", {});
  expect(html).toContain("AI Advanced, tuition of N480,000.");
  await addTuition(path);
  const { charges, left, state } = await readView(id, key);
  expect(charges).toMatchObject([
    { status: "paid" },
    { amount: { minor: 48_000_000 }, due: "2026-11-28", status: "due" },
  ]);
  expect([left.minor, state]).toEqual([48_000_000, "active"]);
  const { subject, text: mail } = (await mails()).at(-1) ?? {};
  expect(subject).toMatch(/^Your enrolment/);
  expect(mail).toContain("Next payment: N480,000, due on Nov 28, 2026");
});

test("tuition is added once", async () => {
  const { path } = await feeOnlyEnrolment();
  await addTuition(path);
  const again = await page(`${path}/add-tuition`);
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining("Tuition is agreed already."),
  ]);
});

test("the learner chooses a plan, and may choose again until tuition is paid", async () => {
  const { id, key, path } = await feeOnlyEnrolment();
  const chooses = (planId: string) => change(id, key, { planId }, { prices });
  expect((await chooses("five-installments")).status).toBe(409);
  await addTuition(path);
  const { planChoices } = await readView(id, key);
  expect(planChoices).toMatchObject([
    { planId: "", payments: "N480,000" },
    { planId: "five-installments", payments: "N194,000 now, then 5 payments of N70,000" },
    { planId: "two-installments" },
  ]);
  for (const planId of ["two-installments", "five-installments"]) {
    expect(await (await chooses(planId)).json()).toMatchObject({ plan: { id: planId } });
  }
  expect((await mails()).at(-1)?.text).toContain("Course and plan: AI Advanced, Five Installments");
  const { reference, amount } = await startPayment(id, key);
  expect(amount.minor).toBe(19_400_000);
  await charge(reference, amount.minor);
  expect(await readView(id, key)).toMatchObject({ planChoices: [], left: { minor: 35_000_000 } });
  expect((await chooses("two-installments")).status).toBe(409);
});

test("a voucher of the registration lowers the plan that is chosen later", async () => {
  const voucher = await makeVoucher(desk);
  const registration = { cohort: COHORT, courseId: "ai-advanced", planId: "" };
  const order = orderOf({ registration, voucher, reference: freshReference(), now: desk.now });
  const { id, key } = await enrolled(order);
  await addTuition(`/desk/enrolments/${id}`);
  await change(id, key, { planId: "five-installments" }, { prices });
  expect(await readView(id, key)).toMatchObject({
    voucher: { code: "EARLY10", off: { minor: 5_440_000 } },
    left: { minor: 48_960_000 },
  });
  expect((await startPayment(id, key)).amount.minor).toBe(17_460_000);
});

test("a plan that content no longer has cannot be chosen, and the agreement stays", async () => {
  const { id, key, path } = await feeOnlyEnrolment();
  await addTuition(path);
  expect((await change(id, key, { planId: "five-installments" })).status).toBe(409);
  const view = await (await askAbout(id, key)).json();
  expect(view).toMatchObject({ left: { minor: 48_000_000 }, planChoices: [] });
});

test("a learner who registered at a price cannot choose another plan", async () => {
  const { id, key } = await enrolled();
  expect((await change(id, key, { planId: "two-installments" })).status).toBe(409);
});

test("an enrolment whose added tuition is undone waits for tuition again", async () => {
  const { id, key, path } = await feeOnlyEnrolment();
  await undo(path, await addTuition(path));
  expect(await readView(id, key)).toMatchObject({ state: "active", left: { minor: 0 }, planChoices: [] });
});

test("everyone of a course in a cohort gets tuition once, and nobody of another course", async () => {
  const waiting = [await feeOnlyEnrolment(), await feeOnlyEnrolment()];
  const other = await feeOnlyEnrolment("ai-foundational");
  expect(await text("/desk/cohorts")).toContain(
    "Add tuition to 2 learners of AI Advanced in 5 December 2026",
  );
  const path = "/desk/cohorts/tuition";
  const group = { cohort: COHORT, course: "ai-advanced" };
  expect(await text(`${path}?${new URLSearchParams(group)}`)).toContain("will owe N480,000, or $1,200");
  const presses = [await post(path, group), await post(path, group)];
  expect(presses.map(({ status }) => status)).toEqual([303, 409]);
  for (const { id, key } of waiting) expect((await readView(id, key)).left.minor).toBe(48_000_000);
  expect((await readView(other.id, other.key)).left.minor).toBe(0);
  expect((await mails()).filter(({ subject }) => subject.startsWith("Your enrolment"))).toHaveLength(2);
  expect(await text("/desk/cohorts")).not.toContain("Add tuition to");
});

test("a learner who waits for tuition neither owes anything nor lacks a date", async () => {
  const { id } = await feeOnlyEnrolment();
  expect(await text("/desk/enrolments?owes=something")).not.toContain(id);
  expect(await text("/desk")).not.toContain("Plans without dates");
});
