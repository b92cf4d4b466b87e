import { expect, test } from "vitest";
import type { ReportedStatus } from "~/domain/payments/checkout.ts";
import {
  mayPayAgain,
  type SeenPayment,
  type VisibleStatus,
  visibleStatus,
} from "~/domain/payments/visible-status.ts";

const STARTED_AT = "2026-11-21T09:00:00.000Z";
const SOON = new Date("2026-11-21T09:05:00.000Z");
const NEXT_DAY = new Date("2026-11-22T09:05:00.000Z");

type Seen = SeenPayment["status"];
type Reported = ReportedStatus["status"] | "asking" | null;

function statusAt(now: Date, seen: Seen, reported: Reported): VisibleStatus {
  const report = reported === null || reported === "asking" ? reported : { status: reported };
  return visibleStatus({ seen, reported: report, startedAt: STARTED_AT }, now);
}

test.each<[Seen, Reported, VisibleStatus]>([
  ["opened", "asking", "checking"],
  ["opened", null, "unknown"],
  ["opened", "unpaid", "not-paid"],
  ["opened", "pending", "confirming"],
  ["opened", "paid", "paid"],
  ["opened", "short-paid", "short-paid"],
  ["opened", "refunded", "refunded"],
  ["unconfirmed", "asking", "confirming"],
  ["unconfirmed", null, "confirming"],
  ["unconfirmed", "unpaid", "confirming"],
  ["unconfirmed", "pending", "confirming"],
  ["unconfirmed", "paid", "paid"],
  ["paid", "asking", "received"],
  ["paid", null, "received"],
  ["paid", "unpaid", "received"],
  ["paid", "pending", "received"],
  ["paid", "paid", "paid"],
  ["paid", "refunded", "refunded"],
])("a payment seen as %s and reported as %s is shown as %s", (seen, reported, status) => {
  expect(statusAt(SOON, seen, reported)).toBe(status);
});

test("a payment that may have been charged can be paid again after a day", () => {
  expect(mayPayAgain(statusAt(SOON, "unconfirmed", "unpaid"))).toBe(false);
  expect(mayPayAgain(statusAt(NEXT_DAY, "unconfirmed", "unpaid"))).toBe(true);
  expect(mayPayAgain(statusAt(NEXT_DAY, "unconfirmed", null)), "nobody could be asked").toBe(false);
});
