import { expect, test } from "vitest";
import {
  describeNext,
  isAsShown,
  refusalIn,
  refusedReference,
} from "~/browser/islands/enrolment/useEnrolmentPayment.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { viewOf } from "../../../fixtures/enrolment-view.ts";

test.each([
  ["paid", "This has been paid already"],
  ["pending", "A payment is being confirmed"],
  ["withdrawn", "This enrolment has ended"],
])("a payment that the edge refuses because it is %s cannot be tried again", (reason, title) => {
  const refused = { type: "refused", status: 409, reason, message: "Not now.", errors: {} } as const;
  expect(refusalIn(refused)).toEqual({ title, message: "Not now.", isFinal: true });
});

test.each([
  ["without an answer", { type: "unreachable" }],
  ["while the edge is in trouble", { type: "refused", status: 503, reason: null, message: "", errors: {} }],
] as const)("a payment %s can be tried again", (_, response) => {
  expect(refusalIn(response)).toMatchObject({ title: "The payment didn't start", isFinal: false });
});

test("a payment of other charges than the page shows is not made", () => {
  expect(isAsShown({ charges: [3, 2] }, [2, 3])).toBe(true);
  expect(isAsShown({ charges: [3] }, [2])).toBe(false);
});

test("only a payment that the provider refused finally gets another reference", () => {
  const order = orderOf();
  const notPaid = { step: "notPaid", order, message: null } as const;
  expect(refusedReference({ ...notPaid, reason: "failed" })).toBe(order.reference);
  expect(refusedReference({ ...notPaid, reason: "closed" })).toBeUndefined();
});

test.each([
  [[2], "Next payment: N70,000, due on Jan 9, 2027"],
  [[2, 3, 4, 5, 6], "Everything is paid. Thank you."],
])("the dialog after the payment of the charges %j says what follows: %s", (charges, text) => {
  expect(describeNext({ view: viewOf(), charges }).replaceAll("\u00a0", " ")).toBe(text);
});
