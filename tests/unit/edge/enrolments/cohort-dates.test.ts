/** A learner's cohort, first class and due dates, which are always set together. */
import { beforeEach, describe, expect, test } from "vitest";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { cohortOn, priceList, withCohorts } from "../../../fixtures/enrolment.ts";
import {
  COHORT,
  enrolmentDesk,
  fiveInstallments,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { MEMBER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, change, readView, askAbout, payNext, mails } = enrolmentDesk(desk);
const { text, headersOf, dependencies } = staffDesk(desk);
const JANUARY = "cohort-2027-01-09";

const FIVE_FROM_COHORT = [
  ...["2026-11-21", "2026-11-21", "2027-01-05", "2027-02-05", "2027-03-05", "2027-04-05", "2027-05-05"],
];

const daysOf = ({ charges }: Pick<EnrolmentView, "charges">) => charges.map(({ due }) => due);

const paid = (cohort: string) => enrolled(fiveInstallments(desk.now, { cohort }));

const stored = (id: string) =>
  desk.rows(
    `SELECT cohort, first_class AS firstClass, next_due_on AS nextDueOn,
       (SELECT COUNT(*) FROM charges WHERE enrolment_id = id AND remind_at IS NOT NULL) AS reminders
     FROM enrolments WHERE id = ?`,
    id,
  );

describe("a learner who registered without a cohort", () => {
  test("chooses one on My enrolment, and every later payment gets its day and reminders", async () => {
    const { id, key } = await paid("");
    expect(daysOf(await readView(id, key)).slice(2)).toEqual([null, null, null, null, null]);
    expect(await text("/desk")).toContain("Plans without dates");
    expect((await change(id, key, { cohort: COHORT })).status).toBe(200);
    const view = await readView(id, key);
    expect([view.firstClass, daysOf(view)]).toEqual(["2026-12-05", FIVE_FROM_COHORT]);
    const expected = { cohort: COHORT, firstClass: "2026-12-05", nextDueOn: "2027-01-05", reminders: 5 };
    expect(await stored(id)).toEqual([expected]);
    expect(await text("/desk")).not.toContain("Plans without dates");
    desk.later(60 * 24 * 50);
    expect(await text("/desk/enrolments?owes=late")).toContain("late since Jan 5, 2027");
  });

  test.each(["", "to-be-announced"])(
    "chooses one if the cohort is %j, and cannot move afterwards",
    async (cohort) => {
      const { id, key } = await paid(cohort);
      expect((await change(id, key, { cohort: COHORT })).status).toBe(200);
      const moved = await change(id, key, { cohort: JANUARY, state: "Kano" });
      const message = expect.stringContaining("You've already chosen your cohort");
      expect([moved.status, await moved.json()]).toEqual([409, { message }]);
      for (const none of ["", "to-be-announced"]) {
        expect((await change(id, key, { cohort: none })).status).toBe(409);
      }
      const view = await readView(id, key);
      expect(view.learner).toMatchObject({ cohort: COHORT, state: "Lagos" });
      expect(daysOf(view)).toEqual(FIVE_FROM_COHORT);
    },
  );

  test("who paid from a price card has the fee due on the first class", async () => {
    const { id, key } = await enrolled(twoInstallmentsFromCard(desk.now, "card@example.com"));
    expect(daysOf(await readView(id, key))).toEqual([null, "2026-11-21", null]);
    await change(id, key, { cohort: COHORT });
    expect(daysOf(await readView(id, key))).toEqual(["2026-12-05", "2026-11-21", "2027-03-05"]);
  });
});

/** Sweeps at 10 in the morning, Lagos time. */
async function sweepOn(day: string, listing = {}) {
  desk.until(`${day}T09:00:00Z`);
  await desk.sweep(listing);
}

const reminders = async () =>
  (await mails()).map(({ subject }) => subject).filter((subject) => subject.startsWith("Due"));

test("a charge whose due date moves is reminded of by its new date only", async () => {
  await paid(COHORT);
  await sweepOn("2026-12-29");
  expect(await reminders()).toEqual([expect.stringMatching(/^Due on Jan 5, 2027/)]);
  const later = withCohorts(cohortOn("2026-12-05", { firstClass: "2027-01-09", closes: "2027-01-08" }));
  await desk.sweep(later);
  for (const day of ["2027-01-05", "2027-01-08", "2027-02-02"]) await sweepOn(day, later);
  expect(await reminders()).toEqual([expect.stringMatching(/^Due on Feb 9, 2027/)]);
});

test("due terms and late-payment policy stay as agreed when content retires the plan", async () => {
  const { id, key } = await paid(COHORT);
  const agreed = await readView(id, key);
  const changed = structuredClone(priceList);
  for (const course of [...changed.registrationCourses, ...changed.pricingCourses])
    Object.assign(course, { plans: [] });
  const moved = cohortOn("2026-12-05", { firstClass: "2027-01-09", closes: "2027-01-08" });
  const prices = { ...changed, cohorts: withCohorts(moved).prices.cohorts };
  await desk.sweep({ prices });
  const view = await (await askAbout(id, key, {}, { prices })).json();
  expect(daysOf(view).slice(2)).toEqual([
    ...["2027-02-09", "2027-03-09", "2027-04-09", "2027-05-09", "2027-06-09"],
  ]);
  expect(agreed.latePaymentPolicy).toBe("dropped-after-a-month");
  expect(view.latePaymentPolicy).toBe(agreed.latePaymentPolicy);
  desk.until("2027-02-12T09:00:00Z");
  await desk.sweep({ prices });
  expect((await mails()).at(-1)?.text).toContain("dropped from the course");
});

describe("a cohort that is announced", () => {
  const day = "2027-03-31";
  const announced = cohortOn(day);
  const awaited = { ...announced, name: "Cohort 12", firstClass: null, closes: null, isConfirmed: false };
  let id = "";
  let key = "";

  beforeEach(async () => {
    ({ id, key } = await paid(""));
    expect((await change(id, key, { cohort: announced.id }, withCohorts(awaited))).status).toBe(200);
  });

  test("dates its enrolments once its first class is in content, and notifies learners once", async () => {
    expect(daysOf(await readView(id, key)).slice(2)).toEqual([null, null, null, null, null]);
    await desk.sweep(withCohorts(awaited));
    expect((await readView(id, key)).firstClass).toBeNull();
    for (let sweep = 0; sweep < 2; sweep += 1) await desk.sweep(withCohorts(announced));
    expect(daysOf(await readView(id, key)).slice(2)).toEqual([
      ...["2027-04-30", "2027-05-31", "2027-06-30", "2027-07-31", "2027-08-31"],
    ]);
    expect(await stored(id)).toMatchObject([{ firstClass: day, nextDueOn: "2027-04-30", reminders: 5 }]);
    const firstClassMails = (await mails()).filter((mail) => mail.text.includes("First class"));
    expect(firstClassMails).toHaveLength(1);
    expect(firstClassMails[0]?.text).toContain("Mar 31, 2027");
  });

  test("moves the unpaid charges of its enrolments when its first class changes", async () => {
    await desk.sweep(withCohorts(announced));
    await payNext(id, key);
    await desk.sweep(withCohorts({ ...announced, firstClass: "2027-04-10", closes: "2027-04-09" }));
    expect(daysOf(await readView(id, key))).toEqual([
      ...["2026-11-21", "2026-11-21", "2027-04-30", "2027-06-10", "2027-07-10", "2027-08-10", "2027-09-10"],
    ]);
  });

  test("takes the dates back with its first class, and sets them again", async () => {
    await desk.sweep(withCohorts(announced));
    await desk.sweep(withCohorts(awaited));
    const view = await readView(id, key);
    expect([view.firstClass, ...daysOf(view).slice(2)]).toEqual([null, null, null, null, null, null]);
    expect(await stored(id)).toMatchObject([{ firstClass: null, nextDueOn: null, reminders: 0 }]);
    const [, takenBack] = (await mails()).filter((mail) => mail.text.includes("First class"));
    expect(takenBack?.text).toContain("First class: to be announced. Before: Mar 31, 2027.");
    await sweepOn("2027-04-30", withCohorts(awaited));
    expect(await reminders()).toEqual([]);
    await desk.sweep(withCohorts(announced));
    expect(await stored(id)).toMatchObject([{ firstClass: day, nextDueOn: "2027-04-30" }]);
  });

  test("is listed as a plan without dates only if content does not have it", async () => {
    const today = async (listing: object) => {
      const request = new Request(`${EDGE_ORIGIN}/desk`, { headers: await headersOf(MEMBER) });
      return (await desk.ask(request, { ...dependencies(), ...listing })).text();
    };
    expect(await today({})).toContain("Plans without dates");
    expect(await today(withCohorts(awaited))).not.toContain("Plans without dates");
  });
});
