import { expect, test, vi } from "vitest";
import { describeRequest, linkAfter, requestHeldBackBy } from "~/browser/islands/sponsor/sponsor-state.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, payerViewOf, viewOf } from "../../../fixtures/enrolment-view.ts";

vi.mock("~/browser/payments/load-checkout.ts", () => ({
  PROVIDER_NAME_BY_CURRENCY: { NGN: "Paystack", USD: "PayPal" },
  paymentMode: () => "live",
}));

const access = { id: ENROLMENT_ID, key: ENROLMENT_KEY };
const reading = { status: "reading" } as const;
const refusal = { type: "refused", reason: null, message: "In a minute.", errors: {} } as const;

test("a payer's link opens its request, and a learner's own link does not", () => {
  const view = payerViewOf();
  expect(linkAfter({ type: "answered", body: view }, access, reading)).toEqual({
    status: "open",
    access,
    view,
  });
  expect(linkAfter({ type: "answered", body: viewOf() }, access, reading)).toMatchObject({
    title: "We can't open this link",
    mayOpenLater: false,
  });
});

test("a link can be tried again only if it may open later", () => {
  const responses = [
    { type: "unreachable" } as const,
    { ...refusal, status: 503 },
    { ...refusal, status: 404 },
  ];
  const links = responses.map((response) => linkAfter(response, access, reading));
  expect(links.map((link) => link.status === "failed" && link.mayOpenLater)).toEqual([true, true, false]);
});

test("without a response an open request stays open", () => {
  const open = { status: "open", access, view: payerViewOf() } as const;
  expect(linkAfter({ type: "unreachable" }, access, open)).toBe(open);
});

test("the payment that this tab has seen decides before the edge's report", () => {
  const [unpaid, pending] = [payerViewOf(), payerViewOf({ isPending: true })];
  expect(requestHeldBackBy(unpaid, "received")).toBe("received");
  expect(requestHeldBackBy(pending, "received")).toBe("received");
  expect(requestHeldBackBy(pending, null)).toBe("confirming");
  expect(requestHeldBackBy(unpaid, "not-paid")).toBeNull();
  expect(requestHeldBackBy(unpaid, null)).toBeNull();
});

test("a payer with another currency reads that the bank converts the amount", () => {
  const note = "Pay with any card. The amount is in naira; your bank converts it.";
  expect(describeRequest(payerViewOf(), "USD").note).toBe(note);
  expect(describeRequest(payerViewOf(), "NGN").note).toBe("");
  const either = payerViewOf({ otherwise: { currency: "USD", left: fromMajor("USD", 100) } });
  expect(describeRequest(either, "USD").note).toBe(
    "The later payments will be in the currency that you choose.",
  );
  expect(describeRequest({ ...either, chargeCount: 3 }, "USD").note).toBe("");
});

test("a request names a voucher's discount in each currency that can be paid", () => {
  expect(describeRequest(payerViewOf(), "NGN").voucher).toBe("");
  const voucherOff = { NGN: fromMajor("NGN", 54_400), USD: fromMajor("USD", 120) };
  expect(describeRequest(payerViewOf({ voucherOff }), "NGN").voucher).toBe("−N54,400 off the tuition");
  const either = { voucherOff, otherwise: { currency: "USD", left: fromMajor("USD", 100) } } as const;
  expect(describeRequest(payerViewOf(either), "USD").voucher).toBe("−$120.00 or −N54,400 off the tuition");
});

test("a request names learner, charges, due date and amount, the payer's currency first", () => {
  expect(describeRequest(payerViewOf(), "NGN")).toMatchObject({
    learner: "Ada",
    charges: "Tuition, payment 2 of 6",
    due: "Due on Dec 9, 2026",
    amount: "N70,000",
    ways: [{ currency: "NGN", text: "Pay N70,000 with Paystack" }],
  });
  const either = payerViewOf({ otherwise: { currency: "USD", left: fromMajor("USD", 100) } });
  expect(describeRequest(either, "USD").ways.map(({ text }) => text)).toEqual([
    "Pay $100.00 with PayPal",
    "Pay N70,000 with Paystack",
  ]);
  expect(describeRequest(either, "USD").amount).toBe("$100.00 or N70,000");
  const undated = payerViewOf({ charges: payerViewOf().charges.map((charge) => ({ ...charge, due: null })) });
  expect(describeRequest(undated, "NGN").due).toBe("Due 1 month after the first class");
});
