/** The mails to learners and payers. */

import { describe, expect, test, vi } from "vitest";
import { dayOf } from "~/domain/dates/day.ts";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { UNDER_AGE } from "~/domain/enrolment/learner.ts";
import { deliverMail } from "~/edge/mail/deliver-mail.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { freshReference, newOrder, orderOf } from "../../../fixtures/enrolment.ts";
import { accessIn, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { PAYPAL_PAYER, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const {
  start,
  enrolled,
  readView,
  openEnrolment,
  pay,
  payNext,
  charge,
  change,
  askPayerLink,
  askLink,
  mailLinks,
  mails,
} = enrolmentDesk(desk);

const ADA = "ada@example.com";
const EVE = "eve@example.com";
const FRAGMENT = /My-enrolment#ENR-\w{10}\.[\w-]{22}/;
const addresses = async () => (await mails()).map(({ to }) => to);
const links = async () => (await mails()).filter(({ subject }) => subject.startsWith("Your link"));
const latestTo = async (address: string) => (await mails()).findLast(({ to }) => to === address);
const days = (count: number) => desk.sweepFor(count * 24 * 60, { every: 6 * 60 });

async function askLinkOf(email: string) {
  expect((await askLink(email)).status).toBe(202);
  await mailLinks();
  return (await mails()).at(-1);
}

describe("a receipt", () => {
  test("is written once for each payment, with the next payment and a link to the enrolment", async () => {
    const { id, key, order } = await enrolled();
    await charge(order.reference, order.charge.minor);
    await days(1);
    const [receipt, ...more] = await mails();
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({ to: ADA, subject: expect.stringMatching(/^Receipt/) });
    for (const words of ["N209,000", "Jan 5, 2027", order.reference, ACCESS_WORDS.active])
      expect(receipt?.text).toContain(words);
    const access = accessIn(receipt);
    expect(access.id).toBe(id);
    expect(access.key).not.toBe(key);
    expect(await readView(id, access.key)).toMatchObject({ kind: "learner" });
    expect((await openEnrolment(id, key)).status).toBe(200);
  });

  test("is reported as sent once it is delivered, and its text is deleted", async () => {
    const { order } = await enrolled();
    const stored = () =>
      desk.rows<{ id: number; text: string }>("SELECT id, status, message || plain_text AS text FROM mails");
    const request = new Request(`${EDGE_ORIGIN}/prod/payments/${order.reference}`);
    const status = async () => (await desk.ask(request)).json();
    const [receipt] = await desk.rows<{ id: number; subject: string }>(
      "SELECT id, subject FROM mails WHERE idempotency_key LIKE 'learner:%'",
    );
    const receiptNumber = "2026-000001";
    expect(await status()).toEqual({ status: "paid", payment: { id: expect.any(String) }, receiptNumber });
    let sent = "";
    const send = async (mail: object) => {
      sent = JSON.stringify(mail);
    };
    await deliverMail(receipt?.id ?? 0, { db: desk.db, send, now: () => desk.now });
    expect(sent).toMatch(FRAGMENT);
    expect(await status()).toMatchObject({ status: "paid", isReceiptSent: true });
    expect(await stored()).toContainEqual({ id: receipt?.id, status: "delivered", text: "" });
    expect((await mails())[0]?.subject).toBe(receipt?.subject);
  });

  test("is not written for a payment that no provider has confirmed", async () => {
    await start(fiveInstallments(desk.now));
    await days(1);
    expect(await mails()).toEqual([]);
  });

  test("also goes to another payer, without a link to the enrolment", async () => {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    await payNext(id, payer.key, { payerEmail: "aunt@example.com" });
    expect(await addresses()).toEqual([ADA, ADA, "aunt@example.com"]);
    const receipt = await latestTo("aunt@example.com");
    expect(receipt?.subject).toMatch(/^Receipt/);
    expect(receipt?.text).toContain("N70,000");
    expect(receipt?.text).not.toContain("My-enrolment");
  });

  test("names only the learner's first name to the owner of another PayPal account", async () => {
    const { id, order } = await desk.agreed();
    await desk.outcomeOf(id);
    const receipt = await latestTo(PAYPAL_PAYER.email);
    expect(receipt?.text).toContain(PAYPAL_PAYER.name);
    expect(receipt?.text).toContain(order.learner.firstName);
    expect(receipt?.text).not.toContain(order.learner.lastName);
  });

  const ofMinor = (guardianContact: string) =>
    fiveInstallments(desk.now, {
      age: UNDER_AGE,
      guardianName: "Ngozi",
      guardianContact,
      guardianConsent: true,
    });

  test.each([
    ["an email address", "ngozi@example.com", [ADA, "ngozi@example.com"]],
    ["the learner's email address", "Ada@Example.com", [ADA]],
    ["a phone number", "+2348031234567", [ADA]],
  ])("goes once to each address if the guardian's contact is %s", async (_, contact, recipients) => {
    const { order } = await enrolled(ofMinor(contact));
    await charge(order.reference, order.charge.minor);
    await days(1);
    expect(await addresses()).toEqual(recipients);
  });

  test("goes to a guardian without the learner's link, and once if the guardian pays", async () => {
    const { id, key } = await enrolled(ofMinor("ngozi@example.com"));
    expect((await latestTo("ngozi@example.com"))?.text).not.toMatch(/My-enrolment|N70,000/);
    const payer = await (await askPayerLink(id, key)).json();
    await payNext(id, payer.key, { payerEmail: "Ngozi@example.com" });
    expect((await addresses()).slice(2)).toEqual([ADA, "Ngozi@example.com"]);
  });

  test("does not go to an address that a payer typed if the learner pays", async () => {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    await pay(id, payer.key, { payerEmail: "stranger@example.com" });
    await payNext(id, key);
    expect(await addresses()).not.toContain("stranger@example.com");
  });
});

describe("a requested link", () => {
  test("is mailed to a stored address, and ends the former link once it is used", async () => {
    const { id, key } = await enrolled();
    desk.later(1);
    const fresh = accessIn(await askLinkOf(" ADA@example.com "));
    expect((await openEnrolment(id, key)).status).toBe(200);
    expect((await openEnrolment(id, fresh.key)).status).toBe(200);
    expect((await openEnrolment(id, key)).status).toBe(404);
  });

  test("is not mailed to an address that only Unicode lower-casing makes equal", async () => {
    const orderBy = (email: string) => orderOf({ reference: freshReference(), registration: { email } });
    const { id } = await enrolled(orderBy("kemi@example.com"));
    desk.later(1);
    await desk.paystackSends(chargeEvent(orderBy("\u212Aemi@example.com")));
    const link = await askLinkOf("kemi@example.com");
    expect([link?.to, accessIn(link).id]).toEqual(["kemi@example.com", id]);
  });

  test("is mailed despite small payments that strangers make under the address", async () => {
    const { id } = await enrolled();
    for (let count = 0; count < 5; count += 1) {
      desk.later(1);
      await desk.paystackSends(chargeEvent(newOrder(), { amount: 10_000, id: 8_000_000_000 + count }));
    }
    expect((await askLinkOf(ADA))?.text).toContain(id);
  });

  test("is answered after the same statements for an unknown address, which gets no mail", async () => {
    await enrolled();
    const answerTo = async (email: string) => {
      const prepare = vi.fn(desk.db.prepare);
      const answer = await askLink(email, undefined, { db: { prepare, batch: desk.db.batch } });
      return [answer.status, await answer.text(), prepare.mock.calls];
    };
    expect(await answerTo(ADA)).toEqual(await answerTo("nobody@example.com"));
    expect(desk.queued.filter(({ type }) => type === "links")).toHaveLength(2);
    await mailLinks();
    expect(await addresses()).toEqual([ADA, ADA]);
  });

  test("is mailed, and counted for all visitors, at most five times a day to one address", async () => {
    await enrolled();
    for (let tries = 0; tries < 8; tries += 1) await askLinkOf(ADA);
    expect(await links()).toHaveLength(5);
    const all = await desk.rows("SELECT count FROM usage_counts WHERE counter = 'links'");
    expect(all).toEqual([{ count: 5 }]);
  });

  test.each([
    ["one address", () => "nobody@example.com"],
    ["made-up addresses", (each: number) => `nobody${each}@example.com`],
  ])("is mailed while another visitor requests links for %s all day", async (_, addressOf) => {
    await enrolled();
    // The daily limit of 5,000 for all has room for one visitor's mails and one more.
    await desk.rows(
      "INSERT INTO usage_counts (period, counter, count, bytes) VALUES (?, 'links', 4899, 0)",
      dayOf(desk.now),
    );
    for (let attempt = 0; attempt < 120; attempt += 1) await askLink(addressOf(attempt), "198.51.100.9");
    desk.queued.length = 0;
    expect((await askLinkOf(ADA))?.subject).toContain("Your link");
  });

  test("that fails delays no other one, and is mailed by a later sweep", async () => {
    await enrolled();
    for (let attempt = 0; attempt < 2; attempt += 1) await askLink(ADA);
    desk.later(5);
    let mayFail = true;
    const prepare: typeof desk.db.prepare = (sql) => {
      if (mayFail && sql.includes("FROM link_requests WHERE id = ?")) {
        mayFail = false;
        throw new Error("The database is busy.");
      }
      return desk.db.prepare(sql);
    };
    await desk.sweep({ db: { prepare, batch: desk.db.batch } });
    expect(await links()).toHaveLength(1);
    await desk.sweep();
    expect(await links()).toHaveLength(2);
  });

  test("is mailed although another enrolment is unreadable, which is logged", async () => {
    const { id } = await enrolled();
    const whole = await enrolled();
    await desk.rows("UPDATE enrolments SET terms = '{' WHERE id = ?", id);
    await enrolled(fiveInstallments(desk.now, { email: EVE }));
    for (const email of [ADA, EVE]) await askLink(email);
    desk.later(5);
    await desk.sweep();
    const mailed = await links();
    expect(mailed.map(({ to }) => to)).toEqual([ADA, EVE]);
    expect(accessIn(mailed[0]).id).toBe(whole.id);
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).toContain("enrolment-unreadable");
    expect(await desk.rows("SELECT id FROM link_requests")).toEqual([]);
  });
});

test("two addresses are not accepted as the address of a learner or payer", async () => {
  const email = "one@example.com,other@example.com";
  const { id, key } = await enrolled();
  expect((await change(id, key, { email })).status).toBe(422);
  expect((await pay(id, key, { payerEmail: email })).status).toBe(400);
  const taken = fiveInstallments(desk.now, { email });
  expect((await desk.register(taken)).status).toBe(422);
  await desk.paystackSends(chargeEvent(taken));
  expect((await desk.paymentOf(taken.reference))?.enrolmentId).not.toBeNull();
  expect(await addresses()).toEqual([ADA]);
});

test("changed details are mailed to an address at most twenty times a day", async () => {
  const { id, key } = await enrolled();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 29; attempt += 1) {
    const answer = await change(id, key, { email: EVE, whatsapp: `+23480312345${10 + attempt}` });
    statuses.push(answer.status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  expect((await addresses()).filter((to) => to === EVE)).toHaveLength(20);
  desk.later(24 * 60);
  expect((await change(id, key, { state: "Kano" })).status).toBe(200);
});

describe("text that somebody typed to have it mailed in the academy's name", () => {
  const TYPED = "Your account is blocked, call 0800 123";
  const written = async () => JSON.stringify(await mails());

  test("does not appear in a receipt or link mail as a cohort or name", async () => {
    const firstName = `Ada. ${TYPED}. ${TYPED}`;
    await enrolled(fiveInstallments(desk.now, { cohort: TYPED, firstName }));
    await askLinkOf(ADA);
    expect((await mails()).map(({ subject }) => subject.split(" ")[0])).toEqual(["Receipt:", "Your"]);
    expect(await written()).not.toContain(TYPED);
  });

  test("does not appear in a receipt as an unknown course or plan", async () => {
    const order = newOrder();
    const forged = { ...order, course: { id: "none", name: TYPED }, plan: { id: "none", name: TYPED } };
    await desk.paystackSends(chargeEvent(forged, { amount: 10_000 }));
    expect(await mails()).toMatchObject([{ subject: expect.stringContaining("Unknown course") }]);
    expect(await written()).not.toContain(TYPED);
  });

  test("is not mailed as a changed detail", async () => {
    const { id, key } = await enrolled(fiveInstallments(desk.now, { cohort: "" }));
    expect((await change(id, key, { email: EVE, cohort: TYPED })).status).toBe(409);
    await change(id, key, { cohort: "cohort-2027-01-09", state: TYPED });
    expect(await mails()).toHaveLength(2);
    expect(await written()).not.toContain(TYPED);
    expect((await mails()).at(-1)?.text).toContain("9 January 2027, cohort 9");
  });
});
