/** Signup's form without script, up to its payment. */
import { describe, expect, test } from "vitest";
import { fromMinor } from "~/domain/money/money.ts";
import type { CaptureMode } from "~/sandbox/providers/paypal-shapes.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { cohortOn, newOrder, priceList, withCohorts } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, SIGNUP_FIELDS } from "../../../fixtures/enrolment-desk.ts";
import { NO_ANSWER, paymentDesk } from "../../../fixtures/payment-desk.ts";
import { refundEvent } from "../../../fixtures/paystack-events.ts";
import { signupForm } from "../../../fixtures/signup-form.ts";

const desk = paymentDesk();
const { charge } = enrolmentDesk(desk);
const { learnerEmail, form, send, cameBack, rows, stored, shownFor, addressAfter } = signupForm(desk);

describe("Signup's form, posted without script", () => {
  test("leads to Paystack's page, with phone numbers in E.164 and the record's price", async () => {
    const answer = await send();
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(/^https:\/\/checkout\.paystack\.com\//);
    expect(await stored()).toMatchObject({
      expectedMinor: 165_000_00,
      customer: { email: learnerEmail(), phone: "+2348031234567" },
      details: { learner: { whatsapp: "+2348037654321", state: "Lagos", consent: true, marketing: false } },
    });
  });

  test("uses the phone number for WhatsApp if that is ticked", async () => {
    expect((await send({ whatsapp: "", sameNumber: "yes" })).status).toBe(303);
    const numbers = { phone: "+2348031234567", whatsapp: "+2348031234567" };
    expect(await stored()).toMatchObject({ details: { learner: numbers } });
  });

  test("leads to PayPal's page in dollars, and the payment is captured on the payer's return", async () => {
    const american = { country: "United States", phone: "212 555 1234", state: "" };
    const answer = await send({ currency: "USD", ...american });
    expect(answer.status).toBe(303);
    const { reference, providerOrderId: id } = await stored();
    expect(answer.headers.get("location")).toContain(id);
    if (!id) throw new Error("PayPal has no order.");
    expect(await shownFor(reference)).toEqual(["unpaid"]);
    await desk.paypal.approve(id);
    await cameBack(reference, "HEAD");
    expect((await desk.paymentOf(reference))?.status).toBe("unpaid");
    expect(await shownFor(reference)).toEqual(["paid"]);
    expect(await shownFor(reference)).toEqual(["paid"]);
    expect(await desk.paymentOf(reference)).toMatchObject({ status: "paid", paidMinor: 109_00 });
  });

  test.each(["NGN", "USD"])("pressed twice by one browser is one payment in %s", async (currency) => {
    const presses = await Promise.all([send({ currency }), send({ currency })]);
    const again = await send({ currency });
    expect(again.status).toBe(303);
    const started = presses.filter(({ status }) => status === 303);
    expect(started.length).toBeGreaterThan(0);
    for (const { headers } of started) expect(headers.get("location")).toBe(again.headers.get("location"));
    expect([await rows("payments"), await rows("enrolments")]).toEqual([1, 1]);
  });

  test("is the same payment for a day, past midnight too", async () => {
    const first = await send();
    desk.later(23 * 60);
    expect(await addressAfter()).toBe(first.headers.get("location"));
    expect(await rows("payments")).toBe(1);
  });

  describe("sent again after its payment failed", () => {
    const inDollars = { currency: "USD" };
    /** Posts the form, whose payer then agrees at PayPal. */
    async function agreed(captureAs: CaptureMode) {
      await send(inDollars);
      const { reference, providerOrderId } = await stored();
      const id = providerOrderId ?? "";
      await desk.paypal.approve(id);
      await desk.paypal.captureAs(id, captureAs);
      return { reference, id };
    }
    async function expectAnotherOrder({ reference, id }: { reference: string; id: string }) {
      const address = await addressAfter(inDollars);
      expect(address).toMatch(/^https:\/\/www\.paypal\.com\//);
      expect(address).not.toContain(id);
      expect(await addressAfter(inDollars)).toBe(address);
      await desk.paypal.approve((await stored()).providerOrderId ?? "");
      expect(await shownFor(reference)).toEqual(["paid"]);
      expect(await desk.paymentOf(reference)).toMatchObject({ status: "paid", paidMinor: 109_00 });
      const taken = (await desk.paypal.ordersOf(reference)).filter(({ status }) => status === "COMPLETED");
      return taken.length;
    }

    test("because the bank declined leads to PayPal, where another card can be chosen", async () => {
      const order = await agreed("declined");
      expect(await shownFor(order.reference)).toEqual(["declined"]);
      expect(await expectAnotherOrder(order)).toBe(1);
    });

    test("because PayPal needs the payer once more leads back to PayPal at once", async () => {
      const { reference, id } = await agreed("422 PAYER_ACTION_REQUIRED");
      const back = await cameBack(reference);
      expect([back.status, back.headers.get("location")]).toEqual([303, expect.stringContaining(id)]);
      await desk.paypal.captureAs(id, "completed");
      await desk.paypal.approve(id);
      expect(await shownFor(reference)).toEqual(["paid"]);
    });

    test("because PayPal refuses the academy's account says so", async () => {
      const { reference } = await agreed("422 PAYEE_BLOCKED_TRANSACTION");
      expect(await shownFor(reference)).toEqual(["account"]);
    });

    test.each([
      ["minutes", 0],
      ["hours", 4 * 60],
    ])("because it was not captured in time leads to PayPal, %s later", async (_, minutes) => {
      const order = await agreed("trouble");
      for (let sweeps = 0; sweeps < 8; sweeps += 1) {
        await desk.sweep();
        desk.later(4);
      }
      expect((await desk.paymentOf(order.reference))?.flag).toBe("approved-not-charged");
      desk.later(minutes);
      expect(await expectAnotherOrder(order)).toBe(1);
    });

    const gaveBack = async () => {
      await send();
      const { reference } = await stored();
      await charge(reference, 165_000_00);
      const whole = { reference, charge: fromMinor("NGN", 165_000_00) };
      await desk.paystackSends(refundEvent("refund.processed", { ...newOrder(), ...whole }));
      expect(await shownFor(reference)).toEqual(["refunded"]);
      return reference;
    };

    test("because it was refunded starts another payment, the same for each press", async () => {
      await gaveBack();
      const again = await send();
      expect(again.headers.get("location")).toMatch(/^https:\/\/checkout\.paystack\.com\//);
      expect(await addressAfter()).toBe(again.headers.get("location"));
      expect(await rows("payments")).toBe(2);
    });

    test("because it was refunded is refused if its cohort is full", async () => {
      await gaveBack();
      const seats = withCohorts(cohortOn("2026-12-05", { seats: 0 }));
      const again = await desk.ask(form(), seats);
      expect(again.status).toBe(422);
      expect(await rows("payments")).toBe(1);
    });
  });

  test.each([
    ["the only one that can be joined", [cohortOn("2026-12-05")], "cohort-2026-12-05"],
    ["none of two", [cohortOn("2026-12-05"), cohortOn("2026-12-12")], ""],
    ["none that is full", [cohortOn("2026-12-05", { seats: 0 })], ""],
  ])("without a chosen cohort joins %s", async (_, cohorts, cohort) => {
    const prices = { ...priceList, cohorts };
    expect((await desk.ask(form({ cohort: "" }), { prices })).status).toBe(303);
    expect(await stored()).toMatchObject({ details: { learner: { cohort } } });
  });

  test("takes the first payment of a plan of the chosen course", async () => {
    await send({ course: "devops-full", plan: "devops-full/five-installments" });
    const plan = { id: "five-installments" };
    expect(await stored()).toMatchObject({ plan, expectedMinor: 209_000_00 });
  });

  test.each([
    ["Nigeria", "paystack"],
    ["Ghana", "paypal"],
  ])("from %s without a currency leads to %s", async (country, provider) => {
    const fields = { country, phone: "+2348031234567", currency: "" };
    const sent = Object.assign(form(fields), { cf: { country: country === "Ghana" ? "NG" : "GH" } });
    expect((await desk.ask(sent)).headers.get("location")).toContain(provider);
  });

  test.each([
    ["nothing", Object.fromEntries(Object.keys(SIGNUP_FIELDS).map((name) => [name, ""])), 9],
    ["a plan of another course", { plan: "devops-full/five-installments" }, 1],
    ["a course that is not offered", { course: "juggling" }, 1],
    ["an age that is not in the list", { age: "7" }, 1],
    ["a country that is not in the list", { country: "constructor", phone: "+2348031234567" }, 1],
    ["a learner under age without a guardian", { age: "Under 18" }, 3],
  ])("is refused with %s and shown again with everything typed", async (_, changes, count) => {
    const answer = await send({ ...changes, lastName: `O'"Bi<` });
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    expect(answer.headers.get("etag")).toBeNull();
    expect(page).toContain("<title>Error: Register");
    expect(page.match(/<li><a class="link" href="#f-/g)).toHaveLength(count);
    expect(page).toContain('name="lastName" value="O&#39;&quot;Bi&lt;"');
    expect(await rows("payments")).toBe(0);
  });

  test("is shown again if the provider has no account or cannot be reached", async () => {
    const nobody = { providers: { paystack: null, paypal: null } };
    const unset = await desk.ask(form(), nobody);
    expect(unset.status).toBe(503);
    expect(await unset.text()).toContain("We can&#39;t take payments online yet.");
    const providers = desk.providers({ PAYSTACK_API_URL: NO_ANSWER });
    const away = await desk.ask(form(), { providers });
    expect(away.status).toBe(503);
    expect(await away.text()).toContain('value="0803 123 4567"');
  });

  test("is refused from another site, or with too much text", async () => {
    expect((await desk.ask(form({}, { origin: "https://evil.example" }))).status).toBe(403);
    const nameless = form();
    nameless.headers.delete("origin");
    expect((await desk.ask(nameless)).status).toBe(403);
    expect((await send({ firstName: "A".repeat(9000) })).status).toBe(413);
    expect((await send({ firstName: "A".repeat(121) })).status).toBe(422);
  });

  test("redirects to Signup when its address is opened as a page", async () => {
    const visit = new Request(`${EDGE_ORIGIN}/prod/enrolments`, { headers: { accept: "text/html" } });
    const answer = await desk.ask(visit);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/Signup"]);
  });
});

test.each([
  ["a plan of the course", "course=devops-full&plan=five-installments", "devops-full", "five-installments"],
  ["a plan that the course has not", "course=devops-full&plan=juggling", "devops-full", null],
  ["an unknown course", "course=juggling&plan=five-installments", null, null],
])("a link to Signup with %s is filled in for a browser without script", async (_, query, course, plan) => {
  const page = await (await desk.ask(new Request(`${EDGE_ORIGIN}/Signup?${query}`))).text();
  const [, filledCourse = null] = /name="course" value="([^"]+)"/.exec(page) ?? [];
  const [, filledPlan = null] = /name="plan" value="devops-full\/([^"]+)" checked/.exec(page) ?? [];
  expect([filledCourse, filledPlan]).toEqual([course, plan]);
  expect(page.match(/ checked/g)).toHaveLength(1);
});

test("the page of a payment that was never started says that it is unknown", async () => {
  expect(await shownFor("REG-20261121-7KQ2M9XA4T")).toEqual(["unknown"]);
  expect((await cameBack("../../etc")).status).toBe(404);
});
