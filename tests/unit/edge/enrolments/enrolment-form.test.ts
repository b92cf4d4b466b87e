import { beforeEach, describe, expect, test } from "vitest";
import { fromMinor } from "~/domain/money/money.ts";
import type { CaptureMode } from "~/sandbox/providers/paypal-shapes.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import {
  cohortOn,
  freshReference,
  newOrder,
  orderOf,
  priceList,
  withCohorts,
} from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, formCookie, formPost, SIGNUP_FIELDS } from "../../../fixtures/enrolment-desk.ts";
import { NO_ANSWER, paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { refundEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { charge, signUp } = enrolmentDesk(desk);

/** The provider's stand-in remembers references: each test is about another learner. */
let email = "";
let learners = 0;
/** The browser that sends forms. */
let browser = { cookie: "" };
beforeEach(() => {
  learners += 1;
  email = `ada-${learners}@example.com`;
  browser = formCookie(desk.now);
});
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  formPost(fields, { ...browser, ...headers });
const send = (changes: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  desk.ask(form({ ...SIGNUP_FIELDS, email, ...changes }, headers));
const rows = async (table: string) => (await desk.rows(`SELECT 1 FROM ${table}`)).length;
/** Returns the stored part of the payment that was started. */
async function stored() {
  const [row] = await desk.rows<{ reference: string }>("SELECT reference FROM payments");
  return (await desk.registration(row?.reference ?? "")) ?? expect.fail();
}
const cameBack = (reference: string, method = "GET") =>
  desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/return?reference=${reference}`, { method }));
const partsOf = (html: string) => [...html.matchAll(/data-part="([^"]+)">/g)].map(([, part]) => part);
/** Returns the page to which a payer comes back, in parts. */
const shownFor = async (reference: string) => partsOf(await (await cameBack(reference)).text());
/** Returns the address to which a form leads. */
const addressAfter = async (...sent: Parameters<typeof send>) =>
  (await send(...sent)).headers.get("location");

describe("Signup's form, posted without script", () => {
  test("leads to Paystack's page, with the numbers as they are called and the price of the record", async () => {
    const answer = await send();
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(/^https:\/\/checkout\.paystack\.com\//);
    expect(await stored()).toMatchObject({
      expectedMinor: 165_000_00,
      customer: { email, phone: "+2348031234567" },
      details: { learner: { whatsapp: "+2348037654321", state: "Lagos", consent: true, marketing: false } },
    });
  });

  test("takes the phone number for WhatsApp where that is ticked", async () => {
    expect((await send({ whatsapp: "", sameNumber: "yes" })).status).toBe(303);
    expect(await stored()).toMatchObject({
      details: { learner: { phone: "+2348031234567", whatsapp: "+2348031234567" } },
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
    const { reference, providerOrderId: id } = await stored();
    expect(answer.headers.get("location")).toContain(id);
    if (!id) throw new Error("PayPal has no order.");
    expect(await shownFor(reference)).toEqual(["unpaid"]);
    await desk.paypal.approve(id);
    await cameBack(reference, "HEAD");
    expect((await desk.registration(reference))?.status).toBe("unpaid");
    expect(await shownFor(reference)).toEqual(["paid"]);
    expect(await shownFor(reference)).toEqual(["paid"]);
    expect(await desk.registration(reference)).toMatchObject({ status: "paid", paidMinor: 109_00 });
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
    /** The form is sent, and its payer agrees at PayPal. */
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
      expect(await desk.registration(reference)).toMatchObject({ status: "paid", paidMinor: 109_00 });
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

    test("because the academy's account takes no money says so", async () => {
      const { reference } = await agreed("422 PAYEE_BLOCKED_TRANSACTION");
      expect(await shownFor(reference)).toEqual(["account"]);
    });

    test.each([
      ["minutes", 0],
      ["hours", 4 * 60],
    ])("because the money was not taken in time leads to PayPal, %s later", async (_, minutes) => {
      const order = await agreed("trouble");
      for (let sweeps = 0; sweeps < 8; sweeps += 1) {
        await desk.sweep();
        desk.later(4);
      }
      expect((await desk.registration(order.reference))?.flag).toBe("approved-not-charged");
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

    test("because the money went back starts another payment, the same for each press", async () => {
      await gaveBack();
      const again = await send();
      expect(again.headers.get("location")).toMatch(/^https:\/\/checkout\.paystack\.com\//);
      expect(await addressAfter()).toBe(again.headers.get("location"));
      expect(await rows("payments")).toBe(2);
    });

    test("because the money went back is refused where its cohort is full", async () => {
      await gaveBack();
      const seats = withCohorts(cohortOn("2026-12-05", { seats: 0 }));
      const again = await desk.ask(form({ ...SIGNUP_FIELDS, email }), seats);
      expect(again.status).toBe(422);
      expect(await rows("payments")).toBe(1);
    });
  });

  test.each([
    ["the only one that can be joined", [cohortOn("2026-12-05")], "cohort-2026-12-05"],
    ["none of two", [cohortOn("2026-12-05"), cohortOn("2026-12-12")], ""],
    ["none that is full", [cohortOn("2026-12-05", { seats: 0 })], ""],
  ])("joins, with the cohort left empty, %s", async (_, cohorts, cohort) => {
    const prices = { ...priceList, cohorts };
    expect((await desk.ask(form({ ...SIGNUP_FIELDS, email, cohort: "" }), { prices })).status).toBe(303);
    expect(await stored()).toMatchObject({ details: { learner: { cohort } } });
  });

  test("takes the first payment of a plan of the chosen course", async () => {
    await send({ course: "devops-full", plan: "devops-full/five-installments" });
    expect(await stored()).toMatchObject({
      plan: { id: "five-installments" },
      expectedMinor: 209_000_00,
    });
  });

  test.each([
    ["Nigeria", "paystack"],
    ["Ghana", "paypal"],
  ])("asks who chose %s and no currency to pay with %s", async (country, provider) => {
    const fields = { ...SIGNUP_FIELDS, email, country, phone: "+2348031234567", currency: "" };
    const sent = Object.assign(form(fields), { cf: { country: country === "Ghana" ? "NG" : "GH" } });
    expect((await desk.ask(sent)).headers.get("location")).toContain(provider);
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
    expect(await rows("payments")).toBe(0);
  });

  test("a provider without an account, or out of reach, loses nothing", async () => {
    const nobody = { providers: { paystack: null, paypal: null } };
    const unset = await desk.ask(form(SIGNUP_FIELDS), nobody);
    expect(unset.status).toBe(503);
    expect(await unset.text()).toContain("We can&#39;t take payments online yet.");
    const providers = desk.providers({ PAYSTACK_API_URL: NO_ANSWER });
    const away = await desk.ask(form(SIGNUP_FIELDS), { providers });
    expect(away.status).toBe(503);
    expect(await away.text()).toContain('value="0803 123 4567"');
  });

  test("comes from this site alone, in any length that a form has", async () => {
    expect((await desk.ask(form(SIGNUP_FIELDS, { origin: "https://evil.example" }))).status).toBe(403);
    const nameless = form(SIGNUP_FIELDS);
    nameless.headers.delete("origin");
    expect((await desk.ask(nameless)).status).toBe(403);
    expect((await send({ firstName: "A".repeat(9000) })).status).toBe(413);
    expect((await send({ firstName: "A".repeat(121) })).status).toBe(422);
  });

  test("its address opened as a page leads back to the form", async () => {
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

describe("a browser that has no key yet", () => {
  const NONE = { cookie: "theme=dark; __Host-form-key=2026-11-31.AAAAAAAAAAAAAAAAAAAAAA" };

  test("is given one that no script can read, and sends the form again; nothing is started before", async () => {
    const first = await send({}, NONE);
    expect([first.status, first.headers.get("location")]).toEqual([307, "/prod/enrolments?given"]);
    expect(await rows("payments")).toBe(0);
    const [cookie = "", ...attributes] = (first.headers.get("set-cookie") ?? "").split("; ");
    expect(cookie).toMatch(/^__Host-form-key=2026-11-21\.[\w-]{22}$/);
    expect(attributes).toEqual(["Max-Age=86400", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"]);
    expect((await send({}, { cookie })).status).toBe(303);
  });

  test("takes none from a subdomain, which would know it", async () => {
    const { cookie } = formCookie(desk.now);
    expect((await send({}, { cookie: cookie.replace("__Host-", "") })).status).toBe(307);
    expect(await rows("payments")).toBe(0);
  });

  test("and stores none is not asked for it again: each press is a payment of its own", async () => {
    const press = () => {
      const { headers, url } = form({ ...SIGNUP_FIELDS, email }, NONE);
      const body = new URLSearchParams({ ...SIGNUP_FIELDS, email });
      return desk.ask(new Request(`${url}?given`, { method: "POST", headers, body }));
    };
    const [first, second] = [await press(), await press()];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get("location")).not.toBe(first.headers.get("location"));
  });
});

test("a stranger who knows all that was typed learns nothing, before and after it was paid", async () => {
  const stranger = formCookie(desk.now);
  const theirs = await addressAfter({}, stranger);
  const ownCheckout = await addressAfter();
  expect(ownCheckout).not.toBe(theirs);
  const [latest] = await desk.rows<{ reference: string }>(
    "SELECT reference FROM payments WHERE checkout_url = ?",
    ownCheckout ?? "",
  );
  await charge(latest?.reference ?? "", 165_000_00);
  expect(await addressAfter()).toContain(`/prod/payments/return?reference=${latest?.reference}`);
  expect(await addressAfter({}, stranger)).toBe(theirs);
  expect(await addressAfter({}, formCookie(desk.now))).toMatch(/^https:\/\/checkout\.paystack\.com\//);
});

describe("a form in which the page's script has named the payment", () => {
  const reference = "REG-20261121-7KQ2M9XA4T";

  test("starts that one, whichever browser sends it", async () => {
    const first = await send({ reference });
    expect((await stored()).reference).toBe(reference);
    const again = await send({ reference }, formCookie(desk.now));
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(await rows("payments")).toBe(1);
  });

  test.each([
    ["that is another order", { firstName: "Eve" }],
    ["in another currency", { currency: "USD" }],
  ])("starts another one than one %s", async (_, changes) => {
    const named = await addressAfter({ reference });
    const other = await send({ reference, ...changes });
    expect(other.status).toBe(303);
    expect(other.headers.get("location")).not.toBe(named);
    expect(await rows("payments")).toBe(2);
  });

  test("starts another one than one at a price that the form does not show any more", async () => {
    const named = await addressAfter({ reference });
    const fee = { ...priceList.fee, NGN: fromMinor("NGN", 1_000_00) };
    const posted = form({ ...SIGNUP_FIELDS, email, reference });
    const other = await desk.ask(posted, { prices: { ...priceList, fee } });
    expect(other.headers.get("location")).not.toBe(named);
    const prices = await desk.rows("SELECT expected_minor AS minor FROM payments ORDER BY minor");
    expect(prices).toEqual([{ minor: 151_000_00 }, { minor: 165_000_00 }]);
  });

  test("goes on with what the same browser has started without", async () => {
    const first = await send();
    expect(await addressAfter({ reference })).toBe(first.headers.get("location"));
    expect(await rows("payments")).toBe(1);
  });

  test.each(["TUI-20261121-7KQ2M9XA4T", "paid", "' OR 1"])("is none of this site's: %s", async (other) => {
    expect((await send({ reference: other })).status).toBe(303);
    expect((await stored()).reference).toMatch(/^REG-20261121-/);
  });
});

describe("a form that was sent before its page's script came", () => {
  /** Returns the order that the script makes of the same fields. */
  const order = (currency: "NGN" | "USD", firstName = "Ada") =>
    orderOf({
      registration: {
        firstName,
        email,
        courseId: "devops-foundational",
        cohort: SIGNUP_FIELDS.cohort,
        phone: "+2348031234567",
        whatsapp: "+2348037654321",
      },
      currency,
      reference: freshReference(),
      now: desk.now,
    });
  const register = (asked: ReturnType<typeof order>, headers: Record<string, string> = browser) =>
    signUp(asked, {}, headers);

  test("is not paid again with script from the same browser; other browsers learn nothing", async () => {
    await send();
    const { reference } = await stored();
    expect((await register(order("NGN"))).status).toBe(201);
    await charge(reference, 165_000_00);
    const again = order("NGN");
    const refused = await register(again);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        code: "paid-before",
        reference,
        message: "This has been paid already. Nothing more was charged.",
      },
    ]);
    expect(await desk.registration(again.reference)).toBeNull();
    expect((await register(order("NGN"), formCookie(desk.now))).status).toBe(201);
    expect((await register(order("NGN"), {})).status).toBe(201);
    expect((await register(order("NGN", "Bola"))).status).toBe(201);
  });

  test("is not paid again while the payer has agreed to it at PayPal", async () => {
    await send({ currency: "USD" });
    const { reference } = await stored();
    await desk.paypal.approve((await stored()).providerOrderId ?? "");
    const atPayPal = (headers: { cookie: string }) =>
      desk.ask(post("/prod/paypal/orders", { order: order("USD") }, headers));
    for (const refused of [await register(order("USD")), await atPayPal(browser)]) {
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        reference,
        message: expect.stringContaining("still being confirmed"),
      });
    }
    expect((await atPayPal(formCookie(desk.now))).status).toBe(201);
  });
});

test("a payment that was never started is not known", async () => {
  expect(await shownFor("REG-20261121-7KQ2M9XA4T")).toEqual(["unknown"]);
  expect((await cameBack("../../etc")).status).toBe(404);
});
