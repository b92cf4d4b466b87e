/** The learning portal's messages about one learner, through the stand-in of `npm start`. */
import { expect, test } from "vitest";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { portalDesk } from "../../../fixtures/portal-desk.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const { desk, usePortal, sweepAndDeliver, deliver, portalLearner, messages, portal } = portalDesk();
const { enrolled, start, charge, payNext, changeAddress } = enrolmentDesk(desk);
const { perform } = staffDesk(desk);

test("a learner's access is registered, active, restricted, active again, and ended when erased", async () => {
  const order = fiveInstallments(desk.now);
  const { id, key, path } = await start(order);
  await deliver();
  expect(await portalLearner()).toBeUndefined();

  await charge(order.reference, 1_500_000);
  await deliver();
  const learner = { firstName: "Ada", lastName: "Obi", email: "ada@example.com" };
  const course = { id: "devops-full", name: "DevOps Full" };
  const registered = { version: 1, access: "registered", reason: null };
  expect(await portalLearner()).toMatchObject({ id, course, learner, ...registered });

  await payNext(id, key);
  await deliver();
  const activeSince = { version: 2, access: "active", since: desk.now.toISOString() };
  expect(await portalLearner()).toMatchObject(activeSince);

  desk.until("2027-01-06T22:59:00Z");
  await sweepAndDeliver();
  expect(await portalLearner()).toMatchObject({ version: 2 });
  desk.until("2027-01-06T23:00:00Z");
  await sweepAndDeliver();
  expect(await portalLearner()).toMatchObject({ version: 3, access: "restricted" });

  await payNext(id, key);
  await deliver();
  expect(await portalLearner()).toMatchObject({ version: 4, access: "active" });

  const since = (await portalLearner())?.since;
  desk.later(60);
  await changeAddress(id, key, "adaora@example.com");
  await deliver();
  const moved = { version: 5, access: "active", since, learner: { ...learner, email: "adaora@example.com" } };
  expect(await portalLearner()).toMatchObject(moved);

  await perform(path, "erase", { sure: "ERASE" }, OWNER);
  expect(JSON.stringify(await messages())).not.toMatch(/Ada|example\.com/);
  await sweepAndDeliver();
  const erased = { version: 6, access: "ended", reason: "erased", learner: null };
  expect(await portalLearner()).toMatchObject(erased);
});

test("the portal is notified of another cohort", async () => {
  const { path } = await enrolled();
  await perform(path, "move", { cohort: "cohort-2027-02-06" });
  await deliver();
  expect(await portalLearner()).toMatchObject({
    cohort: { id: "cohort-2027-02-06", firstClass: "2027-02-06" },
  });
});

test("a portal that is down is tried after 1, 5, 30 and 60 minutes, then hourly for three days", async () => {
  const { id } = await enrolled();
  await portal.setDown(true);
  const pauses = await deliver();
  const firstAttempt = desk.now;
  for (let last = pauses[0]; last; [last] = await deliver()) {
    desk.later(last / 60);
    pauses.push(last);
    desk.queued.push({ type: "portal", id });
  }
  expect(pauses.slice(1, 6).map((seconds) => seconds / 60)).toEqual([1, 5, 30, 60, 60]);
  expect(desk.now.getTime() - firstAttempt.getTime()).toBe(3 * 86_400_000);
  expect(await messages()).toMatchObject([{ status: "failed", last_error: "The portal answered 500" }]);
  await portal.setDown(false);
  await sweepAndDeliver();
  expect(await portalLearner()).toBeUndefined();
});

test("a later attempt has the state of its time", async () => {
  const { id, key } = await enrolled();
  await portal.setDown(true);
  await deliver();
  await portal.setDown(false);
  await changeAddress(id, key, "adaora@example.com");
  desk.later(1);
  desk.queued.push({ type: "portal", id });
  await deliver();
  expect(await portalLearner()).toMatchObject({ version: 2, learner: { email: "adaora@example.com" } });
});

test("a message that the queue loses is sent by the next sweep, once", async () => {
  await enrolled();
  desk.queued.length = 0;
  await sweepAndDeliver();
  const [message] = await messages();
  expect(message).toMatchObject({ status: "delivered", version: 1, attempts: 1 });
  desk.later(60);
  await sweepAndDeliver();
  expect(await messages()).toEqual([message]);
});

test("a portal that never answers delays no payment", async () => {
  usePortal({ state: "set", send: () => new Promise(() => undefined) });
  const { id } = await enrolled();
  expect(desk.queued).toContainEqual({ type: "portal", id });
});

test("a portal that is set later is notified of learners with access, and of no former end", async () => {
  usePortal({ state: "not-set" });
  const { id } = await enrolled();
  const ended = await enrolled();
  await perform(ended.path, "withdraw", { day: "2026-11-21" });
  await sweepAndDeliver();
  expect(await messages()).toEqual([]);
  usePortal(null);
  await sweepAndDeliver();
  expect(await portal.learners()).toMatchObject([{ id, access: "active" }]);
});
