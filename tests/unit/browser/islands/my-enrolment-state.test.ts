import { describe, expect, test } from "vitest";
import {
  barOf,
  describeCharge,
  describeRefunds,
  receiptFacts,
  receiptsOf,
  shownCharges,
} from "~/browser/islands/my-enrolment/charges-state.ts";
import {
  describeChoices,
  describeEnrolment,
  UNDECIDED,
  waysToPay,
  whileOpening,
} from "~/browser/islands/my-enrolment/my-enrolment-state.ts";
import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { unbroken } from "~/domain/text.ts";
import {
  ENROLMENT_ID,
  ENROLMENT_KEY,
  FIRST_PAYMENT,
  held,
  viewOf,
} from "../../../fixtures/enrolment-view.ts";

const today = "2026-11-22";
const now = new Date(`${today}T12:00:00Z`);
const describeView = (view: EnrolmentView) => describeEnrolment({ view, isCopy: false }, now);
const describeCopy = (view: EnrolmentView) => describeEnrolment({ view, isCopy: true }, now);

describe("the row of a payment", () => {
  test.each([
    [1, { amount: "N194,000", status: "Paid", due: "" }],
    [2, { amount: "N70,000", status: "Due", due: "Due on Dec 9, 2026" }],
    [3, { amount: "N70,000", status: "Not due yet", due: "Due on Jan 9, 2027" }],
  ])("shows its amount, status and due date: charge %i", (number, row) => {
    const view = viewOf({ today: "2026-12-03" });
    const charge = view.charges[number];
    expect(charge && describeCharge(charge, view)).toMatchObject(row);
  });

  test("of a late learner names the day from which the Terms drop them", () => {
    const view = viewOf({ today: "2026-12-10" });
    const late = view.charges[2];
    expect(late && describeCharge(late, view)).toMatchObject({
      status: "Overdue",
      due: "Was due on Dec 9, 2026",
      note: "Pay before Jan 10, 2027: under our Terms, you’re dropped from the course once you miss a month’s payment.",
    });
  });

  test("has no note about lateness after a withdrawal", () => {
    const view = viewOf({ today: "2026-12-10", withdrawnOn: "2026-12-01" });
    const notes = view.charges.map((charge) => describeCharge(charge, view).note);
    expect(new Set(notes)).toEqual(new Set([""]));
  });

  test("names the amount that came in part", () => {
    const part = held("TUI-20261109-BBBBBBBBBB", [2], fromMajor("NGN", 20_000));
    const view = viewOf({ payments: [FIRST_PAYMENT, part] });
    const [, , charge] = view.charges;
    expect(charge && describeCharge(charge, view).note).toBe("N20,000 of it has come.");
  });
});

test("the access to the learning portal is described, but not in a saved copy", () => {
  const view = viewOf({ today: "2026-12-11" });
  expect(describeEnrolment({ view, isCopy: false }, now).access).toBe(ACCESS_WORDS.restricted);
  expect(describeCopy(view).access).toBeNull();
});

test("the bar shows how far each payment is paid, and which one is overdue", () => {
  const part = held("TUI-20261109-BBBBBBBBBB", [2], fromMajor("NGN", 35_000));
  const payments = [FIRST_PAYMENT, part];
  const bar = barOf(viewOf({ payments, today: "2026-12-10" }));
  expect(bar.map(({ filled, width }) => filled / width)).toEqual([1, 1, 0.5, 0, 0, 0, 0]);
  expect(
    bar.filter(({ backgroundClass }) => backgroundClass === "is-overdue").map(({ number }) => number),
  ).toEqual([2]);
  const ended = barOf(viewOf({ payments, today: "2026-12-10", withdrawnOn: "2026-12-01" }));
  expect(ended.map(({ backgroundClass }) => backgroundClass)).toEqual(["is-later", "is-later", "is-later"]);
});

describe("an enrolment", () => {
  test("is described by what is paid and what is left", () => {
    expect(describeView(viewOf())).toMatchObject({
      plan: "Five Installments",
      learner: "Ada Obi",
      firstClass: "Nov 9, 2026",
      paid: "N209,000",
      left: "N350,000",
      isPayable: true,
      hasDates: true,
      credit: null,
      missing: null,
      savedOn: null,
    });
    expect(describeCopy(viewOf()).savedOn).toContain("2026");
  });

  test("cannot be paid in a copy, while a payment is confirmed, or when all is paid", () => {
    const secondPayment = held("TUI-20261109-CCCCCCCCCC", [2, 3, 4, 5, 6], fromMajor("NGN", 350_000));
    const fullyPaid = viewOf({ payments: [FIRST_PAYMENT, secondPayment] });
    const payable = [
      describeCopy(viewOf()),
      describeView(viewOf({ pendingCharges: [2, 3, 4, 5, 6] })),
      describeView(viewOf({ withdrawnOn: "2026-11-20" })),
      describeView(fullyPaid),
    ].map(({ isPayable }) => isPayable);
    expect(payable).toEqual([false, false, false, false]);
    expect(describeView(fullyPaid).status).toBe("Everything is paid. Thank you.");
  });

  test("has one overdue sum, unless that is being confirmed or the learner has withdrawn", () => {
    expect(describeView(viewOf({ today: "2027-01-12" })).overdue).toBe("N140,000 is overdue.");
    const sums = [
      describeView(viewOf()),
      describeView(viewOf({ today: "2027-01-12", pendingCharges: [2, 3] })),
      describeView(viewOf({ today: "2027-01-12", withdrawnOn: "2026-12-01" })),
    ].map(({ overdue }) => overdue);
    expect(sums).toEqual([null, null, null]);
  });

  test.each([
    ["without a payment", viewOf({ payments: [] }), "Nothing has been paid yet.", false],
    ["with a pending payment", viewOf({ payments: [], pendingCharges: [0, 1] }), null, false],
    ["with a payment", viewOf(), null, true],
  ])("%s has its status, and reminders only after a payment", (_, view, status, hasReminders) => {
    expect(describeView(view)).toMatchObject({ status, hasReminders });
    expect(describeCopy(view).hasReminders).toBe(false);
  });

  test("names missing details, but not in a copy or after a withdrawal", () => {
    const view = viewOf();
    const incomplete = { ...view, learner: { ...view.learner, phone: "", age: "" } };
    expect(describeView(incomplete).missing).toBe("Phone Number, Age");
    expect(describeCopy(incomplete).missing).toBeNull();
    expect(describeView({ ...incomplete, state: "withdrawn", withdrawnOn: today }).missing).toBeNull();
  });
});

test("after a withdrawal only paid charges are shown", () => {
  const view = viewOf({ withdrawnOn: "2026-11-20" });
  expect(shownCharges(view).map(({ number }) => number)).toEqual([0, 1]);
  expect(describeView(view).left).toBeNull();
  expect(shownCharges(viewOf())).toHaveLength(7);
});

test("each choice of how much to pay has a label that begins with the amount", () => {
  const choices = describeChoices(viewOf());
  const next = { next: "Tuition, payment 2 of 6", nextDue: "Due on Dec 9, 2026", pay: "Pay N70,000" };
  expect(choices[0]).toMatchObject(next);
  expect(choices.map(({ option }) => option)).toEqual([
    "N70,000: next payment",
    "N140,000: next 2 payments",
    "N210,000: next 3 payments",
    "N280,000: next 4 payments",
    "N350,000: all that is left",
  ]);
});

test("the button of the other currency says so if it pays everything", () => {
  const inDollars = { currency: "USD", left: fromMajor("USD", 1_209) } as const;
  const textOf = (view: EnrolmentView) => waysToPay(view, "Pay N209,000").map(({ text }) => text)[1];
  const plan = { ...viewOf({ payments: [] }), otherwise: inDollars };
  expect(textOf(plan)).toBe("Pay everything: $1,209.00 with PayPal");
  expect(textOf({ ...plan, charges: plan.charges.slice(0, 2) })).toBe("Pay $1,209.00 with PayPal");
});

test("a receipt names the payment, the learner, and the day in Lagos", () => {
  const view = viewOf();
  const [receipt] = view.receipts;
  expect(receipt && receiptFacts(receipt, view)).toMatchObject({
    Amount: "N209,000",
    "Received on": "Nov 3, 2026",
    For: "Registration fee and tuition, payment 1 of 6",
    Learner: "Ada Obi",
    "Paid by": "Ada Obi",
    "Left to pay": "N350,000",
    "Paid with": "Paystack",
    Reference: "REG-20261102-AAAAAAAAAA",
  });
  const paidByOther = { isSponsored: true, buyer: null };
  expect(receipt && receiptFacts({ ...receipt, ...paidByOther }, view)["Paid by"]).toBe("Someone else");
  const voucher = { code: "EARLY10", off: fromMajor("NGN", 54_400) };
  expect(receipt && receiptFacts(receipt, { ...view, voucher })).toHaveProperty(
    "Voucher EARLY10",
    "−N54,400",
  );
});

test("a charge that a voucher paid fills the bar and has its receipt", () => {
  const nothing = fromMajor("NGN", 0);
  const view = viewOf({
    payments: [held("REG-20261102-BBBBBBBBBB", [0], nothing)],
    charges: [{ number: 0, amount: nothing, due: null, status: "paid", paid: nothing, references: [] }],
  });
  expect(barOf(view)).toMatchObject([{ width: 100, filled: 100 }]);
  const [fee] = view.charges;
  expect(fee && receiptsOf(fee, view).map(({ amount }) => amount)).toEqual([nothing]);
});

const access = { id: ENROLMENT_ID, key: ENROLMENT_KEY };
const open = { ...UNDECIDED, step: "open", enrolment: { access, view: viewOf(), isCopy: false } } as const;

test("an open enrolment stays while it is opened again, and goes when another one is opened", () => {
  expect(whileOpening(open, access)).toBe(open);
  const other = whileOpening(open, { ...access, id: "ENR-AAAAAAAAAA" });
  expect(other).toMatchObject({ step: "opening", id: "ENR-AAAAAAAAAA", enrolment: null });
});

describe("an enrolment that was refunded in full", () => {
  const reference = FIRST_PAYMENT.reference;
  const sentBack = { ...FIRST_PAYMENT, held: fromMajor("NGN", 0), isRefunded: true };
  const [receipt] = viewOf({ payments: [{ ...FIRST_PAYMENT, isRefunded: true }] }).receipts;
  const note = { number: "2026-C00001", issuedOn: "2026-11-21", minor: 20_900_000 };
  const refunded = viewOf({
    payments: [sentBack],
    receipts: receipt ? [{ ...receipt, creditNotes: [note] }] : [],
    refunds: [{ reference, amount: fromMajor("NGN", 209_000), doneOn: "2026-11-21" }],
  });

  test("has sums of what was paid and refunded, and cannot be paid", () => {
    const sums = { paid: "N209,000", refunded: "N209,000", left: null };
    expect(describeView(refunded)).toMatchObject({ ...sums, isPayable: false, hasDates: false });
    expect(shownCharges(refunded)).toEqual([]);
  });

  test("has a receipt with its credit note and nothing left to pay", () => {
    const [refundedReceipt] = refunded.receipts;
    expect(refundedReceipt && receiptFacts(refundedReceipt, refunded)).toMatchObject({
      "Left to pay": "",
      "Credit note": unbroken("2026-C00001: N209,000 refunded, Nov 21, 2026"),
    });
  });

  test("has one link to the receipt of several refunds", () => {
    const receipts = refunded.receipts.map((refundedReceipt) => ({
      ...refundedReceipt,
      creditNotes: [note, { ...note, number: "2026-C00002" }],
    }));
    const links = describeRefunds({ ...refunded, receipts }).map(({ receipt: linked }) => linked !== null);
    expect(links).toEqual([false, true]);
  });

  test("lists its refund with the receipt", () => {
    expect(describeRefunds(refunded)).toEqual([
      {
        key: "2026-C00001",
        text: `Refunded: N209,000 of ${reference} on Nov 21, 2026. The bank that paid may take some days to show it.`,
        receipt: expect.objectContaining({ reference }),
      },
    ]);
  });

  test("lists a refund on its way, about which a mail follows", () => {
    const refunds = [{ reference, amount: fromMajor("NGN", 70_000), doneOn: null }];
    expect(describeRefunds(viewOf({ refunds })).map(({ text }) => text)).toEqual([
      `Refund on its way: N70,000 of ${reference}. We’ll email you when it’s done.`,
    ]);
  });
});
