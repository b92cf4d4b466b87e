/** Staff move a whole cohort, or some of it. */
import { expect, test } from "vitest";
import type { Cohort } from "~/domain/dates/cohort.ts";
import type { Dependencies } from "~/edge/app-context.ts";
import { cohortOn, withCohorts } from "../../../fixtures/enrolment.ts";
import { COHORT, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { start, enrolledAs, readView, mails } = enrolmentDesk(desk);
const dependencies: { prices?: Dependencies["prices"] } = {};
const { perform, post, text } = staffDesk(desk, dependencies);

/** Lists these cohorts in content during a request. */
async function whileListing<Result>(cohorts: readonly Cohort[], request: () => Promise<Result>) {
  dependencies.prices = { ...withCohorts().prices, cohorts };
  const result = await request();
  delete dependencies.prices;
  return result;
}

const PATH = "/desk/cohorts/move";
const NEXT = "cohort-2027-02-06";

const form = (cohort: string) => text(`${PATH}?cohort=${cohort}`);

/** Posts the form for all or some learners, and returns the page that asks for confirmation. */
async function question(
  learners: readonly string[] | "all",
  { from = COHORT, to = NEXT } = {},
): Promise<string> {
  const fields = new URLSearchParams({ cohort: from, to, ...(learners === "all" && { who: "all" }) });
  if (learners !== "all") for (const id of learners) fields.append("learner", id);
  return (await post(PATH, fields)).text();
}

function confirm(questionPage: string) {
  // The page has one field for each learner, of which `hiddenFields` keeps one.
  const { learner: _, ...choices } = hiddenFields(questionPage, PATH);
  const fields = new URLSearchParams(choices);
  for (const [, id = ""] of questionPage.matchAll(/name="learner" value="([^"]+)"/g)) {
    fields.append("learner", id);
  }
  return post(PATH, fields);
}

async function idsIn(cohort: string): Promise<string[]> {
  const query = "SELECT id FROM enrolments WHERE cohort = ? ORDER BY created_at";
  return (await desk.rows<{ id: string }>(query, cohort)).map(({ id }) => id);
}

test("all paid learners of a cohort are moved, with due dates, mails and lines in the trail", async () => {
  const [obi, bello] = [await enrolledAs("Obi"), await enrolledAs("Bello")];
  await start(fiveInstallments(desk.now, { lastName: "Eze", email: "eze@example.com" }));
  const html = await question("all");
  expect(html).toContain("Move 2 learners: is this right?");
  expect(html).toContain("to 6 February 2027, cohort 9, first class Feb 6, 2027.");
  expect(await idsIn(NEXT)).toEqual([]);
  const answer = await confirm(html);
  expect(answer.headers.get("location")).toBe(`/desk/enrolments?cohort=${NEXT}`);
  expect(await idsIn(NEXT)).toEqual([obi.id, bello.id]);
  expect(await readView(obi.id, obi.key)).toMatchObject({ charges: { 2: { due: "2027-03-06" } } });
  expect((await mails()).at(-1)?.text).toContain("Cohort: 6 February 2027, cohort 9");
  expect(
    await desk.rows("SELECT enrolment_id AS id, action FROM desk_actions ORDER BY desk_actions.id"),
  ).toEqual([
    { id: obi.id, action: "move" },
    { id: bello.id, action: "move" },
  ]);
});

test("a confirmation that is sent twice moves each learner once", async () => {
  const { id } = await enrolledAs("Obi");
  const html = await question("all");
  const answers = [...(await Promise.all([confirm(html), confirm(html)])), await confirm(html)];
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await desk.rows("SELECT enrolment_id AS id FROM desk_actions")).toEqual([{ id }]);
  expect((await mails()).filter(({ subject }) => subject.startsWith("Your enrolment"))).toHaveLength(1);
});

test("only the learners who are ticked are moved", async () => {
  const [obi, bello] = [await enrolledAs("Obi"), await enrolledAs("Bello")];
  await confirm(await question([bello.id]));
  expect([await idsIn(COHORT), await idsIn(NEXT)]).toEqual([[obi.id], [bello.id]]);
});

test("a learner who was moved before the confirmation is not moved again, and is named", async () => {
  const [obi, bello] = [await enrolledAs("Obi"), await enrolledAs("Bello")];
  const html = await question("all");
  await perform(obi.path, "move", { cohort: "cohort-2027-03-06" });
  const answer = await confirm(html);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain(
    `1 learner moved. Not moved, because something else was done to them meanwhile: ${obi.id}.`,
  );
  expect([await idsIn("cohort-2027-03-06"), await idsIn(NEXT)]).toEqual([[obi.id], [bello.id]]);
});

test("learners without a cohort are offered the next class", async () => {
  const { id } = await enrolledAs("Obi", { cohort: "" });
  const bello = await enrolledAs("Bello", { cohort: "to-be-announced" });
  const html = await whileListing([cohortOn("2027-02-06")], () => form("none"));
  expect(html).toContain(`<option value="${NEXT}" selected="">`);
  await confirm(await question("all", { from: "none" }));
  expect(await idsIn(NEXT)).toEqual([id, bello.id]);
});

test("a question says how many seats too few the other cohort has", async () => {
  await enrolledAs("Obi");
  await enrolledAs("Bello");
  const cohorts = [cohortOn("2027-02-06", { seats: 1 })];
  expect(await whileListing(cohorts, () => question("all"))).toContain(
    "Only 1 seat left: this is 1 too many.",
  );
});

test("a form without another cohort or a ticked learner keeps its choices", async () => {
  const { id } = await enrolledAs("Obi");
  expect(await question([id], { to: "" })).toContain("Choose another cohort.");
  expect(await question([id], { to: COHORT })).toContain(`value="${id}" checked=""`);
  expect(await question([])).toContain("Tick who is to move.");
  expect(await form("cohort-2027-03-06")).toContain("Nobody who paid is in");
});
