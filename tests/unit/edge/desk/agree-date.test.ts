/** Another due date that staff agree on with a learner. */
import { expect, test } from "vitest";
import { cohortOn, withCohorts } from "../../../fixtures/enrolment.ts";
import { COHORT, enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, readView, mails, payNext } = enrolmentDesk(desk);
const { perform, fill, text, undo } = staffDesk(desk);

const AGREED = { charge: "2", day: "2027-02-20", reason: "Salary comes late" };

const second = async (id: string, key: string) => (await readView(id, key)).charges[2];

test("the learner's page and mail show the agreed day", async () => {
  const { id, key, path } = await enrolled();
  const html = await perform(path, "agree-date", AGREED);
  expect(html).toContain("Agreed that tuition, payment 2 of 6 is due on Feb 20, 2027");
  expect(html).toContain("due on Feb 20, 2027 (agreed)");
  expect(await second(id, key)).toMatchObject({ due: "2027-02-20", isAgreed: true });
  expect((await mails()).at(-1)?.text).toContain("due on Feb 20, 2027 (agreed)");
});

test("lateness and reminders count from the agreed day", async () => {
  const { id, key, path } = await enrolled();
  await perform(path, "agree-date", AGREED);
  desk.until("2027-02-18T09:00:00Z");
  await desk.sweep();
  expect(await second(id, key)).toMatchObject({ status: "due" });
  desk.until("2027-02-22T09:00:00Z");
  await desk.sweep();
  expect(await second(id, key)).toMatchObject({ status: "overdue" });
});

test("another day of the cohort leaves the agreed one, and moves the others", async () => {
  const { id, key, path } = await enrolled();
  await perform(path, "agree-date", AGREED);
  const undated = { id: COHORT };
  await desk.sweep(withCohorts(cohortOn("2026-12-19", undated)));
  const { charges } = await readView(id, key);
  expect([charges[2].due, charges[3].due]).toEqual(["2027-02-20", "2027-02-19"]);
});

test("an undo restores the plan's day, for the cohort that the learner is in by now", async () => {
  const { id, key, path } = await enrolled();
  const chargeBefore = await second(id, key);
  const html = await perform(path, "agree-date", AGREED);
  await undo(path, html);
  expect(await second(id, key)).toEqual(chargeBefore);
  const again = await perform(path, "agree-date", AGREED);
  await desk.sweep(withCohorts(cohortOn("2026-12-19", { id: COHORT })));
  await undo(path, again);
  expect(await second(id, key)).toMatchObject({ due: "2027-01-19" });
});

test("an undo restores what was agreed before, the latest first", async () => {
  const { id, key, path } = await enrolled();
  const first = await perform(path, "agree-date", AGREED);
  const latest = await perform(path, "agree-date", { ...AGREED, day: "2027-03-01" });
  expect((await undo(path, first)).status).toBe(409);
  await undo(path, latest);
  expect(await second(id, key)).toMatchObject({ due: AGREED.day, isAgreed: true });
  await undo(path, first);
  expect(await second(id, key)).toMatchObject({ due: "2027-01-05" });
});

test("an undo is refused once the charge is paid", async () => {
  const { id, key, path } = await enrolled();
  const html = await perform(path, "agree-date", AGREED);
  // The third payment is now due before the second.
  await payNext(id, key, { count: 2 });
  expect((await undo(path, html)).status).toBe(409);
});

test.each([
  ["today", "2026-11-21"],
  ["one year ahead", "2027-11-21"],
])("a day that is %s can be agreed", async (_, day) => {
  const { id, key, path } = await enrolled();
  await perform(path, "agree-date", { ...AGREED, day });
  expect(await second(id, key)).toMatchObject({ due: day });
});

test("no date is agreed where nothing is left to pay, or the learner has withdrawn", async () => {
  const { id, key, path } = await enrolled();
  await payNext(id, key, { count: 5 });
  expect(await text(`${path}/agree-date`)).toContain("Nothing is left to pay.");
  await perform(path, "withdraw", { day: "2026-11-21" });
  expect(await text(`${path}/agree-date`)).toContain("The learner has withdrawn");
});

test.each([
  ["in the past", { ...AGREED, day: "2026-11-20" }, "from today to one year ahead"],
  ["more than a year ahead", { ...AGREED, day: "2027-11-22" }, "from today to one year ahead"],
  ["of a charge that is paid", { ...AGREED, charge: "1" }, "Choose a payment that is open."],
  ["without a reason", { ...AGREED, reason: "" }, "Say why"],
])("a day %s is not agreed", async (_, typed, problem) => {
  const { id, key, path } = await enrolled();
  const answer = await fill(`${path}/agree-date`, typed);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(problem);
  expect(await second(id, key)).not.toHaveProperty("isAgreed");
});
