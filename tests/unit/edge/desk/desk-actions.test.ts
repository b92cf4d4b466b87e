/** What staff do at the desk, and its effects. */
import { describe, expect, test } from "vitest";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { hiddenFields, MEMBER, OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { start, enrolled, seen, look, mails } = enrolmentDesk(desk);
const { page, post, text, fill, confirm, undo } = staffDesk(desk);

async function paidEnrolment() {
  const started = await enrolled();
  return { ...started, path: `/desk/enrolments/${started.id}` };
}

/** Fills in an action's form, and says yes. @returns the page it leads to */
async function does(path: string, name: string, fields: Record<string, string>, by = MEMBER) {
  const answer = await confirm(`${path}/${name}`, fields, by);
  expect(answer.status, await answer.clone().text()).toBe(303);
  return text(answer.headers.get("location") ?? "", by);
}

/** What is asked before an action is done. */
const question = async (path: string, name: string, fields: Record<string, string>, by = MEMBER) =>
  (await fill(`${path}/${name}`, fields, by)).text();

const CASH = { channel: "cash", amount: "70000", day: "2026-11-21", proof: "" };

test("a bank transfer is recorded once it is confirmed, pays the next charge, and the learner gets a receipt", async () => {
  const { id, key, path } = await paidEnrolment();
  const action = `${path}/record-payment`;
  const typed = { channel: "transfer", amount: "70,000", day: "2026-11-20", proof: "GTB 4411" };
  const asked = await fill(action, typed);
  expect(asked.status).toBe(200);
  const shown = await asked.text();
  expect(shown).toContain("N70,000 NGN by bank transfer came on Nov 20, 2026, number GTB 4411.");
  expect(shown).toContain("Tuition, payment 2 of 6");
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 20_900_000 } });
  expect((await post(action, hiddenFields(shown, action))).status).toBe(303);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 27_900_000 }, left: { minor: 28_000_000 } });
  const receipt = (await mails()).at(-1);
  expect(receipt?.subject).toMatch(/^Receipt/);
  expect(receipt?.text).toContain("bank transfer");
  const after = await text(path);
  expect(after).toContain("Recorded N70,000 NGN by bank transfer of Nov 20, 2026");
  expect(after).toContain(MEMBER);
});

test("a question says what an amount goes to, once: what is too much, and what comes after a withdrawal", async () => {
  const { path } = await paidEnrolment();
  const asks = (amount: string) => question(path, "record-payment", { ...CASH, amount });
  expect(await asks("350000")).not.toMatch(/will be a credit|flagged/);
  expect(await asks("350001")).toContain("That is N1 NGN more than is left");
  await does(path, "record-payment", { ...CASH, amount: "350000" });
  const tooMuch = await asks("70000");
  expect(tooMuch).toContain("Nothing is left to pay: it will be a credit, and flagged as overpaid.");
  expect(tooMuch).not.toContain("more than is left");
  await does(path, "withdraw", { day: "2026-11-21" });
  expect(await asks("70000")).toContain("The learner withdrew on Nov 21, 2026: it will be flagged.");
});

test("a question says that the learner is mailed only where a mail goes out", async () => {
  const paid = await paidEnrolment();
  const order = fiveInstallments(desk.now);
  const started = `/desk/enrolments/${(await start(order)).id}`;
  const { learner } = order;
  const actions: [string, Record<string, string>][] = [
    ["withdraw", { day: "2026-11-21" }],
    ["move", { cohort: "cohort-2027-02-06" }],
    ["correct", { ...learner, firstName: "Adaora", guardian: "", consent: "", marketing: "" }],
  ];
  for (const [name, fields] of actions) {
    expect(await question(paid.path, name, fields), name).toContain("The learner gets an email");
    const unpaid = await question(started, name, fields);
    expect(unpaid, name).toContain("is this right?");
    expect(unpaid, name).not.toContain("gets an email");
    expect(unpaid, name).toContain("No email is sent");
  }
});

test("staff who sign in again after a form was sent read that nothing was done, and where to go", async () => {
  const { path } = await paidEnrolment();
  for (const address of ["/desk/search", `${path}/undo`]) {
    const answer = await page(address);
    expect(answer.status, address).toBe(405);
    expect(await answer.text(), address).toContain("Nothing was done. Go back and send it again.");
  }
  expect(await text("/desk/nowhere")).toContain("There&#39;s no desk page at this address.");
});

test("what is typed wrong comes back with the words that help, and everything that was typed", async () => {
  const { path } = await paidEnrolment();
  const typed = { channel: "cash", amount: "lots", day: "2026-12-24", proof: "<b>7</b>" };
  const answer = await confirm(`${path}/record-payment`, typed);
  expect(answer.status).toBe(422);
  const again = await answer.text();
  expect(again).toContain("Write an amount above nothing");
  expect(again).toContain("This day is still to come.");
  expect(again).toContain('value="lots"');
  expect(again).toContain("&lt;b&gt;7&lt;/b&gt;");
  expect(again).not.toContain("<b>7</b>");
});

test("the second of two people reads what the first did, and loses nothing that was typed", async () => {
  const { id, key, path } = await paidEnrolment();
  const action = `${path}/record-payment`;
  const second = hiddenFields(await text(action, OWNER), action);
  await does(path, "record-payment", CASH);
  const answer = await post(action, { ...second, ...CASH, proof: "book 12", confirmed: "yes" }, OWNER);
  expect(answer.status).toBe(409);
  const told = await answer.text();
  expect(told).toContain("Recorded N70,000 NGN by cash");
  expect(told).toContain("N209,000 was paid, and N279,000 is now.");
  expect(told).toContain('value="book 12"');
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
});

/** Paystack reports its own refund. @param told amount in kobo */
const refundAtPaystack = (reference: string, { event = "refund.processed", amount = "5000000" } = {}) =>
  desk.paystackSends({
    event,
    data: {
      status: event.slice("refund.".length),
      transaction_reference: reference,
      refund_reference: event === "refund.processed" ? "RF-1" : null,
      amount,
      currency: "NGN",
      processor: "",
      customer: { first_name: "Ada", last_name: "Obi", email: "ada@example.com" },
      integration: 100,
      domain: "live",
    },
  });

describe("a refund", () => {
  const GIVEN = { amount: "50000", day: "2026-11-21" };

  async function refundable() {
    const { id, key, path } = await paidEnrolment();
    const { reference } = (await seen(id, key)).receipts[0];
    const record = (fields: Record<string, string>) =>
      does(path, "refund", { ...GIVEN, reference, ...fields }, OWNER);
    const paid = async () => (await seen(id, key)).paid.minor;
    return { id, path, reference, record, paid };
  }

  test("only an owner records a refund; a provider's later report of it is not counted twice", async () => {
    const { path, reference, record, paid } = await refundable();
    expect((await page(`${path}/refund`)).status).toBe(403);
    expect(await question(path, "refund", { ...GIVEN, reference, proof: "RF-1" }, OWNER)).toContain(
      "Choose how the money went back.",
    );
    await record({ proof: "RF-1", way: "provider" });
    expect(await paid()).toBe(15_900_000);
    await refundAtPaystack(reference);
    expect(await paid()).toBe(15_900_000);
  });

  test("that failed at the provider is still held, and one by bank transfer in its place is counted once", async () => {
    const { id, reference, record, paid } = await refundable();
    await record({ way: "provider" });
    expect(await paid()).toBe(15_900_000);
    await refundAtPaystack(reference, { event: "refund.failed" });
    expect(await paid()).toBe(20_900_000);
    expect(await text("/desk")).toContain(id);
    await record({ way: "elsewhere" });
    expect(await paid()).toBe(15_900_000);
  });

  test("that failed at the provider, and reached the payer there when it was tried again, is counted once", async () => {
    const { reference, record, paid } = await refundable();
    await record({ way: "provider" });
    await refundAtPaystack(reference, { event: "refund.failed" });
    await refundAtPaystack(reference);
    expect(await paid()).toBe(15_900_000);
    await record({ way: "provider", amount: "9000" });
    expect(await paid()).toBe(15_000_000);
  });

  test("that the provider has reported already is named to the owner who records it, before it is done", async () => {
    const { path, reference } = await refundable();
    const asked = (way: string) => question(path, "refund", { ...GIVEN, reference, way }, OWNER);
    const told = "Paystack has already reported N50,000 NGN of it as refunded, and that is counted.";
    expect(await asked("provider")).not.toContain("has already reported");
    await refundAtPaystack(reference);
    expect(await asked("provider")).toContain(told);
    expect(await asked("elsewhere")).not.toContain("has already reported");
  });

  test("by the provider as well, after one by bank transfer, is reported to staff", async () => {
    const { reference, record } = await refundable();
    const notices = () =>
      desk.rows<{ subject: string; message: string }>(
        "SELECT DISTINCT subject, message FROM mails WHERE idempotency_key LIKE ? ORDER BY id",
        `provider:${reference}:%`,
      );
    await record({ way: "elsewhere", amount: "209000" });
    expect((await notices()).at(-1)?.subject).not.toContain("(update 3)");
    for (const amount of ["20900000", "20900000"]) await refundAtPaystack(reference, { amount });
    const last = (await notices()).at(-1);
    expect(last?.subject).toBe("Registration: refunded (update 3)");
    expect(last?.message).toContain("<th>Went back twice</th><td>N209,000 NGN</td>");
  });
});

test("a withdrawal shows the rule of its day, and can be undone; the learner is notified of both", async () => {
  const { id, key, path } = await paidEnrolment();
  expect(await question(path, "withdraw", { day: "2026-11-21" })).toContain(
    "You can withdraw until Nov 28, 2026",
  );
  const after = await does(path, "withdraw", { day: "2026-11-21" });
  expect(await seen(id, key)).toMatchObject({ state: "withdrawn", withdrawnOn: "2026-11-21" });
  for (let again = 0; again < 2; again += 1) await undo(path, after);
  expect(await seen(id, key)).toMatchObject({ state: "active", withdrawnOn: null });
  const [, withdrawn, goesOn, ...more] = await mails();
  expect(withdrawn?.text).toContain("Enrolment: withdrawn on Nov 21, 2026");
  expect(goesOn?.text).toContain("Enrolment: goes on");
  expect(goesOn?.text).toContain("Before: withdrawn on Nov 21, 2026");
  expect(more).toEqual([]);
});

test("a learner who moves to another cohort owes the rest by its dates, and what is paid stays", async () => {
  const { id, key, path } = await paidEnrolment();
  const before = await seen(id, key);
  await does(path, "move", { cohort: "cohort-2027-02-06" });
  const { learner, firstClass, charges } = await seen(id, key);
  expect([learner.cohort, firstClass]).toEqual(["cohort-2027-02-06", "2027-02-06"]);
  expect(charges.slice(0, 2)).toEqual(before.charges.slice(0, 2));
  expect(charges[2].due).toBe("2027-03-06");
});

test("details are corrected by staff alone where a learner may not, and found again by them", async () => {
  const { id, key, path } = await paidEnrolment();
  const phone = "+2348099998888";
  await does(path, "correct", { firstName: "Adaọra", lastName: "Obi", email: "ada@example.com", phone });
  expect((await seen(id, key)).learner).toMatchObject({ firstName: "Adaọra", phone });
  for (const sought of ["adaora", "0809 999 8888", id.toLowerCase()]) {
    const answer = await post("/desk/search", { sought });
    expect(answer.headers.get("location"), sought).toBe(path);
  }
  const mail = (await mails()).at(-1)?.text;
  expect(mail).toContain("Phone Number: Changed.");
  expect(mail).not.toContain("99998888");
});

test("an address that staff correct ends every older key of the learner", async () => {
  const { id, key, path } = await paidEnrolment();
  const typed = { ...(await seen(id, key)).learner, guardian: "", consent: "", marketing: "" };
  await does(path, "correct", { ...typed, email: "ada.obi@example.com" });
  expect((await look(id, key)).status).toBe(404);
});

test("no browser keeps the details that staff type of a person", async () => {
  const { path } = await paidEnrolment();
  const details = await text(`${path}/correct`);
  expect(details.match(/autocomplete="off"/g)).toHaveLength(7);
});

test("a note is kept as it was typed, escaped, taken back when asked, and gone when the person is erased", async () => {
  const { path } = await paidEnrolment();
  const shown = await does(path, "note", { text: "Called.\n<script>alert(1)</script>" });
  expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(shown).not.toContain("<script>alert");
  await undo(path, shown);
  expect(await text(path)).not.toContain("alert(1)");
});

test("a flag says what to do about it, and a duplicate which enrolment is the other", async () => {
  const first = await paidEnrolment();
  const second = await paidEnrolment();
  const advice = "This learner already has an enrolment in this course and cohort.";
  const shown = await text(second.path);
  expect(shown.split(advice)).toHaveLength(2);
  expect(shown).toContain(`href="${first.path}"`);
  expect(shown).toContain("the same name, email address, phone number");
  const viewed = await text(second.path, VIEWER);
  for (const words of [advice, first.id]) expect(viewed).not.toContain(words);
  expect(await text(first.path)).not.toContain(advice);
  const { reference } = (await seen(first.id, first.key)).receipts[0];
  await refundAtPaystack(reference);
  expect(await text(first.path)).toContain("Part of the payment went back to the payer");
});

test("marking a flag as looked at takes it off today's page until another one comes; undone, it is back", async () => {
  const first = await paidEnrolment();
  const second = await paidEnrolment();
  expect(await text("/desk")).toContain(second.id);
  const shown = await does(second.path, "looked-at", {});
  expect(shown).not.toContain("This learner already has an enrolment");
  expect(await text("/desk")).not.toContain(second.id);
  await undo(second.path, shown);
  expect(await text("/desk")).toContain(second.id);
  expect(await text("/desk")).not.toContain(`${first.id}"`);
});

test("a fresh link and a receipt are sent again", async () => {
  const { path, reference } = await paidEnrolment();
  await does(path, "send", { what: "link" });
  expect(await does(path, "send", { what: reference })).toContain(`Sent the receipt of ${reference} again`);
  const again = await desk.rows("SELECT id FROM mails WHERE idempotency_key LIKE 'learner:%:again:%'");
  expect(again).toHaveLength(2);
});

test("a mail that staff cannot send is not sent, and the form asks again; nor is a receipt of money that went back meanwhile", async () => {
  const { path, reference } = await paidEnrolment();
  const form = hiddenFields(await text(`${path}/send`), `${path}/send`);
  await refundAtPaystack(reference, { amount: "20900000" });
  for (const what of ["", "REG-20261121-ZZZZZZZZZZ", "mail-x", reference]) {
    const answer = await post(`${path}/send`, { ...form, what, confirmed: "yes" });
    expect(answer.status, what).toBe(422);
    expect(await answer.text()).toContain("Choose what to send.");
  }
});

test("an erased person's enrolment is withdrawn, so that it is not late for ever, and no list asks staff to write to them", async () => {
  const { id, path } = await paidEnrolment();
  await does(path, "erase", { sure: "ERASE" }, OWNER);
  desk.later(60 * 24 * 50);
  const late = await text("/desk/enrolments?owes=late");
  expect(late).toContain(id);
  expect(late).not.toContain(`${path}/message`);
  expect(await text(path)).toContain(`href="${path}/withdraw"`);
  expect(await question(path, "withdraw", { day: "2027-01-09" })).not.toContain("gets an email");
  await does(path, "withdraw", { day: "2027-01-09" });
  expect(await text("/desk/enrolments?owes=late")).not.toContain(id);
});

test("an owner reads the name in each enrolment that goes with a person's address, which may be another's", async () => {
  const { id, path } = await paidEnrolment();
  const registration = { email: "ada@example.com", firstName: "Bisi", lastName: "Bello" };
  const other = await enrolled(orderOf({ reference: freshReference(), registration }));
  const shown = await question(path, "erase", { sure: "erase" }, OWNER);
  expect(shown).toContain(`${id}, Ada Obi`);
  expect(shown).toContain(`${other.id}, Bisi Bello`);
});

test("an owner erases a person: nothing names them, and the accounts stay", async () => {
  const { id, path } = await paidEnrolment();
  await does(path, "note", { text: "Ada's sister pays" });
  expect((await page(`${path}/erase`)).status).toBe(403);
  const shown = await does(path, "erase", { sure: "erase" }, OWNER);
  expect(shown).toContain("This person’s data was erased");
  expect(shown).toContain("N209,000 NGN");
  for (const word of ["ada@example.com", "2348012345678", "Ada", "sister"]) expect(shown).not.toContain(word);
  const left = await desk.rows(
    `SELECT word FROM enrolment_names UNION SELECT digest FROM enrolment_keys
     UNION SELECT message FROM mails WHERE message LIKE '%ada@example%'`,
  );
  expect(left).toEqual([]);
  expect(await text(`/desk/enrolments/${id}`, VIEWER)).not.toContain("Ada");
});

test("a person whose address is not known any more is erased in the mails as well", async () => {
  const { path } = await paidEnrolment();
  await does(path, "correct", { email: "" });
  await does(path, "erase", { sure: "ERASE" }, OWNER);
  const left = await desk.rows(
    "SELECT to_address, subject FROM mails WHERE to_address LIKE 'ada@%' OR message LIKE '%Ada%'",
  );
  expect(left).toEqual([]);
});
