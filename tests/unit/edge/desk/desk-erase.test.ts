/** An owner erases a person at the desk. */
import { expect, test } from "vitest";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, askPayerLink, payNext } = enrolmentDesk(desk);
const { post, text, perform, question } = staffDesk(desk);

test("an erased person's enrolment can be withdrawn, and no list asks staff to write", async () => {
  const { id, path } = await enrolled();
  await perform(path, "erase", { sure: "ERASE" }, OWNER);
  desk.later(60 * 24 * 50);
  const late = await text("/desk/enrolments?owes=late");
  expect(late).toContain(id);
  expect(late).not.toContain(`${path}/message`);
  expect(await text(path)).toContain(`href="${path}/withdraw"`);
  expect(await question(path, "withdraw", { day: "2027-01-09" })).not.toContain("gets an email");
  await perform(path, "withdraw", { day: "2027-01-09" });
  expect(await text("/desk/enrolments?owes=late")).not.toContain(id);
});

test("an owner reads the name in each enrolment that goes with a person's address", async () => {
  const { id, path } = await enrolled();
  const registration = { email: "ada@example.com", firstName: "Bisi", lastName: "Bello" };
  const other = await enrolled(orderOf({ reference: freshReference(), registration }));
  const html = await question(path, "erase", { sure: "erase" }, OWNER);
  expect(html).toContain(`${id}, Ada Obi`);
  expect(html).toContain(`${other.id}, Bisi Bello`);
});

test("an owner erases a person: nothing names them, and the accounts stay", async () => {
  const { id, path } = await enrolled();
  await perform(path, "note", { text: "Ada's sister pays" });
  const html = await perform(path, "erase", { sure: "erase" }, OWNER);
  expect(html).toContain("This person’s data was erased");
  expect(html).toContain("N209,000");
  for (const word of ["ada@example.com", "2348012345678", "Ada", "sister"]) expect(html).not.toContain(word);
  const left = await desk.rows(
    `SELECT search_text FROM enrolments WHERE search_text <> '' UNION SELECT digest FROM enrolment_keys
     UNION SELECT message FROM mails WHERE message LIKE '%ada@example%'`,
  );
  expect(left).toEqual([]);
  expect(await text(`/desk/enrolments/${id}`, VIEWER)).not.toContain("Ada");
});

test("a payer is found by their address, and erased without the learner", async () => {
  const { id, key, path } = await enrolled();
  const payer = await (await askPayerLink(id, key)).json();
  await payNext(id, payer.key, { payerEmail: "Aunt@example.com" });
  const searched = await post("/desk/search", { sought: "aunt@example.com" });
  expect(searched.headers.get("location")).toBe(path);
  const html = await question(path, "erase-payer", { payer: "aunt@example.com" }, OWNER);
  expect(html).toContain("This erases aunt@example.com: 5 emails, and the person in 1 payment.");
  await perform(path, "erase-payer", { payer: "aunt@example.com" }, OWNER);
  const left = JSON.stringify([
    await desk.rows("SELECT * FROM payments"),
    await desk.rows("SELECT * FROM mails"),
  ]);
  expect(left.toLowerCase()).not.toContain("aunt@");
  expect(await text(path)).toContain("Ada Obi");
  expect((await post("/desk/search", { sought: "aunt@example.com" })).headers.get("location")).toBeNull();
});

test("a receipt that was sent again to a former address is erased", async () => {
  const { path, reference } = await enrolled();
  await perform(path, "send", { what: reference });
  await perform(path, "correct", { email: "ada.obi@example.com" });
  await perform(path, "erase", { sure: "ERASE" }, OWNER);
  expect(await desk.rows("SELECT to_address FROM mails WHERE to_address LIKE 'ada%'")).toEqual([]);
});

test("a person whose address is not known any more is erased in the mails as well", async () => {
  const { path } = await enrolled();
  await perform(path, "correct", { email: "" });
  await perform(path, "erase", { sure: "ERASE" }, OWNER);
  const left = await desk.rows(
    "SELECT to_address, subject FROM mails WHERE to_address LIKE 'ada@%' OR message LIKE '%Ada%'",
  );
  expect(left).toEqual([]);
});

test("an owner erases a person together with the hundred orders that strangers started for them", async () => {
  const { path } = await enrolled();
  for (let order = 0; order < 100; order += 1) await desk.register(orderOf({ reference: freshReference() }));
  await perform(path, "erase", { sure: "ERASE" }, OWNER);
  const left = await desk.rows("SELECT reference FROM payments WHERE customer_email <> ''");
  expect(left).toEqual([]);
});

test("an owner erases the people in a payment without an enrolment", async () => {
  const order = orderOf({ reference: freshReference() });
  await desk.register(order);
  await desk.rows(`UPDATE payments SET enrolment_id = NULL, flag = 'disputed'`);
  const path = `/desk/payments/${order.reference}`;
  expect(await text(path)).not.toContain("Erase these people");
  expect(await text(path, OWNER)).toContain("Erase these people");
  expect((await post(`${path}/erase`, { sure: "ERASE" })).status).toBe(403);
  expect((await post(`${path}/erase`, { sure: "no" }, OWNER)).status).toBe(422);
  expect((await post(`${path}/erase`, { sure: "ERASE" }, OWNER)).status).toBe(303);
  expect(JSON.stringify(await desk.rows("SELECT * FROM payments"))).not.toContain("ada@example.com");
  expect(await text("/desk/trail")).toContain("Erased the personal data");
});
