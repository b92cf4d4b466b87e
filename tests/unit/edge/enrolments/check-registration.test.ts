/** The checks of a registration, the same with script and without. */
import { expect, test } from "vitest";
import { type Registration, registrationFor } from "~/domain/enrolment/registration.ts";
import { formName } from "~/domain/enrolment/registration-form.ts";
import type { Order } from "~/domain/payments/order.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { freshReference, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, formPost, twoInstallmentsFromCard } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { start, change, signUp } = enrolmentDesk(desk);

const UNDER_AGE = priceList.choices.age[0] ?? "";
const GUARDIAN = { guardianName: "Grace Obi", guardianContact: "080312345678", guardianConsent: true };
const MISSING: readonly (readonly [string, Partial<Registration>])[] = [
  ["first name", { firstName: " " }],
  ["valid e-mail address", { email: "ada" }],
  ["phone number of the right length", { phone: "+23480312345678" }],
  ["valid WhatsApp number", { whatsapp: "call me" }],
  ["country of the list", { country: "Atlantis" }],
  ["consent", { consent: false }],
  ["guardian of a learner under age", { age: UNDER_AGE }],
  ["valid number of a guardian", { age: UNDER_AGE, ...GUARDIAN }],
];

/** Returns a registration as a page's script sends it, and as its form is posted. */
function bothWays(changes: Partial<Registration>): { order: Order; fields: Record<string, string> } {
  const order = orderOf({ registration: changes, reference: freshReference() });
  const typed = { ...registrationFor(order), ...changes };
  const entries = Object.entries(typed).flatMap(([name, value]) =>
    value === false ? [] : [[formName(name as keyof Registration), value === true ? "yes" : value]],
  );
  return { order, fields: { ...Object.fromEntries(entries), currency: "NGN" } };
}

test.each(MISSING)("a registration without a %s is refused with script and without", async (_, changes) => {
  const { order, fields } = bothWays(changes);
  const response = await signUp(order);
  expect(response.status).toBe(422);
  const { errors, message } = await response.json();
  expect(Object.keys(errors)).not.toEqual([]);
  expect(message).toBe(Object.values(errors)[0]);
  const form = await desk.ask(formPost(fields));
  expect(form.status).toBe(422);
  const page = (await form.text()).replaceAll("&#39;", "'");
  const pageErrors = [...page.matchAll(/<p data-error="(\w+)">([^<]*)<\/p>/g)];
  expect(Object.fromEntries(pageErrors.map(([, name, text]) => [name, text]))).toEqual(errors);
  expect(await findPayment(desk.db, order.reference)).toBeNull();
});

test("an order from a price card with a malformed address is refused", async () => {
  const answer = await signUp(twoInstallmentsFromCard(desk.now, "ada@"));
  expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ["email"]]);
});

test("on My enrolment a number is stored with its calling code", async () => {
  const phone = "0803\u2013123\u20134567";
  const { id, key } = await start(orderOf({ reference: freshReference() }));
  const guardian = { name: "Grace Obi", contact: phone, consent: true };
  const answer = await change(id, key, { phone, age: UNDER_AGE, guardian });
  expect((await answer.json()).learner).toMatchObject({
    phone: "+2348031234567",
    guardian: { contact: "+2348031234567" },
  });
});

test.each([
  ["an invalid address", { email: "ada.@example.com" }, "Remove the extra dot before the @."],
  ["an invalid number", { phone: "0803" }, expect.stringContaining("phone number")],
  ["no number", { whatsapp: "" }, expect.stringContaining("WhatsApp number")],
])("on My enrolment %s is refused with Signup's message", async (_, details, message) => {
  const { id, key } = await start(orderOf({ reference: freshReference() }));
  const refused = await change(id, key, details);
  expect([refused.status, await refused.json()]).toMatchObject([422, { message }]);
});
