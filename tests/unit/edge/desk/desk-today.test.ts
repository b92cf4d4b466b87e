/** The items on Today that belong to no enrolment: a payment, or a mail that could not be delivered. */
import { expect, test } from "vitest";
import { fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { failedMail, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { post, text, fill } = staffDesk(desk);

/** Makes a flagged payment that belongs to no enrolment. */
async function lonePayment(flag: string): Promise<{ reference: string; path: string }> {
  const order = fiveInstallments(desk.now);
  await desk.register(order);
  await setFlag(order.reference, flag);
  return { reference: order.reference, path: `/desk/payments/${order.reference}` };
}

const setFlag = (reference: string, flag: string) =>
  desk.rows("UPDATE payments SET flag = ?1, flagged_state = ?1 WHERE reference = ?2", flag, reference);

const statusOf = async (id: number) =>
  (await desk.rows<{ status: string }>("SELECT status FROM mails WHERE id = ?", id))[0]?.status;

test("a flagged payment without an enrolment is looked at on its own page", async () => {
  const { reference, path } = await lonePayment("disputed");
  expect(await text("/desk")).toContain(`href="${path}"`);
  expect(await text("/desk")).toContain("Ada Obi");
  expect(await text("/desk", VIEWER)).not.toContain("Ada Obi");
  const html = await text(path);
  expect(html).toContain("DevOps Full, Five Installments");
  expect(html).toContain("ada@example.com");
  expect(html).toContain("Order started");
  expect(html).toContain("Answer the dispute at the provider before its deadline.");
  expect((await fill(path, {})).headers.get("location")).toBe(path);
  expect(await text("/desk")).not.toContain(reference);
  expect(await text(path)).toContain("Someone has looked at it.");
  await fill(path, {});
  expect(await text("/desk")).toContain(reference);
  const again = hiddenFields(await text(path), path);
  for (let times = 0; times < 2; times += 1) expect((await post(path, again)).status).toBe(303);
  const looks = new RegExp(`Looked at ${reference}: disputed`, "g");
  expect((await text("/desk/trail")).match(looks)).toHaveLength(2);
});

test("a payment whose flag has changed is not taken off Today", async () => {
  const { reference, path } = await lonePayment("amount-mismatch");
  const outdatedForm = hiddenFields(await text(path), path);
  await setFlag(reference, "disputed");
  const answer = await post(path, outdatedForm);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("This payment changed meanwhile.");
  expect(await text("/desk")).toContain(reference);
});

test("a mail that could not be delivered is tried again, once, and is off today's page", async () => {
  const id = await failedMail(desk);
  const path = `/desk/mails/${id}`;
  expect(await text("/desk")).toContain(`href="${path}"`);
  const html = await text(path);
  expect(html).toContain("ada@exmaple.com");
  expect(html).toContain("No such host");
  const answer = await post(path, { choice: "again" });
  expect(await answer.text()).toContain("It&#39;s on its way again.");
  expect(await statusOf(id)).toBe("queued");
  expect(desk.queued).toEqual([{ type: "mail", id }]);
  expect(await text("/desk")).not.toContain(path);
  expect((await post(path, { choice: "again" })).status).toBe(404);
  expect(desk.queued).toHaveLength(1);
  expect(await text("/desk/trail")).toContain("Retried an undelivered email");
});

test("a mail whose text was deleted is not tried again: a new one is sent from the enrolment", async () => {
  const id = await failedMail(desk);
  const path = `/desk/mails/${id}`;
  await desk.rows("UPDATE mails SET message = '' WHERE id = ?", id);
  const html = await text(path);
  expect(html).toContain("The text of this mail is deleted");
  expect(html).not.toContain("Try again");
  expect((await post(path, { choice: "again" })).status).toBe(404);
  expect(await statusOf(id)).toBe("failed");
  expect(desk.queued).toEqual([]);
});

test("a failed mail that is given up stays among the mails as it is", async () => {
  const id = await failedMail(desk);
  const path = `/desk/mails/${id}`;
  expect(await (await post(path, { choice: "leave" })).text()).toContain("It&#39;s off Today");
  expect(await statusOf(id)).toBe("failed");
  expect(await text("/desk")).not.toContain(path);
});

test("today's page has no links to payments and mails for a viewer", async () => {
  const { path } = await lonePayment("disputed");
  const mail = await failedMail(desk);
  const today = await text("/desk", VIEWER);
  for (const address of [path, `/desk/mails/${mail}`]) expect(today).not.toContain(address);
});
