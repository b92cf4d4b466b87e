import { expect, test } from "vitest";
import { accessChangesOn, accessOf, portalAccess } from "~/domain/enrolment/access.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { FIRST_PAYMENT, held, viewOf } from "../../../fixtures/enrolment-view.ts";

const feeAlone = held("REG-20261102-AAAAAAAAAA", [0], fromMajor("NGN", 15_000));
const tuitionAlone = held("TUI-20261102-AAAAAAAAAA", [1], fromMajor("NGN", 194_000));
const sentBack = { ...FIRST_PAYMENT, held: fromMajor("NGN", 0), isRefunded: true };
const part = held("REG-20261102-AAAAAAAAAA", [0], fromMajor("NGN", 5_000));

type Changes = Parameters<typeof viewOf>[0] & object;

const ENROLMENTS: [string, Changes & { isErased?: boolean }, string | null, string | null][] = [
  ["nothing is paid", { payments: [] }, null, "unpaid"],
  ["a part of the fee is paid", { payments: [part], today: "2026-11-02" }, null, "unpaid"],
  ["the fee is paid and tuition is not", { payments: [feeAlone], today: "2026-11-02" }, "registered", null],
  ["what is due so far is paid", { today: "2026-12-08" }, "active", null],
  ["tuition is paid before the fee", { payments: [tuitionAlone], today: "2026-11-02" }, "active", null],
  ["a payment is due today", { today: "2026-12-09" }, "active", null],
  ["a payment is overdue by up to 24 hours", { today: "2026-12-10" }, "active", null],
  ["a payment is overdue by more than 24 hours", { today: "2026-12-11" }, "restricted", null],
  ["the learner has withdrawn", { today: "2026-12-11", withdrawnOn: "2026-12-01" }, "ended", "withdrawn"],
  ["everything was refunded", { payments: [sentBack] }, "ended", "refunded"],
  ["staff have ended it", { isAccessEnded: true }, "ended", "staff"],
  ["the person is erased", { withdrawnOn: "2026-11-20", isErased: true }, "ended", "erased"],
];

test.each(ENROLMENTS)("while %s", (_, { today = "2026-11-22", isErased, ...changes }, access, reason) => {
  const facts = { ...viewOf({ today, ...changes }), isErased };
  expect(accessOf(facts, today)).toBe(access);
  expect(portalAccess(facts, today, true)).toEqual({ access: access ?? "ended", reason });
});

test("the portal is not notified of the end of access that was never reported", () => {
  for (const changes of [{ payments: [] }, { payments: [sentBack] }]) {
    expect(portalAccess(viewOf(changes), "2026-11-22", false)).toBeNull();
  }
  expect(portalAccess(viewOf(), "2026-11-22", false)).toEqual({ access: "active", reason: null });
});

test("access is registered before tuition is announced, and active if a voucher covers it", () => {
  const charges = viewOf().charges.filter(({ number }) => number === 0);
  const accessIn = (state: "active" | "complete") =>
    accessOf({ state, charges, isAccessEnded: false }, "2026-11-22");
  expect(accessIn("active")).toBe("registered");
  expect(accessIn("complete")).toBe("active");
});

test.each([
  ["2026-11-22", {}, "2026-12-11"],
  ["2026-12-10", {}, "2026-12-11"],
  ["2026-12-11", {}, "2027-01-11"],
  ["2026-11-22", { withdrawnOn: "2026-11-20" }, null],
] as const)("on %s, with %j, access changes by time alone on %s", (today, changes, day) => {
  expect(accessChangesOn(viewOf({ today, ...changes }), today)).toBe(day);
});
