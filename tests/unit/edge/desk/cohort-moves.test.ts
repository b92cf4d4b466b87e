/** Staff move a whole cohort, or some of it. */
import { expect, test } from "vitest";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { cohortOn, withCohorts } from "../../../fixtures/enrolment.ts";
import { COHORT, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { asRead, MEMBER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { start, enrolled, seen, mails } = enrolmentDesk(desk);
const { headersOf, dependencies, does } = staffDesk(desk);

const PATH = "/desk/cohorts/move";
const NEXT = "cohort-2027-02-06";

async function paid(lastName: string, cohort = COHORT) {
  const email = `${lastName.toLowerCase()}@example.com`;
  const started = await enrolled(fiveInstallments(desk.now, { lastName, cohort, email }));
  desk.later(1);
  return started;
}

const ask = async (path: string, init: RequestInit = {}, listing = {}) => {
  const headers = { ...(await headersOf(MEMBER)), "sec-fetch-site": "same-origin" };
  const request = new Request(EDGE_ORIGIN + path, { headers, ...init });
  return asRead(await desk.ask(request, { ...dependencies(), ...listing }));
};
const form = async (cohort = COHORT, listing = {}) =>
  (await ask(`${PATH}?cohort=${cohort}`, {}, listing)).text();
/** Posts the form, whose fields may be repeated. */
const send = (body: readonly (readonly [string, string])[], listing = {}) =>
  ask(
    PATH,
    { method: "POST", body: new URLSearchParams(body.map(([name, value]) => [name, value])) },
    listing,
  );
const question = async (ids: readonly string[] | "all", { from = COHORT, to = NEXT, listing = {} } = {}) => {
  const who = ids === "all" ? [["who", "all"] as const] : ids.map((id) => ["learner", id] as const);
  return (await send([["cohort", from], ["to", to], ...who], listing)).text();
};
/** Confirms a question. */
const confirm = (shown: string) => {
  const { learner: _, ...fields } = hiddenFields(shown, PATH);
  const ids = [...shown.matchAll(/name="learner" value="([^"]+)"/g)].map(
    ([, id = ""]) => ["learner", id] as const,
  );
  return send([...Object.entries(fields), ...ids]);
};
const idsIn = async (cohort: string) =>
  (
    await desk.rows<{ id: string }>("SELECT id FROM enrolments WHERE cohort = ? ORDER BY created_at", cohort)
  ).map(({ id }) => id);

test("everyone of a cohort is moved, with due dates, mails and a line each in the trail", async () => {
  const [obi, bello] = [await paid("Obi"), await paid("Bello")];
  await start(fiveInstallments(desk.now, { lastName: "Eze", email: "eze@example.com" }));
  const html = await question("all");
  expect(html).toContain("Move 2 learners: is this right?");
  expect(html).toContain("to 6 February 2027, cohort 9, first class Feb 6, 2027.");
  expect(await idsIn(NEXT)).toEqual([]);
  const answer = await confirm(html);
  expect(answer.headers.get("location")).toBe(`/desk/enrolments?cohort=${NEXT}`);
  expect(await idsIn(NEXT)).toEqual([obi.id, bello.id]);
  expect(await seen(obi.id, obi.key)).toMatchObject({ charges: { 2: { due: "2027-03-06" } } });
  expect((await mails()).at(-1)?.text).toContain("Cohort: 6 February 2027, cohort 9");
  expect(
    await desk.rows("SELECT enrolment_id AS id, action FROM desk_actions ORDER BY desk_actions.id"),
  ).toEqual([
    { id: obi.id, action: "move" },
    { id: bello.id, action: "move" },
  ]);
});

test("a question that is answered twice moves each learner once", async () => {
  const { id } = await paid("Obi");
  const html = await question("all");
  const answers = [...(await Promise.all([confirm(html), confirm(html)])), await confirm(html)];
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await desk.rows("SELECT enrolment_id AS id FROM desk_actions")).toEqual([{ id }]);
  expect((await mails()).filter(({ subject }) => subject.startsWith("Your enrolment"))).toHaveLength(1);
});

test("those who are ticked are moved, and the others stay", async () => {
  const [obi, bello] = [await paid("Obi"), await paid("Bello")];
  await confirm(await question([bello.id]));
  expect([await idsIn(COHORT), await idsIn(NEXT)]).toEqual([[obi.id], [bello.id]]);
});

test("who was moved meanwhile stays there, and is named", async () => {
  const [obi, bello] = [await paid("Obi"), await paid("Bello")];
  const html = await question("all");
  await does(`/desk/enrolments/${obi.id}`, "move", { cohort: "cohort-2027-03-06" });
  const answer = await confirm(html);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain(
    `1 learner moved. Not moved, because something else was done to them meanwhile: ${obi.id}.`,
  );
  expect([await idsIn("cohort-2027-03-06"), await idsIn(NEXT)]).toEqual([[obi.id], [bello.id]]);
});

test("learners without a cohort are offered the next class", async () => {
  const { id } = await paid("Obi", "");
  const other = await paid("Bello", "to-be-announced");
  const listing = { prices: { ...withCohorts().prices, cohorts: [cohortOn("2027-02-06")] } };
  expect(await form("none", listing)).toContain(`<option value="${NEXT}" selected="">`);
  await confirm(await question("all", { from: "none" }));
  expect(await idsIn(NEXT)).toEqual([id, other.id]);
});

test("a question says how many seats too few the other cohort has", async () => {
  await paid("Obi");
  await paid("Bello");
  const listing = withCohorts(cohortOn("2027-02-06", { seats: 1 }));
  expect(await question("all", { listing })).toContain("Only 1 seat left: this is 1 too many.");
});

test("a form without a cohort or anybody ticked comes back with what was chosen", async () => {
  const { id } = await paid("Obi");
  expect(await question([id], { to: "" })).toContain("Choose another cohort.");
  expect(await question([id], { to: COHORT })).toContain(`value="${id}" checked=""`);
  expect(await question([])).toContain("Tick who is to move.");
  expect(await form("cohort-2027-03-06")).toContain("Nobody who paid is in");
});
