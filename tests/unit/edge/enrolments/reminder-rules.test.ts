/** The conditions under which a due reminder is written, waits or is dropped. */
import { describe, expect, test } from "vitest";
import { settingDone, storingRequest } from "~/edge/requests/request-store.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { enrolled, startPayment, mails } = enrolmentDesk(desk);

const REQUEST = { kind: "more-time", charge: 2, day: "2027-01-20", text: "" } as const;
const DUE_SOON = "2026-12-29T08:00:00Z";
const OVERDUE = "2027-01-08T08:00:00Z";

async function subjectsAt(time: string): Promise<string[]> {
  desk.until(time);
  await desk.sweep();
  return (await mails()).map(({ subject }) => subject).filter((subject) => !subject.startsWith("Receipt"));
}

/** Makes an enrolment whose payment 2 is overdue in an hour, after its earlier reminders. */
async function almostOverdueEnrolment() {
  const enrolment = await enrolled();
  for (const time of [DUE_SOON, "2027-01-05T08:00:00Z", "2027-01-08T07:00:00Z"]) await subjectsAt(time);
  await desk.rows("DELETE FROM mails");
  return enrolment;
}

describe("the reminder of an overdue payment", () => {
  test.each([
    ["waits for the answer to a request for more time", {}, 0],
    ["does not wait for a request about another payment", { charge: 3 }, 1],
    ["does not wait for a request of another kind", { kind: "change" }, 1],
  ] as const)("%s", async (_, changes, count) => {
    const { id: enrolmentId } = await almostOverdueEnrolment();
    await storingRequest(desk.db, { ...REQUEST, enrolmentId, ...changes }, desk.now).run();
    expect(await subjectsAt(OVERDUE)).toHaveLength(count);
  });

  test("does not wait for a request that staff have answered", async () => {
    const { id: enrolmentId } = await almostOverdueEnrolment();
    await storingRequest(desk.db, { ...REQUEST, enrolmentId }, desk.now).run();
    await settingDone(desk.db, 1, desk.now).run();
    expect(await subjectsAt(OVERDUE)).toHaveLength(1);
  });

  test.each([
    ["waits while the provider holds back money for it", "[2]", 0],
    ["does not wait for money that is held back for another payment", "[3]", 1],
  ])("%s", async (_, charges, count) => {
    const { id, key } = await almostOverdueEnrolment();
    const { reference } = await startPayment(id, key);
    await desk.rows(
      "UPDATE payments SET charges = ?, flag = 'payment-pending', next_check_at = NULL WHERE reference = ?",
      charges,
      reference,
    );
    expect(await subjectsAt(OVERDUE)).toHaveLength(count);
  });

  test("is not written to a learner who has withdrawn", async () => {
    await almostOverdueEnrolment();
    await desk.rows("UPDATE enrolments SET withdrawn_on = '2027-01-07'");
    expect(await subjectsAt(OVERDUE)).toEqual([]);
  });

  test("is not written in another currency than the enrolment's, though money came in it", async () => {
    const { id, key } = await almostOverdueEnrolment();
    const { reference } = await startPayment(id, key);
    await desk.rows(
      `UPDATE payments SET currency = 'USD', paid_minor = 100, status = 'short-paid', next_check_at = NULL
       WHERE reference = ?`,
      reference,
    );
    await desk.rows(
      "UPDATE charges SET due_on = '2027-01-05', remind_at = iif(currency = 'USD', '2027-01-08', NULL)",
    );
    expect(await subjectsAt(OVERDUE)).toEqual([]);
  });
});

test("the reminder of a payment that is due soon does not wait for a request for more time", async () => {
  const { id: enrolmentId } = await enrolled();
  desk.until("2026-12-28T09:00:00Z");
  await storingRequest(desk.db, { ...REQUEST, enrolmentId }, desk.now).run();
  expect(await subjectsAt(DUE_SOON)).toEqual([expect.stringMatching(/^Due on/)]);
});
