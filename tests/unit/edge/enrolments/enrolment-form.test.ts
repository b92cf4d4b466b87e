import { beforeEach, describe, expect, test } from "vitest";
import { typedRegistration } from "~/domain/enrolment/registration-form.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { enrolmentDesk, SIGNUP_FIELDS } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { charge } = enrolmentDesk(desk);

function form(fields: Record<string, string>, headers: Record<string, string> = {}): Request {
  return new Request(`${EDGE_ORIGIN}/prod/enrolments`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: EDGE_ORIGIN, ...headers },
    body: new URLSearchParams(fields),
  });
}
/** The provider's stand-in remembers references: each test is about another learner. */
let email = "";
let learners = 0;
beforeEach(() => {
  learners += 1;
  email = `ada-${learners}@example.com`;
});
const send = (changes: Record<string, string> = {}) =>
  desk.ask(form({ ...SIGNUP_FIELDS, email, ...changes }));
const rows = async (table: string) =>
  (await desk.db.prepare(`SELECT count(*) AS count FROM ${table}`).bind().first<{ count: number }>())?.count;
const begun = async () =>
  await desk.db.prepare("SELECT reference FROM registrations").bind().first<{ reference: string }>();
const cameBack = (reference: string, method = "GET") =>
  desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/return?reference=${reference}`, { method }));
const partsOf = (html: string) => [...html.matchAll(/data-part="([^"]+)">/g)].map(([, part]) => part);

describe("Signup's form, posted without script", () => {
  test("leads to Paystack's page, with the numbers as they are called and the price of the record", async () => {
    const answer = await send();
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(/^https:\/\/checkout\.paystack\.com\//);
    const { reference = "" } = (await begun()) ?? {};
    expect(await desk.registration(reference)).toMatchObject({
      expectedMinor: 165_000_00,
      customer: { email, phone: "+2348031234567" },
      details: { learner: { whatsapp: "+2348037654321", state: "Lagos", consent: true, marketing: false } },
    });
  });

  test("leads to PayPal's page in dollars, and the money is taken when the payer is back", async () => {
    const answer = await send({
      currency: "USD",
      country: "United States",
      phone: "212 555 1234",
      state: "",
    });
    expect(answer.status).toBe(303);
    const { reference = "" } = (await begun()) ?? {};
    const id = (await desk.registration(reference))?.providerOrderId ?? "";
    expect(answer.headers.get("location")).toContain(id);
    expect(partsOf(await (await cameBack(reference)).text())).toEqual(["unpaid"]);
    await desk.paypal.approve(id);
    await cameBack(reference, "HEAD");
    expect((await desk.registration(reference))?.status).toBe("unpaid");
    expect(partsOf(await (await cameBack(reference)).text())).toEqual(["paid"]);
    expect(partsOf(await (await cameBack(reference)).text())).toEqual(["paid"]);
    expect(await desk.registration(reference)).toMatchObject({ status: "paid", paidMinor: 109_00 });
  });

  test("pressed twice is one payment", async () => {
    const [first, second] = [await send(), await send()];
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect([await rows("registrations"), await rows("enrolments")]).toEqual([1, 1]);
  });

  test("does not go on with what somebody else began under the reference that can be worked out of it", async () => {
    const first = await send();
    const { reference = "" } = (await begun()) ?? {};
    await desk.db
      .prepare("UPDATE registrations SET customer_email = ?1, details = replace(details, ?2, ?1)")
      .bind("stranger@example.com", email)
      .run();
    const second = await send();
    expect(second.status).toBe(303);
    expect(second.headers.get("location")).not.toBe(first.headers.get("location"));
    const own = await desk.db
      .prepare("SELECT reference FROM registrations WHERE customer_email = ?")
      .bind(email)
      .first<{ reference: string }>();
    expect(own?.reference).toMatch(/^REG-/);
    expect(own?.reference).not.toBe(reference);
  });

  test("sent again after it was paid leads to the page that says so", async () => {
    await send();
    const { reference = "" } = (await begun()) ?? {};
    await charge(reference, 165_000_00);
    const again = await send();
    expect(again.headers.get("location")).toBe(`${EDGE_ORIGIN}/prod/payments/return?reference=${reference}`);
    const page = await (await cameBack(reference)).text();
    expect(partsOf(page)).toEqual(["paid"]);
    expect(page).toContain(`<b data-text="reference">${reference}</b>`);
    expect(page).not.toContain("ada@");
  });

  test("takes the first payment of a plan of the chosen course", async () => {
    await send({ course: "devops-full", plan: "devops-full/five-installments" });
    const { reference = "" } = (await begun()) ?? {};
    expect(await desk.registration(reference)).toMatchObject({
      plan: { id: "five-installments" },
      expectedMinor: 209_000_00,
    });
  });

  test("asks for naira where the edge finds the visitor in Nigeria, and for dollars elsewhere", async () => {
    const from = (country: string) =>
      Object.assign(form({ ...SIGNUP_FIELDS, email, currency: "" }), { cf: { country } }) as Request;
    expect((await desk.ask(from("NG"))).headers.get("location")).toContain("paystack");
    expect((await desk.ask(from("GH"))).headers.get("location")).toContain("paypal");
  });

  test.each([
    ["nothing", Object.fromEntries(Object.keys(SIGNUP_FIELDS).map((name) => [name, ""])), 9],
    ["a number of another country", { phone: "0803" }, 1],
    ["a plan of another course", { plan: "devops-full/five-installments" }, 1],
    ["a course that is not offered", { course: "juggling" }, 1],
    ["an age that is not in the list", { age: "7" }, 1],
    ["a country that is not in the list", { country: "constructor", phone: "+2348031234567" }, 1],
    ["a learner under age without a guardian", { age: "Under 18" }, 3],
    ["an address that is none", { email: "ada@" }, 1],
  ])("refuses %s, and keeps everything typed", async (_, changes, count) => {
    const answer = await send({ ...changes, lastName: `O'"Bi<` });
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    expect(answer.headers.get("etag")).toBeNull();
    expect(page).toContain("<title>Error: Register");
    expect(page.match(/<li><a class="link" href="#f-/g)).toHaveLength(count);
    expect(page).toContain('name="lastName" value="O&#39;&quot;Bi&lt;"');
    expect(await rows("registrations")).toBe(0);
  });

  test("keeps what was ticked and chosen beside an error", async () => {
    const page = await (await send({ email: "", country: "Ghana" })).text();
    expect(page).toContain('<option value="Ghana" selected>');
    expect(page).toContain('name="consent" checked>');
    expect(page).toContain('value="NGN" checked>');
    expect(page).toContain('<form><input name="email"></form>');
  });

  test("a provider without an account, or out of reach, loses nothing", async () => {
    const nobody = { providers: { paystack: null, paypal: null } };
    const unset = await desk.ask(form(SIGNUP_FIELDS), nobody);
    expect(unset.status).toBe(503);
    expect(await unset.text()).toContain("not set up yet");
    const providers = desk.providers({ PAYSTACK_API_URL: "http://127.0.0.1:9" });
    const away = await desk.ask(form(SIGNUP_FIELDS), { providers });
    expect(away.status).toBe(503);
    expect(await away.text()).toContain('value="0803 123 4567"');
  });

  test("comes from this site alone, in any length that a form has", async () => {
    expect((await desk.ask(form(SIGNUP_FIELDS, { origin: "https://evil.example" }))).status).toBe(403);
    expect((await send({ firstName: "A".repeat(9000) })).status).toBe(413);
    expect((await send({ firstName: "A".repeat(121) })).status).toBe(422);
  });

  test("its address opened as a page leads back to the form", async () => {
    const visit = new Request(`${EDGE_ORIGIN}/prod/enrolments`, { headers: { accept: "text/html" } });
    const answer = await desk.ask(visit);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${EDGE_ORIGIN}/Signup`]);
  });
});

describe("a price card, pressed without script", () => {
  const card = "devops-full/two-installments/NGN";

  test("asks for an e-mail, and leads to the provider's page", async () => {
    const address = `${EDGE_ORIGIN}/prod/enrolments?card=${encodeURIComponent(card)}`;
    const asked = await (await desk.ask(new Request(address, { headers: { accept: "text/html" } }))).text();
    expect(partsOf(asked)).toEqual(["card"]);
    expect(asked).toContain("N250,000");
    expect(asked).toContain(`name="card" value="${card}"`);
    const wrong = await desk.ask(form({ card, email: "ada" }));
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('value="ada"');
    const answer = await desk.ask(form({ card, email }));
    expect(answer.status).toBe(303);
    const { reference = "" } = (await begun()) ?? {};
    expect(await desk.registration(reference)).toMatchObject({
      purpose: "tuition",
      expectedMinor: 250_000_00,
    });
  });

  test("that is not offered any more begins nothing", async () => {
    const answer = await desk.ask(form({ card: "devops-full/in-cowries/NGN", email: "ada@example.com" }));
    expect(answer.status).toBe(422);
    expect(await rows("registrations")).toBe(0);
  });
});

test("a payment that nobody began is not known", async () => {
  expect(partsOf(await (await cameBack("REG-20261121-7KQ2M9XA4T")).text())).toEqual(["unknown"]);
  expect((await cameBack("../../etc")).status).toBe(404);
});

test("a form that holds nothing is a blank registration", () => {
  expect(typedRegistration(new URLSearchParams())).toMatchObject({
    firstName: "",
    consent: false,
    planId: "",
  });
});
