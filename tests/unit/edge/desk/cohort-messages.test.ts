/** Staff write to a whole cohort: who gets it, once, and what happens in the ten minutes before it leaves. */
import { describe, expect, test } from "vitest";
import { accessIn, COHORT, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { MEMBER, OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { start, enrolledAs, payNext, openEnrolment, mails } = enrolmentDesk(desk);
const { post, text, perform } = staffDesk(desk);

const PATH = "/desk/cohorts/write";
const TEXT = "The first class is at 18:00.\r\n\r\nBring <b>pens</b>.";

/** Fills in the form. @returns the page that asks for confirmation */
const preview = async ({ cohort = COHORT, to = "all", message = TEXT, by = MEMBER } = {}) => {
  const form = await text(`${PATH}?cohort=${cohort}`, by);
  return (await post(PATH, { ...hiddenFields(form, PATH), to, message }, by)).text();
};

/** Confirms a preview, as a press of its button does. */
const confirm = (shown: string, by = MEMBER) => {
  const [, confirmed = ""] = /name="confirmed" value="(\d+)"/.exec(shown) ?? [];
  return post(PATH, { ...hiddenFields(shown, PATH), confirmed }, by);
};

const write = async (choice: Parameters<typeof preview>[0] = {}) => {
  const answer = await confirm(await preview(choice), choice.by);
  expect(answer.status, await answer.clone().text()).toBe(303);
};

const stop = async (shown: string) => post("/desk/cohorts/stop", hiddenFields(shown, "/desk/cohorts/stop"));

const messages = async () => (await mails()).filter(({ subject }) => subject.startsWith("A message"));
const readers = async () => (await messages()).map(({ to }) => to).sort();

test("a message is previewed with its count, and leaves after ten minutes with name and link", async () => {
  const { id } = await enrolledAs("Obi");
  await enrolledAs("Bello");
  await start(fiveInstallments(desk.now, { lastName: "Eze", email: "eze@example.com" }));
  const html = await preview();
  expect(html).toContain("To 2 learners of 5 December 2026, cohort 9, once a person.");
  expect(html).toContain("Hello Ada,\n\nThe first class is at 18:00.\n\nBring &lt;b&gt;pens&lt;/b&gt;.");
  expect((await confirm(html)).headers.get("location")).toBe("/desk/cohorts");
  await desk.sweepFor(5);
  expect(await messages()).toEqual([]);
  await desk.sweepFor(10);
  expect(await readers()).toEqual(["bello@example.com", "obi@example.com"]);
  const [mail] = await messages();
  expect(accessIn(mail).id).toBe(id);
  expect((await openEnrolment(id, accessIn(mail).key)).status).toBe(200);
  expect(mail).toMatchObject({ subject: "A message about DevOps Full", unsubscribeUrl: null });
  const trail = await text("/desk/trail");
  expect(trail).toContain("Wrote to 2 learners of 5 December 2026, cohort 9");
  expect(trail).toContain("Bring &lt;b&gt;pens&lt;/b&gt;.");
});

test("a viewer sees no message that waits, and no way to write one", async () => {
  await enrolledAs("Obi");
  await write();
  const html = await text("/desk/cohorts", VIEWER);
  expect(html).not.toContain("18:00");
  expect(html).not.toContain("everyone");
});

describe("each person gets a message once", () => {
  test("though the button is pressed twice", async () => {
    await enrolledAs("Obi");
    const html = await preview();
    expect((await Promise.all([confirm(html), confirm(html)])).map(({ status }) => status)).toEqual([
      303, 303,
    ]);
    expect((await confirm(html)).status).toBe(303);
    await desk.sweepFor(20);
    expect(await readers()).toEqual(["obi@example.com"]);
  });

  test("though two of staff send the same text at once, and again when it has left", async () => {
    await enrolledAs("Obi");
    const previews = [await preview(), await preview({ by: OWNER })] as const;
    await Promise.all([confirm(previews[0]), confirm(previews[1], OWNER)]);
    expect(await preview({ to: "owing" })).toContain("The same message is already waiting to be sent");
    await desk.sweepFor(20);
    expect(await preview()).toContain("Everyone has got the same message before.");
    await enrolledAs("Bello");
    const later = await preview();
    expect(later).toContain("1 learner got the same message before");
    await confirm(later);
    await desk.sweepFor(20);
    expect(await readers()).toEqual(["bello@example.com", "obi@example.com"]);
  });

  test("though the person is enrolled twice, and others of the same address get their own", async () => {
    const email = "family@example.com";
    await enrolledAs("Obi", { email });
    await enrolledAs("Obi", { email, courseId: "devops-foundational", planId: "" });
    await enrolledAs("Obi", { email, firstName: "Bola" });
    expect(await preview()).toContain("To 2 learners");
    await write();
    await desk.sweepFor(20);
    expect((await messages()).map((mail) => /Hello (\w+)/.exec(mail.text)?.[1])).toEqual(["Ada", "Bola"]);
  });
});

describe("in the ten minutes", () => {
  test("any of staff stops it, and a second stop says that it is over", async () => {
    await enrolledAs("Obi");
    await write();
    const html = await text("/desk/cohorts", OWNER);
    expect(html).toContain("To 1 learner of 5 December 2026, cohort 9");
    expect((await stop(html)).status).toBe(303);
    expect((await stop(html)).status).toBe(409);
    await desk.sweepFor(20);
    expect(await messages()).toEqual([]);
    expect(await text("/desk/trail")).toContain("Stopped the message to 1 learner");
  });

  test("nobody who was erased, moved or withdrawn gets it", async () => {
    await enrolledAs("Obi");
    const [erased, moved, left] = [
      await enrolledAs("Bello"),
      await enrolledAs("Eze"),
      await enrolledAs("Ada"),
    ];
    await write();
    await perform(erased.path, "erase", { sure: "ERASE" }, OWNER);
    await perform(moved.path, "move", { cohort: "cohort-2026-11-28" });
    await perform(left.path, "withdraw", { day: "2026-11-21" });
    await desk.sweepFor(20);
    expect(await readers()).toEqual(["obi@example.com"]);
  });

  test("a learner who has paid everything gets no message to those who owe", async () => {
    const { id, key } = await enrolledAs("Obi");
    await enrolledAs("Bello");
    await write({ to: "owing" });
    await payNext(id, key, { count: 20 });
    await desk.sweepFor(20);
    expect(await readers()).toEqual(["bello@example.com"]);
  });

  test("a changed address gets it, the former one does not, and who joined since does not", async () => {
    const { path } = await enrolledAs("Obi");
    await write();
    await perform(path, "correct", { email: "new@example.com" });
    await enrolledAs("Bello");
    await desk.sweepFor(20);
    expect(await readers()).toEqual(["new@example.com"]);
  });
});

test("a message that has left cannot be stopped", async () => {
  await enrolledAs("Obi");
  await write();
  const html = await text("/desk/cohorts");
  await desk.sweepFor(20);
  const answer = await stop(html);
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("It has left")]);
  expect(await text("/desk/cohorts")).not.toContain("Waiting to be sent");
  desk.later(26 * 60);
  await desk.sweep();
  expect(await desk.rows("SELECT id FROM cohort_messages")).toEqual([]);
});

test("a message without words or readers stays in its form", async () => {
  expect(await preview()).toContain("Nobody here has an email address.");
  await enrolledAs("Obi");
  expect(await preview({ message: " " })).toContain("Write the message first.");
  const long = await preview({ message: "a".repeat(2001) });
  expect(long).toContain("this has 2001");
  expect(long).toContain("aaaa</textarea>");
  expect(await text("/desk/cohorts")).not.toContain("Waiting to be sent");
});

test("a count that has changed since it was read is asked about again", async () => {
  await enrolledAs("Obi");
  const html = await preview();
  await enrolledAs("Bello");
  const again = await (await confirm(html)).text();
  expect(again).toContain("Send to 2 learners: is this right?");
  expect((await confirm(again)).status).toBe(303);
});

test("a message to learners without a cohort reaches only them", async () => {
  await enrolledAs("Obi", { cohort: "" });
  await enrolledAs("Bello");
  await write({ cohort: "none" });
  await desk.sweepFor(20);
  expect(await readers()).toEqual(["obi@example.com"]);
});
