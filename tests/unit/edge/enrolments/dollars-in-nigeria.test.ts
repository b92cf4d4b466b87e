/** The academy's rule for learners in Nigeria: with `dollarsInNigeria: false` they pay in naira. */
import { describe, expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { newOrder, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  formCookie,
  formPost,
  SIGNUP_FIELDS,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { signUp, start, pay, askAbout, askPayerLink } = enrolmentDesk(desk);
const { fill } = staffDesk(desk, { prices: { ...priceList, dollarsInNigeria: false } });

const FREE = { prices: priceList };
const NAIRA_ONLY = { prices: { ...priceList, dollarsInNigeria: false } };
const REFUSAL = "Learners in Nigeria pay in naira. Nothing was charged. Please choose naira, then try again.";

const inDollars = () => newOrder("USD");
/** Returns the request of a price card's order from a country. */
function fromCard(order: Order, country: string): Request {
  const request = post("/prod/enrolments", { order, page: "/Pricing" });
  return Object.assign(request, { cf: { country } });
}
const cardOrder = (): Order => ({
  ...twoInstallmentsFromCard(desk.now, "ada@example.com"),
  charge: { currency: "USD", minor: 625_00 },
});
const postForm = (changes: Record<string, string>, rule: typeof FREE) =>
  desk.ask(formPost({ ...SIGNUP_FIELDS, ...changes }, formCookie(desk.now)), rule);

test("by default a learner in Nigeria may pay dollars", async () => {
  expect((await signUp(inDollars(), FREE)).status).toBe(201);
  expect((await desk.ask(fromCard(cardOrder(), "NG"), FREE)).status).toBe(201);
  expect((await postForm({ currency: "USD" }, FREE)).status).toBe(303);
});

describe("if learners in Nigeria pay naira only", () => {
  test("Signup's order in dollars is refused with a message", async () => {
    const order = inDollars();
    for (const answer of [await signUp(order, NAIRA_ONLY), await desk.order(order, NAIRA_ONLY)]) {
      expect([answer.status, await answer.json()]).toEqual([409, { message: REFUSAL }]);
    }
    expect((await signUp(newOrder("NGN"), NAIRA_ONLY)).status).toBe(201);
  });

  test("a learner abroad pays dollars", async () => {
    const abroad = orderOf({ currency: "USD", registration: { country: "Ghana", state: "" } });
    expect((await signUp(abroad, NAIRA_ONLY)).status).toBe(201);
  });

  test("a price card is paid in the currency of the visitor's country", async () => {
    const refused = await desk.ask(fromCard(cardOrder(), "NG"), NAIRA_ONLY);
    expect([refused.status, await refused.json()]).toEqual([409, { message: REFUSAL }]);
    expect((await desk.ask(fromCard(cardOrder(), "GH"), NAIRA_ONLY)).status).toBe(201);
  });

  test("the form without script takes naira, and comes back if dollars were chosen", async () => {
    const answer = await postForm({ currency: "USD" }, NAIRA_ONLY);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(REFUSAL);
    expect((await postForm({ currency: "" }, NAIRA_ONLY)).headers.get("location")).toContain("paystack");
  });

  test("My enrolment offers naira only, and a payer link both currencies", async () => {
    const { id, key } = await start(fiveInstallments(desk.now));
    const view = async (someKey: string, rule = NAIRA_ONLY) => (await askAbout(id, someKey, {}, rule)).json();
    expect(await view(key, FREE)).toMatchObject({ otherwise: { currency: "USD" } });
    const refused = await pay(id, key, { currency: "USD" }, NAIRA_ONLY);
    expect([refused.status, (await refused.json()).message]).toEqual([409, REFUSAL]);
    const payer = await (await askPayerLink(id, key, {}, NAIRA_ONLY)).json();
    expect(await view(payer.key)).toMatchObject({ currency: "NGN", otherwise: { currency: "USD" } });
    expect((await pay(id, payer.key, { currency: "USD" }, NAIRA_ONLY)).status).toBe(201);
    // The payer has a checkout in dollars open, but the learner still reads naira.
    expect(await view(key)).toMatchObject({ currency: "NGN", otherwise: null });
    expect(await (await pay(id, key, {}, NAIRA_ONLY)).json()).toMatchObject({ amount: { currency: "NGN" } });
  });

  test("the desk does not register a learner from Nigeria in dollars", async () => {
    const typed = { ...SIGNUP_FIELDS, consent: "on paper", payment: "link" };
    const days = { consentDay: "2026-11-20", paidDay: "" };
    const answer = await fill("/desk/register", { ...typed, ...days, currency: "USD" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Learners in Nigeria pay in naira. Choose NGN.");
  });
});
