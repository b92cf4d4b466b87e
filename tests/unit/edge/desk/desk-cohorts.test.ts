/** The learners of each cohort, and the list for its tutor. */
import { expect, test } from "vitest";
import type { Dependencies } from "~/edge/app-context.ts";
import { cohortOn, withCohorts } from "../../../fixtures/enrolment.ts";
import { COHORT, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { start, enrolledAs } = enrolmentDesk(desk);
const dependencies: { prices?: Dependencies["prices"] } = {};
const { post, text } = staffDesk(desk, dependencies);
const query = (cohort: string) => new URLSearchParams({ cohort }).toString();

const startUnpaid = () => start(fiveInstallments(desk.now, { lastName: "Eze", email: "eze@example.com" }));

test("the desk counts the seats that are taken in each cohort, the latest cohort first", async () => {
  expect(await text("/desk/cohorts")).toContain("0 seats taken");
  await enrolledAs("Obi");
  await enrolledAs("Bello");
  await startUnpaid();
  await enrolledAs("Old", { cohort: "cohort-2026-11-28" });
  const html = await text("/desk/cohorts");
  expect(html).toContain("2 seats taken <br/>");
  expect(html).toContain("1 more started but haven&#39;t paid");
  expect(html).toContain("1 seat taken");
  expect(html.indexOf("5 December 2026, cohort 9")).toBeLessThan(html.indexOf("28 November 2026, cohort 9"));
  expect(html).toContain(`href="/desk/enrolments?${query(COHORT)}"`);
});

test("everyone without a cohort is on the page of the cohorts and in today's total", async () => {
  expect(await text("/desk/cohorts")).not.toContain("Without a cohort");
  await enrolledAs("Obi", { cohort: "" });
  await enrolledAs("Bello");
  expect(await text("/desk/cohorts")).toContain("N350,000 owed");
  const list = await text("/desk/enrolments?cohort=none");
  expect(list).toContain("1 enrolment; N209,000 paid, N350,000 left.");
  expect(list).not.toContain("Bello");
  expect(await text("/desk")).toContain("<strong>N700,000</strong>");
});

test("a cohort with a number of seats shows how many are taken and when it is full", async () => {
  await enrolledAs("Obi");
  await enrolledAs("Bello");
  const pageWithSeats = async (seats: number, day = "2026-12-05") => {
    Object.assign(dependencies, withCohorts(cohortOn(day, { seats })));
    return text("/desk/cohorts");
  };
  expect(await pageWithSeats(30)).toContain("2 of 30 seats taken");
  expect(await pageWithSeats(30)).not.toContain("badge-wrong");
  expect(await pageWithSeats(2)).toContain('<span class="badge badge-wrong">full</span>');
  expect(await pageWithSeats(1)).toContain("1 too many");
  expect(await pageWithSeats(20, "2027-03-01")).toContain("0 of 20 seats taken");
  delete dependencies.prices;
});

test("a tutor's list has the cohort's learners by last name, with their contacts", async () => {
  const { id } = await enrolledAs("Obi", { firstName: "<b>Ada</b>" });
  await enrolledAs("Bello");
  await startUnpaid();
  const html = await text(`/desk/cohorts/list?${query(COHORT)}`);
  expect(html).toContain("2 learners");
  expect(html.indexOf("Bello")).toBeLessThan(html.indexOf("Obi"));
  expect(html).toContain(`href="/desk/enrolments/${id}">&lt;b&gt;Ada&lt;/b&gt; Obi</a>`);
  expect(html).toContain("obi@example.com");
  expect(html).not.toContain("Eze");
  expect(await text("/desk/cohorts/list?cohort=none")).toContain("Nobody has a seat in this cohort yet.");
});

test("the CSV for a tutor disarms formulas, and is recorded in the trail", async () => {
  await enrolledAs("Obi", { firstName: "=HYPERLINK(1)" });
  const csv = await (await post("/desk/cohorts.csv", { cohort: COHORT })).text();
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  expect(csv).toContain(`"'=HYPERLINK(1) Obi","DevOps Full","obi@example.com","'+2348012345678"`);
  expect(await text("/desk/trail")).toContain(
    "Downloaded the list for the tutor of 5 December 2026, cohort 9",
  );
});

test("the newsletter's CSV has confirmed readers only, each with a link to unsubscribe", async () => {
  for (const [email, list, confirmedAt] of [
    ["=ada@example.com", "newsletter", "'2027-01-02T00:00:00Z'"],
    ["bola@example.com", "newsletter", "NULL"],
    ["chi@example.com", "opening", "'2027-01-02T00:00:00Z'"],
  ]) {
    await desk.rows(
      `INSERT INTO subscriptions (email, email_key, list, token, requested_at, confirmed_at)
       VALUES ('${email}', '${email}', '${list}', 'token-${email}', '2027-01-01T00:00:00Z', ${confirmedAt})`,
    );
  }
  expect(await text("/desk/sources")).toContain("1 reader confirmed the newsletter");
  const answer = await post("/desk/subscribers.csv", {});
  const [, ...lines] = (await answer.text()).trim().split("\r\n");
  expect(lines).toEqual([
    expect.stringMatching(
      /^"'=ada@example\.com","2027-01-02T00:00:00Z","https:\/\/[^"]+\/prod\/subscriptions\/token-=ada@example\.com\/stop"$/,
    ),
  ]);
});
