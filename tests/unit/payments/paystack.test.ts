/** The adapter with Paystack's own package; only Paystack's page in the frame is played. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Order } from "~/domain/enrolment/order";
import type { CheckoutOutcome } from "~/domain/enrolment/payment-flow";
import type { CheckoutProvider, CheckoutView } from "~/payments/checkout-provider";
import { orderOf } from "../../fixtures/enrolment";
import { stubPaystackPage } from "../../fixtures/paystack-page";

const order = orderOf();
const success = { id: 4099260516, reference: order.reference, status: "success", message: "Approved" };

let page: ReturnType<typeof stubPaystackPage>;
let paystack: CheckoutProvider;

beforeEach(async () => {
  vi.useFakeTimers();
  page = stubPaystackPage();
  const { createPaystack } = await import("~/payments/paystack/paystack");
  paystack = createPaystack("pk_test_academy");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a checkout and keeps what it answers; null while it is open. */
function open(of: Order = order) {
  const checkout: { outcome: CheckoutOutcome | null; refusal: unknown; shown: number } = {
    outcome: null,
    refusal: null,
    shown: 0,
  };
  const view: CheckoutView = {
    container: {} as HTMLElement,
    signal: new AbortController().signal,
    onShown: () => {
      checkout.shown += 1;
    },
    onApproved: () => {},
  };
  paystack.checkout(of, view).then(
    (outcome) => {
      checkout.outcome = outcome;
    },
    (error) => {
      checkout.refusal = error;
    },
  );
  return checkout;
}

/** Paystack's frame holds the checkout. */
const load = () => page.say({ event: "loaded:transaction", data: { id: 1, accessCode: "abc" } });

const turn = () => vi.advanceTimersByTimeAsync(0);

describe("what Paystack is asked", () => {
  test("is the amount in kobo, in naira, under our reference", () => {
    open();
    expect(page.transactions()).toHaveLength(1);
    expect(page.transactions()[0]).toMatchObject({
      key: "pk_test_academy",
      email: "ada@example.com",
      amount: 49_500_000,
      currency: "NGN",
      ref: order.reference,
      firstname: "Ada",
      lastname: "Obi",
      phone: "+2348012345678",
    });
  });

  test("carries the whole registration, so that the payment record alone is enough to enrol somebody", () => {
    open();
    const { custom_fields } = JSON.parse(String(page.transactions()[0]?.metadata));
    expect(custom_fields).toEqual([
      { display_name: "Reference", variable_name: "reference", value: order.reference },
      ...order.details.map(({ name, label, value }) => ({
        display_name: label,
        variable_name: name,
        value,
      })),
    ]);
    expect(custom_fields).toHaveLength(17);
  });

  test("both frames have a name for screen readers", () => {
    open();
    expect(page.frames.map(({ title }) => title).sort()).toEqual([
      "Paystack checkout",
      "Paystack is loading",
    ]);
  });
});

describe("a checkout that does not load", () => {
  test("is given up after 15 seconds and not a moment before", async () => {
    const checkout = open();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(checkout.outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(checkout.outcome).toEqual({
      status: "unreachable",
      message: "Unable to load paystack inline script",
    });
  });

  test("leaves no frame over the page", async () => {
    open();
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
  });

  test("can be left with Escape, and nothing was charged", async () => {
    const checkout = open();
    page.press("Enter");
    await turn();
    expect(checkout.outcome).toBeNull();
    page.press("Escape");
    await turn();
    expect(checkout.outcome).toEqual({ status: "cancelled" });
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
  });

  test("is tried again with new frames", async () => {
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    const again = open();
    expect(page.frames).toHaveLength(4);
    expect(page.frames.map(({ isOnPage }) => isOnPage)).toEqual([false, false, true, true]);
    load();
    await turn();
    expect(again.shown).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(again.outcome).toBeNull();
  });
});

describe("a second try after one that never loaded", () => {
  async function openAgain() {
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    const again = open();
    await turn();
    load();
    return again;
  }

  test.each([
    ["paid", { event: "success", data: success }],
    ["unconfirmed", { event: "transfer:pending", data: { status: "pending" } }],
    ["cancelled", { event: "close" }],
  ] as const)("ends %s like a first one", async (status, message) => {
    const checkout = await openAgain();
    page.say(message);
    await turn();
    expect(checkout.outcome).toMatchObject({ status });
  });
});

describe("a checkout that has loaded", () => {
  function openLoaded(of?: Order) {
    const checkout = open(of);
    load();
    return checkout;
  }

  test("says that it is on the screen, and waits for the visitor as long as it takes", async () => {
    const checkout = openLoaded();
    expect(checkout.shown).toBe(1);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(checkout.outcome).toBeNull();
  });

  test("is not left with Escape by us: the visitor may be paying", async () => {
    const checkout = openLoaded();
    page.press("Escape");
    await turn();
    expect(checkout.outcome).toBeNull();
  });

  test("ends paid, with Paystack's own number for the payment", async () => {
    const checkout = openLoaded();
    page.say({ event: "success", data: success });
    await turn();
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id: "4099260516", payer: null } });
  });

  test("ends paid under the reference when Paystack gives no number", async () => {
    const checkout = openLoaded();
    page.say({ event: "success", data: { reference: order.reference } });
    await turn();
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id: order.reference, payer: null } });
  });

  test.each([
    ["another reference", { ...success, reference: "REG-20261121-BBBBBBBBBB" }],
    ["no reference", { ...success, reference: undefined }],
    ["the status pending", { ...success, status: "pending" }],
    ["the status failed", { ...success, status: "failed" }],
  ])("a success with %s is not believed, nor called unpaid", async (_, data) => {
    const checkout = openLoaded();
    page.say({ event: "success", data });
    await turn();
    expect(checkout.outcome).toEqual({ status: "unconfirmed" });
  });

  test.each(["cancel", "close"] as const)("ends unpaid when the visitor closes it (%s)", async (event) => {
    const checkout = openLoaded();
    page.say({ event });
    await turn();
    expect(checkout.outcome).toEqual({ status: "cancelled" });
  });

  test("ends unconfirmed, not cancelled, when a bank transfer is on its way", async () => {
    const checkout = openLoaded();
    page.say({ event: "transfer:pending", data: { status: "pending" } });
    await turn();
    expect(checkout.outcome).toEqual({ status: "unconfirmed" });
  });

  test("counts a second success of the same payment once", async () => {
    const checkout = openLoaded();
    page.say({ event: "success", data: success });
    await turn();
    page.say({ event: "success", data: { ...success, id: 2 } });
    page.say({ event: "cancel" });
    await turn();
    expect(checkout.outcome).toEqual({ status: "paid", payment: { id: "4099260516", payer: null } });
  });

  test("goes on in the same frames when it is closed and opened again", async () => {
    openLoaded();
    page.say({ event: "cancel" });
    await turn();
    const again = openLoaded();
    expect(page.frames).toHaveLength(2);
    expect(again.shown).toBe(1);
    page.say({ event: "success", data: success });
    await turn();
    expect(again.outcome).toMatchObject({ status: "paid" });
  });

  test("resumes the closed charge instead of making another one", async () => {
    openLoaded();
    page.say({ event: "cancel" });
    await turn();
    openLoaded();
    const charges = page.transactions().filter((transaction) => "ref" in transaction);
    expect(new Set(charges.map(({ ref }) => ref))).toEqual(new Set([order.reference]));
    expect(page.transactions().at(-1)).toMatchObject({ accessCode: "abc" });
  });

  test("answers the second try and leaves the first one's answer as it was", async () => {
    const first = openLoaded();
    page.say({ event: "cancel" });
    await turn();
    const changed = orderOf({
      reference: "REG-20261121-BBBBBBBBBB",
      registration: { course: "devops-advanced" },
    });
    const second = openLoaded(changed);
    page.say({ event: "success", data: { ...success, reference: changed.reference } });
    await turn();
    expect(first.outcome).toEqual({ status: "cancelled" });
    expect(second.outcome).toMatchObject({ status: "paid" });
    expect(page.transactions().at(-1)).toMatchObject({ ref: changed.reference, amount: 36_500_000 });
  });
});

describe("a payment that Paystack refuses to start", () => {
  test("ends failed, with Paystack's own words and without its frames", async () => {
    const checkout = open();
    await turn();
    page.say({ event: "error", data: { type: "setup", message: "Duplicate Transaction Reference" } });
    await turn();
    expect(checkout.outcome).toEqual({ status: "failed", message: "Duplicate Transaction Reference" });
    expect(page.frames.some(({ isOnPage }) => isOnPage)).toBe(false);
  });

  test("ends failed with words of ours when Paystack has none", async () => {
    const checkout = open();
    await turn();
    page.say({ event: "error", data: { type: "setup" } });
    await turn();
    expect(checkout.outcome).toEqual({ status: "failed", message: "Paystack could not start the payment." });
  });

  test("is not what a card error inside the checkout is: there the visitor may try again", async () => {
    const checkout = open();
    load();
    page.say({ event: "error", data: { type: "charge", message: "Declined" } });
    await turn();
    expect(checkout.outcome).toBeNull();
  });
});

describe("an order that would be charged wrongly", () => {
  const charging = (minor: number): Order => ({ ...order, charge: { currency: "NGN", minor } });
  const amountRefusal = "The amount must be a whole number above 0.";

  test.each<[string, Order, string]>([
    ["half a kobo over", charging(49_500_000.5), amountRefusal],
    ["nothing", charging(0), amountRefusal],
    ["less than nothing", charging(-1), amountRefusal],
    ["no number", charging(Number.NaN), amountRefusal],
    ["more than can be counted", charging(Number.MAX_SAFE_INTEGER + 1), amountRefusal],
    ["dollars", orderOf({ currency: "USD" }), "This checkout takes NGN only."],
    ["no e-mail address", orderOf({ registration: { email: "" } }), "The e-mail address is not valid."],
    [
      "a malformed e-mail address",
      orderOf({ registration: { email: "zzz" } }),
      "The e-mail address is not valid.",
    ],
    [
      "a reference with a slash",
      orderOf({ reference: "REG/20261121" }),
      "The payment reference has an unusable form.",
    ],
    [
      "a reference too short",
      orderOf({ reference: "REG-202" }),
      "The payment reference has an unusable form.",
    ],
    [
      "a reference too long",
      orderOf({ reference: "R".repeat(65) }),
      "The payment reference has an unusable form.",
    ],
  ])("for %s is refused before Paystack hears of it", async (_, wrong, message) => {
    const checkout = open(wrong);
    await turn();
    expect(checkout.refusal).toEqual(new Error(message));
    expect(page.frames).toEqual([]);
  });

  test.each<[string, Order]>([
    ["one kobo", charging(1)],
    ["the most that can be counted", charging(Number.MAX_SAFE_INTEGER)],
    ["the shortest reference", orderOf({ reference: "R".repeat(8) })],
    ["the longest reference", orderOf({ reference: "R".repeat(64) })],
  ])("is not one for %s", async (_, right) => {
    const checkout = open(right);
    await turn();
    expect(checkout.refusal).toBeNull();
    expect(page.transactions()[0]).toMatchObject({ amount: right.charge.minor, ref: right.reference });
  });
});
