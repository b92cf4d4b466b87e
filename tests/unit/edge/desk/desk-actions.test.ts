/** What staff do at the desk, and its effects. */
import { expect, test } from "vitest";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { bearer, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { ACTIONS, hiddenFields, MEMBER, OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { start, enrolled, seen } = enrolmentDesk(desk);
const { page, post, text } = staffDesk(desk);

async function paidEnrolment() {
  const started = await enrolled();
  return { ...started, path: `/desk/enrolments/${started.id}` };
}

/** Opens an action's form, as somebody does before anything else. */
const opened = async (path: string, name: string, by = MEMBER) =>
  hiddenFields(await text(`${path}/${name}`, by), `${path}/${name}`);

/** Fills in an action's form, and says yes. @returns the answer, and the page it leads to */
async function does(path: string, name: string, fields: Record<string, string>, by = MEMBER) {
  const form = await opened(path, name, by);
  const answer = await post(`${path}/${name}`, { ...form, ...fields, confirmed: "yes" }, by);
  expect(answer.status, await answer.clone().text()).toBe(303);
  return (await page(answer.headers.get("location") ?? "", by)).text();
}

/** The text of the latest mail that notifies a learner of a change. */
const latestChange = async (id: string) => {
  const mail = await desk.db
    .prepare("SELECT plain_text AS text FROM mails WHERE idempotency_key LIKE ? ORDER BY id DESC LIMIT 1")
    .bind(`learner:${id}:changed:%`)
    .first<{ text: string }>();
  return mail?.text;
};

test("a bank transfer is recorded once it is confirmed, pays the next charge, and the learner gets a receipt", async () => {
  const { id, key, path } = await paidEnrolment();
  const form = await opened(path, "record-payment");
  const typed = { channel: "transfer", amount: "70,000", day: "2026-11-20", proof: "GTB 4411" };
  const asked = await post(`${path}/record-payment`, { ...form, ...typed });
  expect(asked.status).toBe(200);
  const question = await asked.text();
  expect(question).toContain("N70,000 NGN by bank transfer came on Nov 20, 2026, number GTB 4411.");
  expect(question).toContain("Tuition, payment 2 of 6");
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 20_900_000 } });
  const confirmed = hiddenFields(question, `${path}/record-payment`);
  const done = await post(`${path}/record-payment`, confirmed);
  expect(done.status).toBe(303);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 27_900_000 }, left: { minor: 28_000_000 } });
  const receipt = await desk.db
    .prepare("SELECT plain_text AS text FROM mails WHERE subject LIKE 'Receipt%' ORDER BY id DESC LIMIT 1")
    .bind()
    .first<{ text: string }>();
  expect(receipt?.text).toContain("bank transfer");
  // The same form again does nothing more.
  expect((await post(`${path}/record-payment`, confirmed)).headers.get("location")).toBe(
    done.headers.get("location"),
  );
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 27_900_000 } });
  const shown = await text(path);
  expect(shown).toContain("Recorded N70,000 NGN by bank transfer of Nov 20, 2026");
  expect(shown).toContain(MEMBER);
});

test("a question says what an amount goes to, once: what is too much, and what comes after a withdrawal", async () => {
  const { path } = await paidEnrolment();
  const asks = async (amount: string) => {
    const typed = { channel: "cash", amount, day: "2026-11-21", proof: "" };
    return (
      await post(`${path}/record-payment`, { ...(await opened(path, "record-payment")), ...typed })
    ).text();
  };
  const flagged = /will be a credit|flagged/g;
  expect((await asks("350000")).match(flagged)).toBeNull();
  expect(await asks("350001")).toContain("That is N1 NGN more than is left");
  await does(path, "record-payment", { channel: "cash", amount: "350000", day: "2026-11-21", proof: "" });
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
  const asked = {
    withdraw: { day: "2026-11-21" },
    move: { cohort: "cohort-2027-02-06" },
  };
  const { learner } = order;
  const correct = { ...learner, firstName: "Adaora", guardian: "", consent: "", marketing: "" };
  for (const [name, fields] of Object.entries({ ...asked, correct })) {
    const question = async (path: string) =>
      (await post(`${path}/${name}`, { ...(await opened(path, name)), ...fields })).text();
    expect(await question(paid.path), name).toContain("The learner gets an email");
    const unpaid = await question(started);
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
  const form = await opened(path, "record-payment");
  const typed = { channel: "cash", amount: "lots", day: "2026-12-24", proof: "<b>7</b>" };
  const answer = await post(`${path}/record-payment`, { ...form, ...typed, confirmed: "yes" });
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
  const second = await opened(path, "record-payment", OWNER);
  await does(path, "record-payment", { channel: "cash", amount: "70000", day: "2026-11-21", proof: "" });
  const typed = { channel: "cash", amount: "70000", day: "2026-11-21", proof: "book 12", confirmed: "yes" };
  const answer = await post(`${path}/record-payment`, { ...second, ...typed }, OWNER);
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

test("only an owner records a refund; a provider's later report of it is not counted twice", async () => {
  const { id, key, path } = await paidEnrolment();
  expect((await page(`${path}/refund`)).status).toBe(403);
  const { reference } = (await seen(id, key)).receipts[0];
  const given = { reference, amount: "50000", day: "2026-11-21", proof: "RF-1" };
  const form = await opened(path, "refund", OWNER);
  expect(await (await post(`${path}/refund`, { ...form, ...given }, OWNER)).text()).toContain(
    "Choose how the money went back.",
  );
  await does(path, "refund", { ...given, way: "provider" }, OWNER);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 15_900_000 } });
  await refundAtPaystack(reference);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 15_900_000 } });
});

test("a refund that failed at the provider is still held, and one by bank transfer in its place is counted once", async () => {
  const { id, key, path } = await paidEnrolment();
  const { reference } = (await seen(id, key)).receipts[0];
  const given = { reference, amount: "50000", day: "2026-11-21" };
  await does(path, "refund", { ...given, way: "provider" }, OWNER);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 15_900_000 } });
  await refundAtPaystack(reference, { event: "refund.failed" });
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 20_900_000 } });
  expect(await text("/desk")).toContain(id);
  await does(path, "refund", { ...given, way: "elsewhere" }, OWNER);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 15_900_000 } });
});

test("a refund that failed at the provider, and reached the payer there when it was tried again, is counted once", async () => {
  const { id, key, path } = await paidEnrolment();
  const { reference } = (await seen(id, key)).receipts[0];
  const given = { reference, way: "provider", amount: "50000", day: "2026-11-21" };
  await does(path, "refund", given, OWNER);
  await refundAtPaystack(reference, { event: "refund.failed" });
  await refundAtPaystack(reference);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 15_900_000 } });
  await does(path, "refund", { ...given, amount: "9000" }, OWNER);
  expect(await seen(id, key)).toMatchObject({ paid: { minor: 15_000_000 } });
});

test("an owner who records a refund that the provider has reported already reads so before it is done", async () => {
  const { id, key, path } = await paidEnrolment();
  const { reference } = (await seen(id, key)).receipts[0];
  const asked = async (way: string) => {
    const form = await opened(path, "refund", OWNER);
    const given = { ...form, reference, way, amount: "50000", day: "2026-11-21" };
    return (await post(`${path}/refund`, given, OWNER)).text();
  };
  const told = "Paystack has already reported N50,000 NGN of it as refunded, and that is counted.";
  expect(await asked("provider")).not.toContain("has already reported");
  await refundAtPaystack(reference);
  expect(await asked("provider")).toContain(told);
  expect(await asked("elsewhere")).not.toContain("has already reported");
});

test("money that the provider gives back as well, after a bank transfer has, is reported to staff", async () => {
  const { id, key, path } = await paidEnrolment();
  const { reference } = (await seen(id, key)).receipts[0];
  const notices = async () => {
    const { results } = await desk.db
      .prepare("SELECT DISTINCT subject, message FROM mails WHERE idempotency_key LIKE ? ORDER BY id")
      .bind(`provider:${reference}:%`)
      .all<{ subject: string; message: string }>();
    return results;
  };
  await does(path, "refund", { reference, way: "elsewhere", amount: "209000", day: "2026-11-21" }, OWNER);
  const subjects = async () => (await notices()).map(({ subject }) => subject);
  const before = await subjects();
  await refundAtPaystack(reference, { amount: "20900000" });
  await refundAtPaystack(reference, { amount: "20900000" });
  expect(await subjects()).not.toEqual(before);
  const last = (await notices()).at(-1);
  expect(last?.subject).toBe("Registration: refunded (update 3)");
  expect(last?.message).toContain("<th>Went back twice</th><td>N209,000 NGN</td>");
});

test("a withdrawal shows the rule of its day, and can be undone; the learner is notified of both", async () => {
  const { id, key, path } = await paidEnrolment();
  const form = await opened(path, "withdraw");
  const question = await (await post(`${path}/withdraw`, { ...form, day: "2026-11-21" })).text();
  expect(question).toContain("You can withdraw until Nov 28, 2026");
  const after = await does(path, "withdraw", { day: "2026-11-21" });
  expect(await seen(id, key)).toMatchObject({ state: "withdrawn", withdrawnOn: "2026-11-21" });
  expect(await latestChange(id)).toContain("Enrolment: withdrawn on Nov 21, 2026");
  const undoing = hiddenFields(after, `${path}/undo`);
  for (let again = 0; again < 2; again += 1) await post(`${path}/undo`, undoing);
  expect(await seen(id, key)).toMatchObject({ state: "active", withdrawnOn: null });
  const mail = await latestChange(id);
  expect(mail).toContain("Enrolment: goes on");
  expect(mail).toContain("Before: withdrawn on Nov 21, 2026");
  const told = desk.db.prepare("SELECT COUNT(*) AS count FROM mails WHERE idempotency_key LIKE ?");
  expect(await told.bind(`learner:${id}:changed:%`).first()).toEqual({ count: 2 });
});

test("a learner who moves to another cohort owes the rest by its dates, and what is paid stays", async () => {
  const { id, key, path } = await paidEnrolment();
  const due = (view: { charges: { number: number; due: string | null }[] }) =>
    view.charges.map((each) => each.due);
  const before = due(await seen(id, key));
  await does(path, "move", { cohort: "cohort-2027-02-06" });
  const after = await seen(id, key);
  expect(after.learner.cohort).toBe("cohort-2027-02-06");
  expect(after.firstClass).toBe("2027-02-06");
  expect(due(after).slice(0, 2)).toEqual(before.slice(0, 2));
  expect(due(after)[2]).toBe("2027-03-06");
});

test("details are corrected by staff alone where a learner may not, and found again by them", async () => {
  const { id, key, path } = await paidEnrolment();
  await does(path, "correct", {
    firstName: "Adaọra",
    lastName: "Obi",
    email: "ada@example.com",
    phone: "+2348099998888",
    whatsapp: "",
    country: "Nigeria",
    state: "Lagos",
  });
  expect((await seen(id, key)).learner).toMatchObject({ firstName: "Adaọra", phone: "+2348099998888" });
  for (const sought of ["adaora", "obi ada", "0809 999 8888", "ADA@example.com", id.toLowerCase()]) {
    const answer = await post("/desk/search", { sought });
    expect(answer.headers.get("location"), sought).toBe(path);
  }
  const mail = await latestChange(id);
  expect(mail).toContain("Phone Number: Changed.");
  expect(mail).not.toContain("99998888");
});

test("an address that staff correct ends every older key of the learner", async () => {
  const { id, key, path } = await paidEnrolment();
  const typed = { ...(await seen(id, key)).learner, guardian: "", consent: "", marketing: "" };
  await does(path, "correct", { ...typed, email: "ada.obi@example.com" });
  const request = new Request(`${EDGE_ORIGIN}/prod/enrolments/${id}`, { headers: bearer(key) });
  expect((await desk.ask(request)).status).toBe(404);
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
  await post(`${path}/undo`, hiddenFields(shown, `${path}/undo`));
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
  await does(second.path, "looked-at", {});
  expect(await text(second.path)).not.toContain(advice);
});

test("marking a flag as looked at takes it off today's page until another one comes; undone, it is back", async () => {
  const first = await paidEnrolment();
  const second = await paidEnrolment();
  expect(await text("/desk")).toContain(second.id);
  const shown = await does(second.path, "looked-at", {});
  expect(await text("/desk")).not.toContain(second.id);
  await post(`${second.path}/undo`, hiddenFields(shown, `${second.path}/undo`));
  expect(await text("/desk")).toContain(second.id);
  expect(await text("/desk")).not.toContain(`${first.id}"`);
});

test("a fresh link and a receipt are sent again, each once for its form", async () => {
  const { id, path } = await paidEnrolment();
  const count = async () => {
    const row = await desk.db
      .prepare("SELECT COUNT(*) AS count FROM mails WHERE idempotency_key LIKE 'learner:%:again:%'")
      .bind()
      .first<{ count: number }>();
    return row?.count;
  };
  await does(path, "send", { what: "link" });
  const form = await text(`${path}/send`);
  const reference = /value="((?:REG|TUI)-[^"]+)"/.exec(form)?.[1] ?? "";
  const hiddens = hiddenFields(form, `${path}/send`);
  for (let again = 0; again < 2; again += 1) {
    await post(`${path}/send`, { ...hiddens, what: reference, confirmed: "yes" });
  }
  expect(await count()).toBe(2);
  expect(await text(path)).toContain(`Sent the receipt of ${reference} again`);
  expect(id).toMatch(/^ENR-/);
});

test("a mail that staff cannot send is not sent, and the form asks again", async () => {
  const { path } = await paidEnrolment();
  const form = await opened(path, "send");
  for (const what of ["", "REG-20261121-ZZZZZZZZZZ", "mail-x"]) {
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
  const form = await opened(path, "withdraw");
  const question = await (await post(`${path}/withdraw`, { ...form, day: "2027-01-09" })).text();
  expect(question).not.toContain("gets an email");
  await does(path, "withdraw", { day: "2027-01-09" });
  expect(await text("/desk/enrolments?owes=late")).not.toContain(id);
});

test("no receipt of nothing is sent where the money went back after the form was opened", async () => {
  const { id, key, path } = await paidEnrolment();
  const { reference } = (await seen(id, key)).receipts[0];
  const form = { ...(await opened(path, "send")), what: reference, confirmed: "yes" };
  await refundAtPaystack(reference, { amount: "20900000" });
  const answer = await post(`${path}/send`, form);
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining("Choose what to send."),
  ]);
});

test("an owner reads the name in each enrolment that goes with a person's address, which may be another's", async () => {
  const { id, path } = await paidEnrolment();
  const registration = { email: "ada@example.com", firstName: "Bisi", lastName: "Bello" };
  const other = await enrolled(orderOf({ reference: freshReference(), registration }));
  const form = { ...(await opened(path, "erase", OWNER)), sure: "erase" };
  const question = await (await post(`${path}/erase`, form, OWNER)).text();
  expect(question).toContain(`${id}, Ada Obi`);
  expect(question).toContain(`${other.id}, Bisi Bello`);
});

test("an owner erases a person: nothing names them, the accounts stay, and a form that was open says so", async () => {
  const { id, path } = await paidEnrolment();
  await does(path, "note", { text: "Ada's sister pays" });
  const open = await opened(path, "move");
  expect((await page(`${path}/erase`)).status).toBe(403);
  const shown = await does(path, "erase", { sure: "erase" }, OWNER);
  expect(shown).toContain("This person’s data was erased");
  expect(shown).toContain("N209,000 NGN");
  for (const word of ["ada@example.com", "2348012345678", "Ada", "sister"]) expect(shown).not.toContain(word);
  const late = await post(`${path}/move`, { ...open, cohort: "cohort 10" });
  expect(late.status).toBe(410);
  const left = await desk.db
    .prepare(
      "SELECT (SELECT COUNT(*) FROM enrolment_names) + (SELECT COUNT(*) FROM enrolment_keys) + (SELECT COUNT(*) FROM mails WHERE message LIKE '%ada@example%') AS count",
    )
    .bind()
    .first<{ count: number }>();
  expect(left?.count).toBe(0);
  expect(await text(`/desk/enrolments/${id}`, VIEWER)).not.toContain("Ada");
});

test("a person whose address is not known any more is erased in the mails as well", async () => {
  const { path } = await paidEnrolment();
  await does(path, "correct", { email: "" });
  await does(path, "erase", { sure: "ERASE" }, OWNER);
  const { results } = await desk.db
    .prepare("SELECT to_address, subject FROM mails WHERE to_address LIKE 'ada@%' OR message LIKE '%Ada%'")
    .bind()
    .all();
  expect(results).toEqual([]);
});

/** All that actions write. */
const everything = async () =>
  desk.db
    .prepare(
      `SELECT (SELECT COUNT(*) FROM desk_actions) AS actions, (SELECT COUNT(*) FROM mails) AS mails,
         (SELECT SUM(version) FROM enrolments) AS versions, (SELECT COUNT(*) FROM payment_events) AS events,
         (SELECT COUNT(*) FROM enrolment_keys) AS keys`,
    )
    .bind()
    .first();

test("a request from another site's page, without sign-in or with a malformed form does nothing", async () => {
  const { path } = await paidEnrolment();
  const forms = new Map<string, Record<string, string>>();
  for (const name of ACTIONS.filter((each) => each !== "looked-at")) {
    forms.set(name, await opened(path, name, OWNER));
  }
  const fields = {
    text: "x",
    sure: "ERASE",
    day: "2026-11-21",
    what: "link",
    cohort: "x",
    amount: "1",
    channel: "cash",
  };
  const before = await everything();
  for (const [name, form] of forms) {
    const sent = { ...form, ...fields, confirmed: "yes" };
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
      { origin: "null" },
      {},
    ];
    for (const headers of foreign) {
      expect((await post(`${path}/${name}`, sent, OWNER, headers)).status, name).toBe(403);
    }
    expect((await post(`${path}/${name}`, sent, null)).status, name).toBe(404);
    expect((await post(`${path}/${name}`, { ...sent, token: "" }, OWNER)).status, name).toBe(422);
    const text = { "content-type": "text/plain", "sec-fetch-site": "same-origin" };
    expect((await post(`${path}/${name}`, sent, OWNER, text)).status, name).toBe(415);
  }
  expect(await everything()).toEqual(before);
});

test("an older browser, which says no more than its origin, is served", async () => {
  const { path } = await paidEnrolment();
  const form = await opened(path, "note");
  const answer = await post(`${path}/note`, { ...form, text: "Hello" }, MEMBER, { origin: EDGE_ORIGIN });
  expect(answer.status).toBe(303);
});
