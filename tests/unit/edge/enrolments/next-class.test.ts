/** The offer of the next class to learners without a cohort. */
import { describe, expect, test } from "vitest";
import { dayLabel } from "~/domain/dates/day.ts";
import { cohortOn, priceList } from "../../../fixtures/enrolment.ts";
import { accessIn, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { enrolled, readView, change, mails } = enrolmentDesk(desk);

const next = cohortOn("2027-02-15", { name: "Cohort 10" });
const open = { prices: { ...priceList, cohorts: [next] } };
const none = { prices: { ...priceList, cohorts: [] } };
const offers = async () => (await mails()).filter(({ subject }) => subject.startsWith("The next class"));

async function sweepADayLater(listing: typeof open) {
  desk.later(25 * 60);
  for (let sweep = 0; sweep < 2; sweep += 1) await desk.sweep(listing);
}

describe("a learner without a cohort", () => {
  test("is mailed once when a cohort gets its date, and joins by the mail's link", async () => {
    await enrolled(fiveInstallments(desk.now, { cohort: "" }));
    await sweepADayLater(none);
    expect(await offers()).toEqual([]);
    for (let days = 0; days < 2; days += 1) await sweepADayLater(open);
    const [mail, ...more] = await offers();
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`Join this class by ${dayLabel("2027-02-14")}.`);
    const { id, key } = accessIn(mail);
    expect((await change(id, key, { cohort: next.id }, open)).status).toBe(200);
    const dates = { firstClass: "2027-02-15", charges: { 2: { due: "2027-03-15" } } };
    expect(await readView(id, key)).toMatchObject(dates);
  });

  test("is mailed again about the cohort after that", async () => {
    await enrolled(fiveInstallments(desk.now, { cohort: "" }));
    await sweepADayLater(open);
    await sweepADayLater({ prices: { ...priceList, cohorts: [cohortOn("2027-05-03")] } });
    expect(await offers()).toHaveLength(2);
  });

  test("is mailed again once the first class has another date", async () => {
    await enrolled(fiveInstallments(desk.now, { cohort: "" }));
    await sweepADayLater(open);
    await sweepADayLater(none);
    for (const firstClass of ["2027-02-15", "2027-02-22"]) {
      await sweepADayLater({ prices: { ...priceList, cohorts: [{ ...next, firstClass }] } });
    }
    expect((await offers()).map(({ text }) => /Feb \d+, 2027/.exec(text)?.[0])).toEqual([
      "Feb 15, 2027",
      "Feb 22, 2027",
    ]);
  });

  test("is not mailed about a full cohort, nor on the day of registering", async () => {
    await enrolled(fiveInstallments(desk.now, { cohort: "" }));
    await desk.sweep(open);
    await sweepADayLater({ prices: { ...priceList, cohorts: [{ ...next, seats: 0 }] } });
    expect(await offers()).toEqual([]);
  });
});
