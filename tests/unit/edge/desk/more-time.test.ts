/** A learner's request for more time for the next payment, and the answers of staff. */
import { expect, test } from "vitest";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, request, readView, mails, payNext } = enrolmentDesk(desk);
const { perform, undo, text } = staffDesk(desk);

const REQUEST = { kind: "more-time", day: "2027-01-20", text: "Salary comes on the 18th" };

/** Makes an enrolment whose learner has asked to pay January 5's charge by January 20. */
async function enrolmentWithRequest() {
  const enrolment = await enrolled();
  expect((await request(enrolment.id, enrolment.key, REQUEST)).status).toBe(201);
  return enrolment;
}

const second = async (id: string, key: string) => (await readView(id, key)).charges[2];
const subjects = async () => (await mails()).map(({ subject }) => subject);

test.each([
  ["on the due date", "2027-01-05", 422],
  ["on the day after", "2027-01-06", 201],
  ["30 days later", "2027-02-04", 201],
  ["31 days later", "2027-02-05", 422],
  ["on no day", "soon", 422],
])("a learner who asks to pay %s is answered so", async (_, day, status) => {
  const { id, key } = await enrolled();
  expect((await request(id, key, { ...REQUEST, day })).status).toBe(status);
});

test("more time cannot be asked for a payment that is more than 30 days late", async () => {
  const { id, key } = await enrolled();
  desk.until("2027-02-06T09:00:00Z");
  expect((await request(id, key, { ...REQUEST, day: "2027-02-10" })).status).toBe(409);
});

test("a learner who has withdrawn cannot ask for more time", async () => {
  const { id, key, path } = await enrolled();
  await perform(path, "withdraw", { day: "2026-11-21" });
  expect((await request(id, key, REQUEST)).status).toBe(409);
});

test("Today shows the request with Agree and Decline, and the learner reads that it is open", async () => {
  const { id, key, path } = await enrolmentWithRequest();
  const today = await text("/desk");
  expect(today).toContain("More time to pay tuition, payment 2 of 6, until Jan 20, 2027");
  expect(today).toContain("Salary comes on the 18th");
  for (const name of ["agree-date", "decline"]) expect(today).toContain(`href="${path}/${name}"`);
  expect((await readView(id, key)).requests).toMatchObject([
    { kind: "more-time", charge: 2, day: REQUEST.day },
  ]);
});

test("Agree is filled in with what was asked, answers the request, and an undo opens it again", async () => {
  const { id, key, path } = await enrolmentWithRequest();
  const form = await text(`${path}/agree-date`);
  expect(form).toContain('value="2027-01-20"');
  expect(form).toContain("The learner asked for it. Salary comes on the 18th");
  const typed = { charge: "2", day: REQUEST.day, reason: "Agreed as asked" };
  const html = await perform(path, "agree-date", typed);
  expect(await second(id, key)).toMatchObject({ due: "2027-01-20", isAgreed: true });
  expect((await readView(id, key)).requests).toEqual([]);
  await undo(path, html);
  expect((await readView(id, key)).requests).toHaveLength(1);
});

test("a date that is agreed for another payment leaves the request open", async () => {
  const { id, key, path } = await enrolmentWithRequest();
  await perform(path, "agree-date", { charge: "3", day: "2027-03-01", reason: "Agreed by telephone" });
  expect((await readView(id, key)).requests).toHaveLength(1);
});

test("Decline mails the learner why, leaves the day, and can be followed by another request", async () => {
  const { id, key, path } = await enrolmentWithRequest();
  await perform(path, "decline", { text: "The exam voucher is bought on the 10th." });
  const mail = (await mails()).at(-1);
  expect(mail?.text).toContain(
    "You asked us for more time to pay tuition, payment 2 of 6, until Jan 20, 2027.",
  );
  expect(mail?.text).toContain("The exam voucher is bought on the 10th.");
  expect(await second(id, key)).toMatchObject({ due: "2027-01-05" });
  expect((await readView(id, key)).requests).toEqual([]);
  expect((await request(id, key, REQUEST)).status).toBe(201);
});

test("an open request keeps the mail about the late-payment policy back for three days", async () => {
  const { id, key } = await enrolled();
  desk.until("2027-01-08T07:00:00Z");
  await request(id, key, REQUEST);
  desk.until("2027-01-10T09:00:00Z");
  await desk.sweep();
  expect(await second(id, key)).toMatchObject({ status: "overdue" });
  expect((await subjects()).filter((subject) => subject.startsWith("Overdue"))).toEqual([]);
  // A second request does not hold the mail back any longer.
  await request(id, key, { ...REQUEST, day: "2027-01-25" });
  desk.until("2027-01-11T07:30:00Z");
  await desk.sweep();
  expect((await subjects()).filter((subject) => subject.startsWith("Overdue"))).toHaveLength(1);
});

test("a request for the next payment keeps its mail back for three days of its own", async () => {
  const { id, key } = await enrolmentWithRequest();
  await payNext(id, key);
  desk.until("2027-02-07T07:00:00Z");
  await request(id, key, { ...REQUEST, day: "2027-02-20" });
  desk.until("2027-02-09T09:00:00Z");
  await desk.sweep();
  expect((await readView(id, key)).charges[3]).toMatchObject({ status: "overdue" });
  expect((await subjects()).filter((subject) => subject.startsWith("Overdue"))).toEqual([]);
});

test("a request whose payment came in the meantime can only be marked as done", async () => {
  const { id, key, path } = await enrolmentWithRequest();
  await payNext(id, key);
  const html = await text("/desk/inbox");
  expect(html).toContain("Paid meanwhile");
  expect(html).not.toContain(`href="${path}/agree-date"`);
});
