/** Forms of one learner that are the same payment, and forms of strangers that are not. */
import { describe, expect, test } from "vitest";
import { fromMinor } from "~/domain/money/money.ts";
import { freshReference, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, formCookie, SIGNUP_FIELDS } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { signupForm } from "../../../fixtures/signup-form.ts";

const desk = paymentDesk();
const { charge, signUp } = enrolmentDesk(desk);
const { learnerEmail, sender, form, send, rows, stored, addressAfter } = signupForm(desk);

describe("a browser that has no key yet", () => {
  const NONE = { cookie: "theme=dark; __Host-form-key=2026-11-31.AAAAAAAAAAAAAAAAAAAAAA" };

  test("gets one that no script can read, and posts the form again before anything starts", async () => {
    const first = await send({}, NONE);
    expect([first.status, first.headers.get("location")]).toEqual([307, "/prod/enrolments?given"]);
    expect(await rows("payments")).toBe(0);
    const [cookie = "", ...attributes] = (first.headers.get("set-cookie") ?? "").split("; ");
    expect(cookie).toMatch(/^__Host-form-key=2026-11-21\.[\w-]{22}$/);
    expect(attributes).toEqual(["Max-Age=86400", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"]);
    expect((await send({}, { cookie })).status).toBe(303);
  });

  test("does not use one that a subdomain could have set", async () => {
    const { cookie } = formCookie(desk.now);
    expect((await send({}, { cookie: cookie.replace("__Host-", "") })).status).toBe(307);
    expect(await rows("payments")).toBe(0);
  });

  test("and stores no cookies starts a separate payment with each press", async () => {
    const press = () => {
      const { headers, url } = form({}, NONE);
      const body = new URLSearchParams({ ...SIGNUP_FIELDS, email: learnerEmail() });
      return desk.ask(new Request(`${url}?given`, { method: "POST", headers, body }));
    };
    const [first, second] = [await press(), await press()];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get("location")).not.toBe(first.headers.get("location"));
  });
});

test("a stranger who types the same learns nothing about the payment", async () => {
  const stranger = formCookie(desk.now);
  const strangersCheckout = await addressAfter({}, stranger);
  const learnersCheckout = await addressAfter();
  expect(learnersCheckout).not.toBe(strangersCheckout);
  const [latest] = await desk.rows<{ reference: string }>(
    "SELECT reference FROM payments WHERE checkout_url = ?",
    learnersCheckout ?? "",
  );
  await charge(latest?.reference ?? "", 165_000_00);
  expect(await addressAfter()).toContain(`/prod/payments/return?reference=${latest?.reference}`);
  expect(await addressAfter({}, stranger)).toBe(strangersCheckout);
  expect(await addressAfter({}, formCookie(desk.now))).toMatch(/^https:\/\/checkout\.paystack\.com\//);
});

describe("a form with a reference from the page's script", () => {
  const reference = "REG-20261121-7KQ2M9XA4T";

  test("starts the payment of that reference from any browser", async () => {
    const first = await send({ reference });
    expect((await stored()).reference).toBe(reference);
    const again = await send({ reference }, formCookie(desk.now));
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(await rows("payments")).toBe(1);
  });

  test.each([
    ["another order", { firstName: "Eve" }],
    ["another currency", { currency: "USD" }],
  ])("starts another payment for %s", async (_, changes) => {
    const named = await addressAfter({ reference });
    const other = await send({ reference, ...changes });
    expect(other.status).toBe(303);
    expect(other.headers.get("location")).not.toBe(named);
    expect(await rows("payments")).toBe(2);
  });

  test("starts another payment once the price has changed", async () => {
    const named = await addressAfter({ reference });
    const fee = { ...priceList.fee, NGN: fromMinor("NGN", 1_000_00) };
    const posted = form({ reference });
    const other = await desk.ask(posted, { prices: { ...priceList, fee } });
    expect(other.headers.get("location")).not.toBe(named);
    const prices = await desk.rows("SELECT expected_minor AS minor FROM payments ORDER BY minor");
    expect(prices).toEqual([{ minor: 151_000_00 }, { minor: 165_000_00 }]);
  });

  test("resumes the payment that the same browser started without it", async () => {
    const first = await send();
    expect(await addressAfter({ reference })).toBe(first.headers.get("location"));
    expect(await rows("payments")).toBe(1);
  });

  test.each(["TUI-20261121-7KQ2M9XA4T", "paid", "' OR 1"])(
    "ignores the foreign reference %s",
    async (other) => {
      expect((await send({ reference: other })).status).toBe(303);
      expect((await stored()).reference).toMatch(/^REG-20261121-/);
    },
  );
});

describe("a form that was sent before the page's script had loaded", () => {
  /** Returns the order that the script makes of the same fields. */
  const order = (currency: "NGN" | "USD", firstName = "Ada") =>
    orderOf({
      registration: {
        firstName,
        email: learnerEmail(),
        courseId: "devops-foundational",
        cohort: SIGNUP_FIELDS.cohort,
        phone: "+2348031234567",
        whatsapp: "+2348037654321",
      },
      currency,
      reference: freshReference(),
      now: desk.now,
    });
  const register = (sent: ReturnType<typeof order>, headers: Record<string, string> = sender()) =>
    signUp(sent, {}, headers);

  test("is not paid again with script from the same browser", async () => {
    await send();
    const { reference } = await stored();
    expect((await register(order("NGN"))).status).toBe(201);
    await charge(reference, 165_000_00);
    const again = order("NGN");
    const refused = await register(again);
    const message = "This has been paid already. Nothing more was charged.";
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { code: "paid-before", reference, message },
    ]);
    expect(await desk.paymentOf(again.reference)).toBeNull();
    expect((await register(order("NGN"), formCookie(desk.now))).status).toBe(201);
    expect((await register(order("NGN"), {})).status).toBe(201);
    expect((await register(order("NGN", "Bola"))).status).toBe(201);
  });

  test("is not paid again after the payer's approval at PayPal", async () => {
    await send({ currency: "USD" });
    const { reference } = await stored();
    await desk.paypal.approve((await stored()).providerOrderId ?? "");
    const atPayPal = (headers: { cookie: string }) =>
      desk.ask(post("/prod/paypal/orders", { order: order("USD") }, headers));
    for (const refused of [await register(order("USD")), await atPayPal(sender())]) {
      const message = expect.stringContaining("still being confirmed");
      expect([refused.status, await refused.json()]).toMatchObject([409, { reference, message }]);
    }
    expect((await atPayPal(formCookie(desk.now))).status).toBe(201);
  });
});
