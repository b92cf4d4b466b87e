/** The messages and requests that staff answer: what is stored, who reads it, and until when. */
import { expect, test } from "vitest";
import { contactMail } from "~/browser/edge-client/mails.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post as postRequest } from "../../../fixtures/payment-desk.ts";
import { MEMBER, OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, request, openEnrolment, readView, askPayerLink } = enrolmentDesk(desk);
const { dependencies, perform, post, text } = staffDesk(desk);

const CHANGE = { kind: "change", text: "My surname is Obi-Eze <b>now</b>" };

const MESSAGE = {
  firstname: "Uche",
  lastname: "Okoro",
  email: "uche@example.com",
  phone: "0803 555 0101",
  message: "Is there a class at night?\nI work by day.",
};

const write = (message = MESSAGE, key = "contact:1") =>
  desk.ask(
    postRequest("/prod/mailing", contactMail(message, { from: "site", to: "academy" }), {
      "idempotency-key": key,
    }),
  );

const stored = () => desk.rows<{ id: number; kind: string }>("SELECT id, kind FROM requests ORDER BY id");
const mailsOfRequests = () =>
  desk.rows<{ message: string; to_address: string; reply_to: string }>(
    "SELECT message, to_address, reply_to FROM mails WHERE idempotency_key LIKE 'enrolment:%:request:%'",
  );
const markRequest = async (id: number, done: "yes" | "no") =>
  post("/desk/inbox", { request: String(id), done }, MEMBER);

test("a message of the contact form is in the Inbox once, however often it is sent", async () => {
  for (const _ of [1, 2]) expect((await write()).status).toBe(202);
  expect(await stored()).toEqual([{ id: 1, kind: "message" }]);
  const html = await text("/desk/inbox");
  expect(html).toContain("Uche Okoro");
  expect(html).toContain("Is there a class at night?\nI work by day.");
  expect(html).toContain('href="mailto:uche@example.com?');
  expect(await text("/desk")).toContain("Inbox: 1 to answer");
});

test("a message with a learner's address leads to the enrolment", async () => {
  const { id } = await enrolled();
  await write({ ...MESSAGE, email: "Ada@example.com" });
  expect(await text("/desk/inbox")).toContain(
    `<a href="/desk/enrolments/${id}">A learner has this address</a>`,
  );
});

test("a learner's request is stored and mailed once until it is answered", async () => {
  const { id, key } = await enrolled();
  for (const _ of [1, 2]) expect((await request(id, key, CHANGE, dependencies())).status).toBe(201);
  expect(await stored()).toHaveLength(1);
  const [mail, ...otherMails] = await mailsOfRequests();
  expect(otherMails).toEqual([]);
  expect(mail).toMatchObject({ to_address: "hello@academy.example", reply_to: "ada@example.com" });
  expect(mail?.message).toContain('href="https://academy.example/desk/inbox"');
  expect(mail?.message).toContain("Obi-Eze &lt;b&gt;now&lt;/b&gt;");
  expect((await readView(id, key)).requests).toEqual([
    { kind: "change", requestedOn: "2026-11-21", charge: null, day: null },
  ]);
  expect(await text("/desk/inbox")).toContain("Obi-Eze &lt;b&gt;now&lt;/b&gt;");
});

test("a changed request replaces the open one, and is mailed", async () => {
  const { id, key } = await enrolled();
  await request(id, key, CHANGE);
  await request(id, key, { ...CHANGE, text: "No, it is Eze" });
  expect(await stored()).toHaveLength(1);
  expect(await mailsOfRequests()).toHaveLength(2);
  expect(await text("/desk/inbox")).toContain("No, it is Eze");
});

test("an answered request cannot be put back while a newer equal request is open", async () => {
  const { id, key } = await enrolled();
  await request(id, key, CHANGE);
  await markRequest(1, "yes");
  expect((await readView(id, key)).requests).toEqual([]);
  await request(id, key, CHANGE);
  expect(await stored()).toHaveLength(2);
  expect(await mailsOfRequests()).toHaveLength(2);
  await markRequest(1, "no");
  expect((await readView(id, key)).requests).toHaveLength(1);
});

test("a request needs the learner's key, not a payer's", async () => {
  const { id, key } = await enrolled();
  const payer = await (await askPayerLink(id, key)).json();
  expect((await request(id, "abcdefghijklmnopqrstuv", CHANGE)).status).toBe(404);
  expect((await request(id, payer.key, CHANGE)).status).toBe(403);
  expect(await stored()).toEqual([]);
});

test("a request without text and an eleventh request of a day are refused", async () => {
  const { id, key } = await enrolled();
  const empty = await request(id, key, { kind: "change", text: " \n" });
  expect([empty.status, Object.keys((await empty.json()).errors)]).toEqual([422, ["text"]]);
  for (let number = 2; number <= 10; number += 1) await request(id, key, { kind: "erase" });
  expect((await request(id, key, { kind: "withdraw" })).status).toBe(429);
  expect(await stored()).toHaveLength(1);
});

test("a message that is marked as done leaves the list until it is put back", async () => {
  await write();
  for (const _ of [1, 2]) expect((await markRequest(1, "yes")).headers.get("location")).toBe("/desk/inbox");
  const trail = await text("/desk/trail");
  expect(trail.match(/Done: message 1/g)).toHaveLength(1);
  expect(await text("/desk/inbox")).toContain("Everything is answered.");
  await markRequest(1, "no");
  expect(await text("/desk/inbox")).toContain("1 to answer");
  expect(await text("/desk/trail")).toContain("Put back into the Inbox: message 1");
  expect((await markRequest(99, "yes")).status).toBe(404);
});

test("a request is on the page of its enrolment, and links to its action", async () => {
  const { id, key, path } = await enrolled();
  await request(id, key, { kind: "withdraw", text: "" });
  expect(await text(path)).toContain("Withdraw from the course");
  expect(await text("/desk/inbox")).toContain(`href="${path}/withdraw"`);
});

test("a viewer reads neither a request nor how many there are", async () => {
  const { id, key } = await enrolled();
  await request(id, key, { kind: "more-time", day: "2027-01-20" });
  await write();
  for (const path of ["/desk", `/desk/enrolments/${id}`]) {
    expect(await text(path, VIEWER)).not.toMatch(/inbox|More time/i);
  }
});

test("the messages of an erased person are deleted, and those of other people stay", async () => {
  const { id, key, path } = await enrolled();
  await request(id, key, CHANGE);
  await write({ ...MESSAGE, email: "ada@example.com" }, "contact:2");
  await write();
  await perform(path, "erase", { sure: "ERASE" }, OWNER);
  expect(await stored()).toEqual([{ id: 3, kind: "message" }]);
  expect((await openEnrolment(id, key)).status).toBe(404);
});

test("an answered message is deleted after 90 days, and one that nobody answered after a year", async () => {
  await write();
  await write(MESSAGE, "contact:2");
  await markRequest(1, "yes");
  desk.later(91 * 24 * 60);
  await desk.sweep();
  expect(await stored()).toEqual([{ id: 2, kind: "message" }]);
  desk.later(275 * 24 * 60);
  await desk.sweep();
  expect(await stored()).toEqual([]);
});
