/** The actions of staff at the desk, and their effects. */
import { expect, test } from "vitest";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { hiddenFields } from "../../../fixtures/hidden-fields.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { refundEvent } from "../../../fixtures/paystack-events.ts";
import { MEMBER, OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, start, readView, openEnrolment, mails } = enrolmentDesk(desk);
const { page, markup, post, text, fill, perform, question, confirm, undo } = staffDesk(desk);

const CASH = { channel: "cash", amount: "70000", day: "2026-11-21", proof: "" };

test("a confirmed bank transfer pays the next charge, and the learner gets a receipt", async () => {
  const { id, key, path } = await enrolled();
  const action = `${path}/record-payment`;
  const typed = { channel: "transfer", amount: "70,000", day: "2026-11-20", proof: "GTB 4411" };
  const confirmation = await fill(action, typed);
  expect(confirmation.status).toBe(200);
  const html = await confirmation.text();
  expect(html).toContain("N70,000 by bank transfer came on Nov 20, 2026, number GTB 4411.");
  expect(html).toContain("Tuition, payment 2 of 6");
  expect(await readView(id, key)).toMatchObject({ paid: { minor: 20_900_000 } });
  expect((await post(action, hiddenFields(html, action))).status).toBe(303);
  expect(await readView(id, key)).toMatchObject({ paid: { minor: 27_900_000 }, left: { minor: 28_000_000 } });
  const receipt = (await mails()).at(-1);
  expect(receipt?.subject).toMatch(/^Receipt/);
  expect(receipt?.text).toContain("bank transfer");
  const after = await text(path);
  expect(after).toContain("Recorded N70,000 by bank transfer of Nov 20, 2026");
  expect(after).toContain(MEMBER);
});

test("a transfer recorded by mistake is undone once, and the learner is mailed", async () => {
  const { id, key, path } = await enrolled();
  const viewBefore = await readView(id, key);
  const recorded = await perform(path, "record-payment", CASH);
  expect(await readView(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
  for (let again = 0; again < 2; again += 1) await undo(path, recorded);
  const { paid, left, receipts } = await readView(id, key);
  expect({ paid, left, receipts }).toEqual({
    paid: viewBefore.paid,
    left: viewBefore.left,
    receipts: viewBefore.receipts,
  });
  expect(await text(path)).toContain("Recorded by mistake, and taken back N70,000.");
  expect(await text("/desk")).toContain("N209,000");
  const latest = (await mails()).at(-1);
  expect(latest?.text).toContain("Payment: taken back: it was recorded by mistake");
  expect(latest?.text).toContain("Before: N70,000 by cash");
});

test("a recorded transfer of which money was given back since is not undone", async () => {
  const { path } = await enrolled();
  const recorded = await perform(path, "record-payment", CASH);
  const [, reference] = /(TUI-\d{8}-\w{10})/.exec(await text(path)) ?? [];
  const typed = { ...CASH, reference: `${reference}`, way: "elsewhere", amount: "20000" };
  await perform(path, "refund", typed, OWNER);
  const answer = await undo(path, recorded);
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("given back since")]);
});

test("a question says what an amount goes to, and what of it is too much", async () => {
  const { path } = await enrolled();
  const asks = (amount: string) => question(path, "record-payment", { ...CASH, amount });
  expect(await asks("350000")).not.toMatch(/will be a credit|flagged/);
  expect(await asks("350001")).toContain("That is N1 more than is left");
  await perform(path, "record-payment", { ...CASH, amount: "350000" });
  const tooMuch = await asks("70000");
  expect(tooMuch).toContain("Nothing is left to pay: it will be a credit, and flagged as overpaid.");
  expect(tooMuch).not.toContain("more than is left");
  await perform(path, "withdraw", { day: "2026-11-21" });
  expect(await asks("70000")).toContain("The learner withdrew on Nov 21, 2026: it will be flagged.");
});

test("a question says that the learner is mailed only where a mail goes out", async () => {
  const paid = await enrolled();
  const order = fiveInstallments(desk.now);
  const started = await start(order);
  const { learner } = order;
  const actions: [string, Record<string, string>][] = [
    ["withdraw", { day: "2026-11-21" }],
    ["move", { cohort: "cohort-2027-02-06" }],
    ["correct", { ...learner, firstName: "Adaora", guardian: "", consent: "", marketing: "" }],
  ];
  for (const [name, fields] of actions) {
    expect(await question(paid.path, name, fields), name).toContain("The learner gets an email");
    const unpaid = await question(started.path, name, fields);
    expect(unpaid, name).toContain("is this right?");
    expect(unpaid, name).not.toContain("gets an email");
    expect(unpaid, name).toContain("No email is sent");
  }
});

test("staff who sign in again after a form was sent read that nothing was done, and where to go", async () => {
  const { path } = await enrolled();
  for (const address of ["/desk/search", `${path}/undo`]) {
    const answer = await page(address);
    expect(answer.status, address).toBe(405);
    expect(await answer.text(), address).toContain("Nothing was done. Go back and send it again.");
  }
  expect(await text("/desk/nowhere")).toContain("There&#39;s no desk page at this address.");
});

test("a form with errors keeps its fields and shows a message for each error", async () => {
  const { path } = await enrolled();
  const typed = { channel: "cash", amount: "lots", day: "2026-12-24", proof: "book 7" };
  const answer = await confirm(`${path}/record-payment`, typed);
  expect(answer.status).toBe(422);
  const again = await answer.text();
  expect(again).toContain("Write an amount above nothing");
  expect(again).toContain("This day is still to come.");
  expect(again).toContain('value="lots"');
  expect(again).toContain('value="book 7"');
});

test("the second of two people sees the first one's change, and the form keeps its fields", async () => {
  const { id, key, path } = await enrolled();
  const action = `${path}/record-payment`;
  const second = hiddenFields(await text(action, OWNER), action);
  await perform(path, "record-payment", CASH);
  const answer = await post(action, { ...second, ...CASH, proof: "book 12", confirmed: "yes" }, OWNER);
  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(html).toContain("Recorded N70,000 by cash");
  expect(html).toContain("The amount paid was N209,000, and is N279,000 now.");
  expect(html).toContain('value="book 12"');
  expect(await readView(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
});

test("a withdrawal shows the rule of its day, and can be undone; the learner is notified of both", async () => {
  const { id, key, path } = await enrolled();
  expect(await question(path, "withdraw", { day: "2026-11-21" })).toContain(
    "You can withdraw until Nov 28, 2026",
  );
  const after = await perform(path, "withdraw", { day: "2026-11-21" });
  expect(await readView(id, key)).toMatchObject({ state: "withdrawn", withdrawnOn: "2026-11-21" });
  for (let again = 0; again < 2; again += 1) await undo(path, after);
  expect(await readView(id, key)).toMatchObject({ state: "active", withdrawnOn: null });
  const [, withdrawn, goesOn, ...more] = await mails();
  expect(withdrawn?.text).toContain("Enrolment: withdrawn on Nov 21, 2026");
  expect(goesOn?.text).toContain("Enrolment: goes on");
  expect(goesOn?.text).toContain("Before: withdrawn on Nov 21, 2026");
  expect(more).toEqual([]);
});

test("details are corrected by staff alone where a learner may not, and found again by them", async () => {
  const { id, key, path } = await enrolled();
  const phone = "+2348099998888";
  await perform(path, "correct", { firstName: "Adaọra", lastName: "Obi", email: "ada@example.com", phone });
  expect((await readView(id, key)).learner).toMatchObject({ firstName: "Adaọra", phone });
  for (const sought of ["adaora", "0809 999 8888", id.toLowerCase()]) {
    const answer = await post("/desk/search", { sought });
    expect(answer.headers.get("location"), sought).toBe(path);
  }
  const mail = (await mails()).at(-1)?.text;
  expect(mail).toContain("Phone Number: Changed.");
  expect(mail).not.toContain("99998888");
});

test("staff correct an age, and the guardian that it asks for", async () => {
  const { id, key, path } = await enrolled();
  const { learner } = await readView(id, key);
  const minor = { ...learner, age: "Under 18", guardianName: "Ngozi Obi", guardianContact: "0809 999 8888" };
  const refused = await confirm(`${path}/correct`, { ...minor, guardianContact: "0809" });
  expect(await refused.text()).toContain("Enter a phone number like 0803 123 4567");
  await perform(path, "correct", minor);
  const guardian = { name: "Ngozi Obi", contact: "+2348099998888", consent: false };
  expect((await readView(id, key)).learner).toMatchObject({ age: "Under 18", guardian });
  expect((await mails()).at(-1)?.text).toContain("Guardian: Changed.");
  await perform(path, "correct", { ...minor, age: "18-24" });
  expect((await readView(id, key)).learner).toMatchObject({ age: "18-24", guardian: null });
});

test("an address that staff correct ends every older key of the learner", async () => {
  const { id, key, path } = await enrolled();
  const typed = { ...(await readView(id, key)).learner, guardian: "", consent: "", marketing: "" };
  await perform(path, "correct", { ...typed, email: "ada.obi@example.com" });
  expect((await openEnrolment(id, key)).status).toBe(404);
});

test("no browser keeps the details that staff type of a person", async () => {
  const { path } = await enrolled();
  const details = await text(`${path}/correct`);
  expect(details.match(/autocomplete="off"/g)).toHaveLength(10);
});

test("a note is shown with its lines until it is undone", async () => {
  const { path } = await enrolled();
  const html = await perform(path, "note", { text: "Called.\nPays on Friday" });
  expect(html).toContain("Called.\nPays on Friday");
  await undo(path, html);
  expect(await text(path)).not.toContain("Pays on Friday");
});

test("a flag comes with advice, and the flag of a duplicate links to the other enrolment", async () => {
  const first = await enrolled();
  const second = await enrolled();
  const advice = "This learner already has an enrolment in this course and cohort.";
  const html = await text(second.path);
  const adviceCount = html.split(advice).length - 1;
  expect(adviceCount).toBe(1);
  expect(html).toContain(`href="${first.path}"`);
  expect(html).toContain("the same name, email address, phone number");
  const viewed = await text(second.path, VIEWER);
  for (const words of [advice, first.id]) expect(viewed).not.toContain(words);
  expect(await text(first.path)).not.toContain(advice);
  await desk.paystackSends(refundEvent("refund.processed", first.order, { amount: "5000000" }));
  expect(await text(first.path)).toContain("Part of the payment went back to the payer");
});

test("a flag that is marked as looked at leaves today's page until another one comes", async () => {
  const first = await enrolled();
  const second = await enrolled();
  const flagged = async () => (await text("/desk")).split("Needs you now")[1];
  expect(await flagged()).toContain(second.id);
  const html = await perform(second.path, "looked-at", {});
  expect(html).not.toContain("This learner already has an enrolment");
  expect(await flagged()).not.toContain(second.id);
  expect(await text("/desk")).not.toContain("Enrolled or paid twice");
  await undo(second.path, html);
  expect(await flagged()).toContain(second.id);
  expect(await flagged()).not.toContain(`${first.id}"`);
});

test("dates and references do not break, and texts that staff typed are not changed", async () => {
  const { id, path } = await enrolled();
  const html = await markup(path);
  const wholes = [...html.matchAll(/<span class="whole">(.*?)<\/span>/g)].map(([, text]) => text);
  expect(wholes).toEqual(expect.arrayContaining([id, "Nov 21, 2026, 10:00", "Jan 5, 2027"]));
  expect(wholes).toContainEqual(expect.stringMatching(/^REG-\d{8}-\w{10}$/));
  expect(await markup(`${path}/message`)).not.toMatch(/<textarea[^>]*>[^<]*<span/);
});

test("a fresh link and a receipt are sent again", async () => {
  const { path, reference } = await enrolled();
  await perform(path, "send", { what: "link" });
  expect(await perform(path, "send", { what: reference })).toContain(
    `Sent the receipt of ${reference} again`,
  );
  const again = await desk.rows("SELECT id FROM mails WHERE idempotency_key LIKE 'learner:%:again:%'");
  expect(again).toHaveLength(2);
});

test("a mail that staff cannot send any more is not sent, and the form asks again", async () => {
  const { path, reference, order } = await enrolled();
  const form = hiddenFields(await text(`${path}/send`), `${path}/send`);
  await desk.paystackSends(refundEvent("refund.processed", order));
  for (const what of ["", "REG-20261121-ZZZZZZZZZZ", "mail-x", reference]) {
    const answer = await post(`${path}/send`, { ...form, what, confirmed: "yes" });
    expect(answer.status, what).toBe(422);
    expect(await answer.text()).toContain("Choose what to send.");
  }
});
