/** Learners' access to the learning portal: how staff end it, and the messages to the portal. */
import { expect, test } from "vitest";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { COHORT, enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { portalDesk } from "../../../fixtures/portal-desk.ts";
import { staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const { desk, usePortal, deliver, sweepAndDeliver, portalLearner, portal } = portalDesk();
const { enrolled, start, readView, mails } = enrolmentDesk(desk);
const { text, post, page, fill, perform, undo } = staffDesk(desk);

/** Enrols a learner, about whom the portal accepts no message. */
async function enrolmentNotAtPortal() {
  const enrolment = await enrolled();
  await portal.setDown(true);
  await deliver();
  desk.later(3 * 24 * 60);
  await sweepAndDeliver();
  return enrolment;
}

test("an enrolment shows the last message to the portal, and whether it was accepted", async () => {
  const { path } = await enrolled();
  expect(await text(path)).toContain("Not notified yet.");
  await portal.setDown(true);
  await deliver();
  expect(await text(path)).toContain(
    "Not notified after 1 attempt, and will be tried again: The portal answered 500",
  );
  await portal.setDown(false);
  desk.later(10);
  await sweepAndDeliver();
  expect(await text(path)).toContain("Notified Nov 21, 2026, 10:10");
});

test('the page "Today" lists messages that the portal did not accept until "Send again" succeeds', async () => {
  const { id, path } = await enrolmentNotAtPortal();
  const today = await text("/desk");
  expect(today).toContain("Learning portal not notified");
  expect(today).toContain("Not notified after 2 attempts: The portal answered 500");
  expect(await text("/desk", VIEWER)).not.toContain("Send again to the learning portal");
  await portal.setDown(false);
  expect((await post("/desk/portal", { enrolment: id })).headers.get("location")).toBe(path);
  await deliver();
  expect(await portalLearner()).toMatchObject({ id, version: 2, access: "active" });
  expect(await text("/desk")).not.toContain("Learning portal not notified");
  expect(await text("/desk/trail")).toContain(`Notified the learning portal of the access of ${id} again`);
});

test("staff confirm how many learners of a cohort are sent to the portal again", async () => {
  await enrolled();
  await deliver();
  expect(await text("/desk/cohorts")).toContain(`/desk/portal?cohort=${COHORT}`);
  const page = `/desk/portal?cohort=${COHORT}`;
  expect(await text(page)).toContain("the access of 1 learner of");
  const answer = await post("/desk/portal", { cohort: COHORT });
  expect(await answer.text()).toContain("1 message on the way");
  await deliver();
  expect(await portalLearner()).toMatchObject({ version: 2, access: "active" });
});

test("without a portal the desk says that nothing is sent", async () => {
  usePortal({ state: "not-set" });
  const { id } = await enrolled();
  expect(await text(`/desk/enrolments/${id}`)).toContain("No learning portal is set, so nothing is sent");
  expect(await text("/desk/cohorts")).not.toContain("Send all again");
  expect(await text(`/desk/portal?cohort=${COHORT}`)).toContain("Nothing to send");
});

test("staff end access with a reason that the learner reads, until it is undone", async () => {
  const { id, key, path } = await enrolled();
  const { left: leftToPay } = await readView(id, key);
  const html = await perform(path, "end-access", { reason: "Shared the recordings" });
  expect(html).toContain(ACCESS_WORDS.ended);
  expect(html).toContain("Shared the recordings");
  expect(await readView(id, key)).toMatchObject({ isAccessEnded: true, state: "active", left: leftToPay });
  expect((await mails()).at(-1)?.text).toContain("Learning portal access: ended");
  expect((await page(`${path}/end-access`)).status).toBe(409);
  await undo(path, html);
  expect(await readView(id, key)).toMatchObject({ isAccessEnded: false });
});

test("access cannot be ended without a reason, or before a payment", async () => {
  const { path, order } = await enrolled();
  expect((await fill(`${path}/end-access`, { reason: "" })).status).toBe(422);
  const unpaid = await start({ ...order, reference: "REG-20261121-UNPAAAAAAD" });
  expect((await page(`/desk/enrolments/${unpaid.id}/end-access`)).status).toBe(409);
});
