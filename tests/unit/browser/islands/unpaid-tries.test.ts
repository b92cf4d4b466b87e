/** Enrolments whose first payment was not finished: which are listed, and with which label. */
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

const [PAID, TRIED] = ["ENR-1111111111", "ENR-2222222222"];
const NOW = new Date("2026-11-22T10:00:00.000Z");

const started = (changes: Partial<LocalPayment> = {}): LocalPayment => ({
  reference: FIRST_PAYMENT.reference,
  purpose: "registration",
  course: { id: "devops-full", name: "DevOps Full" },
  startedAt: "2026-11-22T09:00:00.000Z",
  enrolmentId: TRIED,
  seen: null,
  paidAt: null,
  isAsked: false,
  isAcknowledged: false,
  ...changes,
});

function knownEnrolment(
  id: string,
  copy: EnrolmentView | null,
  payments: readonly LocalPayment[] = [],
): LocalEnrolment {
  return { access: { id, key: ENROLMENT_KEY }, copy, payments };
}

const unpaidView = (changes: Partial<EnrolmentView> = {}) => viewOf({ id: TRIED, payments: [], ...changes });
const unpaidBy = (names: { firstName: string; lastName?: string }) =>
  knownEnrolment(TRIED, unpaidView({ learner: { ...unpaidView().learner, ...names } }));
const paid = knownEnrolment(PAID, viewOf({ id: PAID }));
const idsOf = (enrolments: readonly LocalEnrolment[]) => listEnrolments(enrolments).map(({ id }) => id);

describe("a try that was not paid", () => {
  test.each<[string, LocalEnrolment]>([
    ["seen on My enrolment", knownEnrolment(TRIED, unpaidView())],
    ["never seen there", knownEnrolment(TRIED, null, [started()])],
    ["of a price card", unpaidBy({ firstName: "", lastName: "" })],
  ])("is not listed beside a paid enrolment of the same course: %s", (_, tried) => {
    expect(idsOf([tried, paid])).toEqual([PAID]);
  });

  test.each<[string, LocalEnrolment]>([
    ["for another learner", unpaidBy({ firstName: "Bola" })],
    ["in another course", knownEnrolment(TRIED, unpaidView({ course: { id: "aws", name: "AWS" } }))],
  ])("is listed after a paid enrolment by its own name: %s", (_, tried) => {
    expect(idsOf([tried, paid])).toEqual([PAID, TRIED]);
    expect(listEnrolments([tried, paid])[1]?.label).toMatch(/^You didn't finish paying: /);
  });

  test("is forgotten a day after another was paid, and not before", () => {
    const tried = knownEnrolment(TRIED, unpaidView({ asOf: "2026-11-22T09:00:00.000Z" }), [started()]);
    const nextDay = new Date("2026-11-23T09:00:01.000Z");
    expect(expiredEnrolments([tried, paid], NOW)).toEqual([]);
    expect(expiredEnrolments([tried, paid], nextDay)).toEqual([TRIED]);
    expect(expiredEnrolments([tried], nextDay)).toEqual([]);
  });

  test("is called unfinished, unless somebody else was asked to pay", () => {
    const evidence = { payments: [started()], isAnswered: true };
    expect(isUnfinished(unpaidView(), evidence)).toBe(true);
    expect(isUnfinished(unpaidView(), { ...evidence, payments: [started({ isAsked: true })] })).toBe(false);
    expect(isUnfinished(viewOf(), evidence)).toBe(false);
  });
});

test.each<[string, Partial<LocalPayment>, EnrolmentView, boolean, ReturnType<typeof heldBackBy>]>([
  ["closed, and known to be unpaid", { seen: null }, unpaidView(), true, null],
  ["still open in another tab", { seen: "opened" }, unpaidView(), true, null],
  ["open, and the edge silent", { seen: "opened" }, unpaidView(), false, "unknown"],
  ["perhaps charged", { seen: "unconfirmed" }, unpaidView(), true, "confirming"],
  ["paid, and not reported yet", { seen: "paid" }, unpaidView(), true, "received"],
  ["paid, with its receipt", { seen: "paid" }, viewOf({ receipts: viewOf().receipts }), true, null],
  ["held back at the provider", { seen: null }, unpaidView({ pendingCharges: [0, 1] }), true, "confirming"],
])("My enrolment asks no second payment of one that is %s", (_, local, view, isAnswered, status) => {
  expect(heldBackBy(view, { payments: [started(local)], isAnswered }, NOW)).toBe(status);
});
