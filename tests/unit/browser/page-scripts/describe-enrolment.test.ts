import { describe, expect, test } from "vitest";
import {
  choiceTexts,
  describeCharge,
  describeChosen,
  describeEnrolment,
  describeReceipt,
  shownCharges,
} from "~/browser/page-scripts/my-enrolment/describe-enrolment.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { held, viewOf } from "../../../fixtures/enrolment-view.ts";

const today = "2026-11-22";
const now = { isCopy: false, today };

/** The payments' rows: what each says beside its name. */
const rows = (view: ReturnType<typeof viewOf>) =>
  view.charges.map((charge) => {
    const { amount, due, state } = describeCharge(charge, view).texts;
    return `${amount} ${state}${due ? `, ${due}` : ""}`;
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
      texts: {
        state: "Overdue",
        due: "Was due on Dec 9, 2026",
        note: "Access to the learning portal is restricted until you pay. Pay before Jan 10, 2027: under our Terms, you're dropped from the course once you miss a month's payment.",
      },
      flags: { note: true },
    });
  });

  test("say that access is restricted while a fee is late that no rule of a plan covers", () => {
    const view = { ...viewOf({ payments: [], today: "2026-12-10" }), plan: null, latePaymentPolicy: null };
    const [fee] = view.charges.map((charge) => ({ ...charge, state: "overdue" as const }));
    const charges = view.charges.slice(0, 2);
    expect(fee && describeCharge(fee, { ...view, charges }).texts.note).toBe(
      "Access to the learning portal is restricted until you pay.",
    );
  });

  test("say that the due date of a payment without one is to be confirmed", () => {
    const view = viewOf();
    const [, , charge] = view.charges;
    const undated = charge && { ...charge, due: null };
    expect(undated && describeCharge(undated, view).texts.due).toBe("Due date to be confirmed");
  });

  test("say nothing of a late payment once the learner has withdrawn", () => {
    const view = viewOf({ today: "2026-12-10", withdrawnOn: "2026-12-01" });
    expect(view.charges.map((charge) => describeCharge(charge, view).flags.note)).not.toContain(true);
  });

  test("say what has come of a payment that came in part", () => {
    const part = held("TUI-20261109-BBBBBBBBBB", [2], fromMajor("NGN", 20_000));
    const view = viewOf({
      payments: [held("REG-20261102-AAAAAAAAAA", [0, 1], fromMajor("NGN", 209_000)), part],
    });
    const [, , charge] = view.charges;
    expect(charge && describeCharge(charge, view).texts.note).toBe("N20,000 of it has come.");
  });
});

describe("the enrolment", () => {
  test("says what is paid and what is left", () => {
    expect(describeEnrolment(viewOf(), now)).toMatchObject({
      texts: {
        course: "DevOps Full",
        plan: "Five Installments",
        learner: "Ada Obi",
        firstClass: "Nov 9, 2026",
        paid: "N209,000",
        left: "N350,000",
      },
      flags: {
        payable: true,
        choices: true,
        dates: true,
        pending: false,
        credit: false,
        missing: false,
        copy: false,
      },
    });
  });

  test("offers no payment from a copy, while one is being confirmed, after a withdrawal, and when all is paid", () => {
    const rest = held("TUI-20261109-CCCCCCCCCC", [2, 3, 4, 5, 6], fromMajor("NGN", 350_000));
    const all = viewOf({
      payments: [held("REG-20261102-AAAAAAAAAA", [0, 1], fromMajor("NGN", 209_000)), rest],
    });
    const payable = [
      describeEnrolment(viewOf(), { isCopy: true, today }),
      describeEnrolment(viewOf({ isPending: true }), now),
      describeEnrolment(viewOf({ withdrawnOn: "2026-11-20" }), now),
      describeEnrolment(all, now),
    ].map(({ flags }) => flags.payable);
    expect(payable).toEqual([false, false, false, false]);
    expect(describeEnrolment(all, now).texts.standing).toBe("Everything is paid. Thank you.");
  });

  test("works out the Terms' rule for a withdrawal today", () => {
    const { texts } = describeEnrolment(viewOf(), { isCopy: false, today: "2026-11-10" });
    expect(texts.withdrawal).toContain("until Nov 15, 2026");
  });

  test("says in one sum what is overdue, and nothing of it while that may be paid, or once the learner has withdrawn", () => {
    const late = describeEnrolment(viewOf({ today: "2027-01-12" }), now);
    expect(late.texts.overdue).toBe("N140,000 is overdue.");
    const shown = [
      late,
      describeEnrolment(viewOf(), now),
      describeEnrolment(viewOf({ today: "2027-01-12", isPending: true }), now),
      describeEnrolment(viewOf({ today: "2027-01-12", withdrawnOn: "2026-12-01" }), now),
    ].map(({ flags }) => flags.overdue);
    expect(shown).toEqual([true, false, false, false]);
  });

  test("does not say that nothing is paid while a payment is being confirmed", () => {
    const standing = (isPending: boolean) =>
      describeEnrolment(viewOf({ payments: [], isPending }), now).texts.standing;
    expect(standing(false)).toBe("Nothing has been paid yet.");
    expect(standing(true)).toBe("");
  });

  test("promises reminders only where the edge sends them", () => {
    const promised = [viewOf(), viewOf({ payments: [] }), viewOf({ withdrawnOn: "2026-11-20" })].map(
      (view) => describeEnrolment(view, now).flags.reminders,
    );
    expect(promised).toEqual([true, false, false]);
    expect(describeEnrolment(viewOf(), { isCopy: true, today }).flags.reminders).toBe(false);
  });

  test("asks for missing details neither in a copy, which has none, nor after a withdrawal", () => {
    const view = viewOf();
    const incomplete = { ...view, learner: { ...view.learner, phone: "" } };
    const asked = [
      describeEnrolment(incomplete, now),
      describeEnrolment(incomplete, { isCopy: true, today }),
      describeEnrolment({ ...incomplete, state: "withdrawn", withdrawnOn: today }, now),
    ].map(({ flags }) => flags.missing);
    expect(asked).toEqual([true, false, false]);
  });

  test("names the details that are still missing", () => {
    const view = viewOf();
    const { texts, flags } = describeEnrolment(
      { ...view, learner: { ...view.learner, phone: "", age: "" } },
      now,
    );
    expect(flags.missing).toBe(true);
    expect(texts.missing).toBe("Phone Number, Age");
  });
});

test("once the learner has withdrawn, only what was paid is shown", () => {
  const view = viewOf({ withdrawnOn: "2026-11-20" });
  expect(shownCharges(view).map(({ number }) => number)).toEqual([0, 1]);
  expect(describeEnrolment(view, now).flags.owed).toBe(false);
  expect(shownCharges(viewOf())).toHaveLength(7);
});

test("the button names the amount of what is chosen", () => {
  expect(describeChosen(viewOf(), 0)).toEqual({
    next: "Tuition, payment 2 of 6",
    nextDue: "Due on Dec 9, 2026",
    pay: "Pay N70,000",
  });
  expect(describeChosen(viewOf(), 4).pay).toBe("Pay N350,000");
  expect(choiceTexts(viewOf())).toEqual([
    "N70,000: the next payment",
    "N140,000: the next 2 payments",
    "N210,000: the next 3 payments",
    "N280,000: the next 4 payments",
    "N350,000: all that is left",
  ]);
});

test("a receipt says what was paid for whom, by the day in Lagos", () => {
  const view = viewOf();
  const [receipt] = view.receipts;
  expect(receipt && describeReceipt(receipt, view).texts).toMatchObject({
    amount: "N209,000",
    paidOn: "Nov 3, 2026",
    for: "Registration fee and tuition, payment 1 of 6",
    learner: "Ada Obi",
    paidBy: "Ada Obi",
    left: "N350,000",
    provider: "Paystack",
    reference: "REG-20261102-AAAAAAAAAA",
  });
  expect(receipt && describeReceipt({ ...receipt, isSponsored: true }, view).texts.paidBy).toBe(
    "Someone else",
  );
});
