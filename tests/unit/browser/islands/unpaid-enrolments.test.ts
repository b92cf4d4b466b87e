/** Tests the list of enrolments with a first payment that was not finished. */
import { describe, expect, test } from "vitest";
import type { LocalPayment } from "~/browser/enrolments/local-payments.ts";
import {
  expiredEnrolments,
  heldBackBy,
  isUnfinished,
  type LocalEnrolment,
  listEnrolments,
} from "~/browser/islands/my-enrolment/my-enrolment-state.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { ENROLMENT_KEY, FIRST_PAYMENT, viewOf } from "../../../fixtures/enrolment-view.ts";

const [PAID, UNPAID] = ["ENR-1111111111", "ENR-2222222222"];
const NOW = new Date("2026-11-22T10:00:00.000Z");

const started = (changes: Partial<LocalPayment> = {}): LocalPayment => ({
  reference: FIRST_PAYMENT.reference,
  purpose: "registration",
  course: { id: "devops-full", name: "DevOps Full" },
  startedAt: "2026-11-22T09:00:00.000Z",
  enrolmentId: UNPAID,
  seen: null,
  paidAt: null,
  isAsked: false,
  isAcknowledged: false,
  ...changes,
});

function enrolmentOf(
  id: string,
  copy: EnrolmentView | null,
  payments: readonly LocalPayment[] = [],
): LocalEnrolment {
  return { access: { id, key: ENROLMENT_KEY }, copy, payments };
}

const unpaidView = (changes: Partial<EnrolmentView> = {}) => viewOf({ id: UNPAID, payments: [], ...changes });
const unpaidBy = (names: { firstName: string; lastName?: string }) =>
  enrolmentOf(UNPAID, unpaidView({ learner: { ...unpaidView().learner, ...names } }));
const paid = enrolmentOf(PAID, viewOf({ id: PAID }));
const idsOf = (enrolments: readonly LocalEnrolment[]) => listEnrolments(enrolments).map(({ id }) => id);

describe("an enrolment that was started and not paid", () => {
  test.each<[string, LocalEnrolment]>([
    ["with a saved copy", enrolmentOf(UNPAID, unpaidView())],
    ["without a copy", enrolmentOf(UNPAID, null, [started()])],
    ["of a price card", unpaidBy({ firstName: "", lastName: "" })],
  ])("is not listed beside a paid enrolment in the same course (%s)", (_, unpaid) => {
    expect(idsOf([unpaid, paid])).toEqual([PAID]);
  });

  test.each<[string, LocalEnrolment]>([
    ["for another learner", unpaidBy({ firstName: "Bola" })],
    ["in another course", enrolmentOf(UNPAID, unpaidView({ course: { id: "aws", name: "AWS" } }))],
  ])("is listed after a paid enrolment (%s)", (_, unpaid) => {
    expect(idsOf([unpaid, paid])).toEqual([PAID, UNPAID]);
    expect(listEnrolments([unpaid, paid])[1]?.label).toMatch(/^You didn't finish paying: /);
  });

  test("expires a day after another one was paid", () => {
    const unpaid = enrolmentOf(UNPAID, unpaidView({ asOf: "2026-11-22T09:00:00.000Z" }), [started()]);
    const nextDay = new Date("2026-11-23T09:00:01.000Z");
    expect(expiredEnrolments([unpaid, paid], NOW)).toEqual([]);
    expect(expiredEnrolments([unpaid, paid], nextDay)).toEqual([UNPAID]);
    expect(expiredEnrolments([unpaid], nextDay)).toEqual([]);
  });

  test("is unfinished unless somebody else was asked to pay", () => {
    const evidence = { payments: [started()], isAnswered: true };
    expect(isUnfinished(unpaidView(), evidence)).toBe(true);
    expect(isUnfinished(unpaidView(), { ...evidence, payments: [started({ isAsked: true })] })).toBe(false);
    expect(isUnfinished(viewOf(), evidence)).toBe(false);
  });
});

test.each<[string, Partial<LocalPayment>, EnrolmentView, boolean, ReturnType<typeof heldBackBy>]>([
  ["closed and unpaid", { seen: null }, unpaidView(), true, null],
  ["still open in another tab", { seen: "opened" }, unpaidView(), true, null],
  ["open, without a response of the edge", { seen: "opened" }, unpaidView(), false, "unknown"],
  ["unconfirmed", { seen: "unconfirmed" }, unpaidView(), true, "confirming"],
  ["paid and not reported yet", { seen: "paid" }, unpaidView(), true, "received"],
  ["paid, with its receipt", { seen: "paid" }, viewOf({ receipts: viewOf().receipts }), true, null],
  ["pending at the provider", { seen: null }, unpaidView({ pendingCharges: [0, 1] }), true, "confirming"],
])(
  "a payment that is %s keeps the learner from paying again or not",
  (_, local, view, isAnswered, status) => {
    expect(heldBackBy(view, { payments: [started(local)], isAnswered }, NOW)).toBe(status);
  },
);
