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

/** Returns the texts of the payments' rows. */
const rows = (view: EnrolmentView) =>
  view.charges.map((charge) => {
    const { amount, due, status } = describeCharge(charge, view);
    return `${amount} ${status}${due ? `, ${due}` : ""}`;
  });

describe("the rows of the payments", () => {
  test("say what is paid, what is due within a week, and what is open", () => {
    expect(rows(viewOf({ today: "2026-12-03" }))).toEqual([
      "N15,000 Paid",
      "N194,000 Paid",
      "N70,000 Due, Due on Dec 9, 2026",
      "N70,000 Not due yet, Due on Jan 9, 2027",
      "N70,000 Not due yet, Due on Feb 9, 2027",
      "N70,000 Not due yet, Due on Mar 9, 2027",
      "N70,000 Not due yet, Due on Apr 9, 2027",
    ]);
  });

  test("say from which day the Terms drop a learner who is late", () => {
    const view = viewOf({ today: "2026-12-10" });
    const late = view.charges[2];
    expect(late && describeCharge(late, view)).toMatchObject({
      status: "Overdue",
      due: "Was due on Dec 9, 2026",
      note: "Pay before Jan 10, 2027: under our Terms, you’re dropped from the course once you miss a month’s payment.",
    });
  });

  test("say nothing of a late payment once the learner has withdrawn", () => {
    const view = viewOf({ today: "2026-12-10", withdrawnOn: "2026-12-01" });
    const notes = view.charges.map((charge) => describeCharge(charge, view).note);
    expect(new Set(notes)).toEqual(new Set([""]));
  });

  test("say what has come of a payment that came in part", () => {
    const part = held("TUI-20261109-BBBBBBBBBB", [2], fromMajor("NGN", 20_000));
    const view = viewOf({ payments: [FIRST_PAYMENT, part] });
    const [, , charge] = view.charges;
    expect(charge && describeCharge(charge, view).note).toBe("N20,000 of it has come.");
  });
});

test("access to the learning portal is said in its one sentence, but not of a saved copy", () => {
  const view = viewOf({ today: "2026-12-11" });
  expect(describeEnrolment({ view, isCopy: false }, now).access).toBe(ACCESS_WORDS.restricted);
  expect(describeCopy(view).access).toBeNull();
});

test("the bar is filled as far as each payment is paid, and tells what is overdue", () => {
  const part = held("TUI-20261109-BBBBBBBBBB", [2], fromMajor("NGN", 35_000));
  const payments = [FIRST_PAYMENT, part];
  const bar = barOf(viewOf({ payments, today: "2026-12-10" }));
  expect(bar.map(({ filled, width }) => filled / width)).toEqual([1, 1, 0.5, 0, 0, 0, 0]);
  expect(bar.filter(({ ground }) => ground === "is-overdue").map(({ number }) => number)).toEqual([2]);
  const ended = barOf(viewOf({ payments, today: "2026-12-10", withdrawnOn: "2026-12-01" }));
  expect(ended.map(({ ground }) => ground)).toEqual(["is-later", "is-later", "is-later"]);
});

describe("the enrolment", () => {
  test("says what is paid and what is left", () => {
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

  test("offers no payment from a copy, while one is confirmed, or when all is paid", () => {
    const rest = held("TUI-20261109-CCCCCCCCCC", [2, 3, 4, 5, 6], fromMajor("NGN", 350_000));
    const all = viewOf({ payments: [FIRST_PAYMENT, rest] });
    const payable = [
      describeCopy(viewOf()),
      describeView(viewOf({ pendingCharges: [2, 3, 4, 5, 6] })),
      describeView(viewOf({ withdrawnOn: "2026-11-20" })),
      describeView(all),
    ].map(({ isPayable }) => isPayable);
    expect(payable).toEqual([false, false, false, false]);
    expect(describeView(all).status).toBe("Everything is paid. Thank you.");
  });

  test("says in one sum what is overdue, unless that may be paid or the learner has withdrawn", () => {
    expect(describeView(viewOf({ today: "2027-01-12" })).overdue).toBe("N140,000 is overdue.");
    const silent = [
      describeView(viewOf()),
      describeView(viewOf({ today: "2027-01-12", pendingCharges: [2, 3] })),
      describeView(viewOf({ today: "2027-01-12", withdrawnOn: "2026-12-01" })),
    ].map(({ overdue }) => overdue);
    expect(silent).toEqual([null, null, null]);
  });

  test.each([
    ["a payment that is to come", viewOf({ payments: [] }), "Nothing has been paid yet.", false],
    ["one that is being confirmed", viewOf({ payments: [], pendingCharges: [0, 1] }), null, false],
    ["one that came", viewOf(), null, true],
  ])("says of %s what is so; only an edge promises reminders", (_, view, status, hasReminders) => {
    expect(describeView(view)).toMatchObject({ status, hasReminders });
    expect(describeCopy(view).hasReminders).toBe(false);
  });

  test("names missing details, neither in a copy, which has none, nor after a withdrawal", () => {
    const view = viewOf();
    const incomplete = { ...view, learner: { ...view.learner, phone: "", age: "" } };
    expect(describeView(incomplete).missing).toBe("Phone Number, Age");
    expect(describeCopy(incomplete).missing).toBeNull();
    expect(describeView({ ...incomplete, state: "withdrawn", withdrawnOn: today }).missing).toBeNull();
  });
});

test("once the learner has withdrawn, only what was paid is shown", () => {
  const view = viewOf({ withdrawnOn: "2026-11-20" });
  expect(shownCharges(view).map(({ number }) => number)).toEqual([0, 1]);
  expect(describeView(view).left).toBeNull();
  expect(shownCharges(viewOf())).toHaveLength(7);
});

test("the button names the amount of what is chosen", () => {
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

test("the button of the other currency says when it pays more than the next payment", () => {
  const otherwise = { currency: "USD", left: fromMajor("USD", 1_209) } as const;
  const textOf = (view: EnrolmentView) => waysToPay(view, "Pay N209,000").map(({ text }) => text)[1];
  const plan = { ...viewOf({ payments: [] }), otherwise };
  expect(textOf(plan)).toBe("Pay everything: $1,209.00 with PayPal");
  expect(textOf({ ...plan, charges: plan.charges.slice(0, 2) })).toBe("Pay $1,209.00 with PayPal");
});

test("a receipt says what was paid for whom, by the day in Lagos", () => {
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

test("a voucher that paid everything fills the bar, and its receipt is beside the charge", () => {
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

test("the same one stays as it is, and another one goes", () => {
  expect(whileOpening(open, access)).toBe(open);
  const other = whileOpening(open, { ...access, id: "ENR-AAAAAAAAAA" });
  expect(other).toMatchObject({ step: "opening", id: "ENR-AAAAAAAAAA", enrolment: null });
});

describe("an enrolment whose money went back whole", () => {
  const reference = FIRST_PAYMENT.reference;
  const sentBack = { ...FIRST_PAYMENT, held: fromMajor("NGN", 0), isRefunded: true };
  const [receipt] = viewOf({ payments: [{ ...FIRST_PAYMENT, isRefunded: true }] }).receipts;
  const note = { number: "2026-C00001", issuedOn: "2026-11-21", minor: 20_900_000 };
  const refunded = viewOf({
    payments: [sentBack],
    receipts: receipt ? [{ ...receipt, creditNotes: [note] }] : [],
    refunds: [{ reference, amount: fromMajor("NGN", 209_000), doneOn: "2026-11-21" }],
  });

  test("says what was paid and what went back, and asks for nothing", () => {
    const sums = { paid: "N209,000", refunded: "N209,000", left: null };
    expect(describeView(refunded)).toMatchObject({ ...sums, isPayable: false, hasDates: false });
    expect(shownCharges(refunded)).toEqual([]);
  });

  test("has a receipt on which nothing is left to pay, with its credit note", () => {
    const [refundedReceipt] = refunded.receipts;
    expect(refundedReceipt && receiptFacts(refundedReceipt, refunded)).toMatchObject({
      "Left to pay": "",
      "Credit note": unbroken("2026-C00001: N209,000 refunded, Nov 21, 2026"),
    });
  });

  test("has one link to the receipt, however often money went back", () => {
    const receipts = refunded.receipts.map((each) => ({
      ...each,
      creditNotes: [note, { ...note, number: "2026-C00002" }],
    }));
    const links = describeRefunds({ ...refunded, receipts }).map(({ receipt: linked }) => linked !== null);
    expect(links).toEqual([false, true]);
  });

  test("names it once, as refunded, with its receipt", () => {
    expect(describeRefunds(refunded)).toEqual([
      {
        key: "2026-C00001",
        text: `Refunded: N209,000 of ${reference} on Nov 21, 2026. The bank that paid may take some days to show it.`,
        receipt: expect.objectContaining({ reference }),
      },
    ]);
  });

  test("says of what is on its way that a mail follows", () => {
    const refunds = [{ reference, amount: fromMajor("NGN", 70_000), doneOn: null }];
    expect(describeRefunds(viewOf({ refunds })).map(({ text }) => text)).toEqual([
      `Refund on its way: N70,000 of ${reference}. We’ll email you when it’s done.`,
    ]);
  });
});
