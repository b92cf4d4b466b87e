/** A change of a learner's e-mail address, which waits until the new address is confirmed. */
import { beforeEach, describe, expect, test } from "vitest";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { accessIn, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const learners = enrolmentDesk(desk);
const { start, enrolled, readView, openEnrolment, askPayerLink, askLink } = learners;
const { mailLinks, change, changeAddress, confirmationOf, mails } = learners;

const ADA = "ada@example.com";
const NEW = "ada.obi@example.com";
const EVE = "eve@example.com";

const mailsTo = async (address: string) => (await mails()).filter(({ to }) => to === address);
const days = (count: number) => desk.sweepFor(count * 24 * 60, { every: 6 * 60 });

const open = (path: string) => desk.ask(new Request(EDGE_ORIGIN + path));
const confirm = (path: string) => desk.ask(new Request(EDGE_ORIGIN + path, { method: "POST" }));

/** Returns a database that calls `act` before it stores a batch. */
function storingAfter(act: typeof desk.db.batch) {
  return { db: { prepare: desk.db.prepare, batch: act } };
}

describe("another e-mail address of a paid enrolment", () => {
  let enrolment: Awaited<ReturnType<typeof enrolled>>;
  beforeEach(async () => {
    enrolment = await enrolled();
  });

  test("waits until its owner confirms it, while other details change at once", async () => {
    const { id, key } = enrolment;
    const view = await (await change(id, key, { email: NEW, state: "Kano" })).json();
    expect(view).toMatchObject({ learner: { email: ADA, state: "Kano" }, newEmail: NEW });
    const [request, ...more] = await mailsTo(NEW);
    expect(more).toEqual([]);
    expect(request?.text).not.toMatch(/My-enrolment#|Obi/);
    for (const validKey of [key, view.key]) expect((await openEnrolment(id, validKey)).status).toBe(200);
  });

  test("is not confirmed by a scanner that opens the link, but by its owner's press", async () => {
    const { id, key } = enrolment;
    const view = await (await change(id, key, { email: NEW })).json();
    const path = await confirmationOf(NEW);
    expect((await open(path)).status).toBe(200);
    expect((await readView(id, key)).learner.email).toBe(ADA);
    expect((await confirm(path)).status).toBe(200);
    expect(await readView(id, view.key)).toMatchObject({ learner: { email: NEW }, newEmail: null });
  });

  test("ends all older keys once it is confirmed, except the requesting browser's", async () => {
    const { id, key } = enrolment;
    const former = accessIn((await mailsTo(ADA))[0]);
    const payer = await (await askPayerLink(id, key)).json();
    const view = await changeAddress(id, key, NEW);
    const fresh = accessIn((await mailsTo(NEW)).at(-1));
    for (const endedKey of [key, former.key, payer.key])
      expect((await openEnrolment(id, endedKey)).status).toBe(404);
    for (const validKey of [view.key, fresh.key])
      expect((await openEnrolment(id, validKey)).status).toBe(200);
  });

  test("is reported to the former address without a link, a name or a detail", async () => {
    const { id, key } = enrolment;
    await changeAddress(id, key, NEW);
    const [notice, ...more] = await mailsTo(ADA);
    expect(more).toEqual([]);
    expect(notice?.subject).toMatch(/^Your enrolment/);
    expect(notice?.text).not.toMatch(/My-enrolment#|Ada|ada\.obi|Email Address/);
  });

  test("gets the receipt that was not sent to the former one", async () => {
    const { id, key, order } = enrolment;
    await changeAddress(id, key, NEW);
    const receipts = (await mails()).filter(({ subject }) => subject.startsWith("Receipt"));
    expect(receipts).toMatchObject([{ to: NEW, text: expect.stringContaining(order.reference) }]);
  });

  test("gets the reminder that was not sent to the former one", async () => {
    const { id, key } = enrolment;
    desk.until("2026-12-29T07:00:00Z");
    await desk.sweepFor(3 * 60, { every: 60 });
    await changeAddress(id, key, NEW);
    for (const job of desk.queued.splice(0)) await desk.doJob(job);
    const reminders = (await mails()).filter(({ subject }) => subject.startsWith("Due on"));
    expect(reminders).toMatchObject([{ to: NEW }]);
  });

  test.each([
    ["was used before", (path: string) => confirm(path)],
    ["was replaced by another address", () => change(enrolment.id, enrolment.key, { email: EVE })],
    ["was sent again", () => change(enrolment.id, enrolment.key, { email: NEW })],
    ["was taken back", () => change(enrolment.id, enrolment.key, { email: ADA })],
    ["is a week old", () => days(8)],
  ])("is not confirmed by a link that %s", async (_, invalidate) => {
    await change(enrolment.id, enrolment.key, { email: NEW });
    const path = await confirmationOf(NEW);
    await invalidate(path);
    expect((await open(path)).status).toBe(404);
    expect((await confirm(path)).status).toBe(404);
  });

  test("is not mailed the links of My enrolment before it is confirmed", async () => {
    await change(enrolment.id, enrolment.key, { email: NEW });
    await askLink(NEW);
    await mailLinks();
    expect(await mailsTo(NEW)).toHaveLength(1);
  });

  test("ends the key of a link that is being written for the former one", async () => {
    const { id, key } = enrolment;
    await change(id, key, { email: NEW });
    const path = await confirmationOf(NEW);
    await askLink(ADA);
    let isConfirmed = false;
    await mailLinks(
      storingAfter(async (statements) => {
        if (!isConfirmed) {
          isConfirmed = true;
          await confirm(path);
        }
        return desk.db.batch(statements);
      }),
    );
    desk.later(5);
    await desk.sweep();
    expect((await mails()).filter(({ subject }) => subject.startsWith("Your link"))).toEqual([]);
    const keys = await desk.rows("SELECT kind FROM enrolment_keys WHERE enrolment_id = ?", id);
    expect(keys, "the browser's, the new address's and its receipt's").toHaveLength(3);
  });

  test("changes nothing if the database fails midway", async () => {
    const { id, key } = enrolment;
    const failing = storingAfter((statements) =>
      desk.db.batch([...statements, desk.db.prepare("INSERT INTO enrolments (id) VALUES (NULL)")]),
    );
    expect((await change(id, key, { email: NEW }, failing)).status).toBe(503);
    expect((await readView(id, key)).newEmail).toBeNull();
    expect(await mails()).toHaveLength(1);
  });
});

test("before a payment another address ends older keys at once, and gets no mail", async () => {
  const { id, key } = await start(fiveInstallments(desk.now));
  const view = await (await change(id, key, { email: NEW })).json();
  expect(view).toMatchObject({ learner: { email: NEW }, newEmail: null });
  expect((await openEnrolment(id, key)).status).toBe(404);
  expect((await openEnrolment(id, view.key)).status).toBe(200);
  expect(await mails()).toEqual([]);
});

test.each([
  ["before anything is paid", start],
  ["once something is paid", enrolled],
])("another spelling of an address ends no key and needs no confirmation, %s", async (_, enrol) => {
  const { id, key } = await enrol(fiveInstallments(desk.now));
  const view = await (await change(id, key, { email: "ADA@example.com", state: "Kano" })).json();
  expect(view).toMatchObject({ newEmail: null });
  expect(view.key).toBeUndefined();
  expect((await openEnrolment(id, key)).status).toBe(200);
});
