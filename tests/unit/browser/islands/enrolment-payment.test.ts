import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import {
  describeNext,
  type EnrolmentPaymentControl,
  isAsShown,
  refusalIn,
  refusedReference,
  useEnrolmentPayment,
} from "~/browser/islands/enrolment/useEnrolmentPayment.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";
import { json, playEdge } from "../../../fixtures/page-edge.ts";

vi.mock("~/browser/payments/load-checkout.ts", () => ({ paymentMode: () => "live" }));

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

const edge = playEdge("https://academy.example/My-enrolment");

/** Returns the payment of a rendered page. */
function renderedPayment(): EnrolmentPaymentControl {
  let control: EnrolmentPaymentControl | undefined;
  function Page() {
    control = useEnrolmentPayment({ onEnded: () => undefined });
    return null;
  }
  renderToString(createElement(Page));
  return control as EnrolmentPaymentControl;
}

test.each([
  ["a final refusal closes", "paid", 1],
  ["any other refusal does not close", null, 0],
])("%s the dialog of the last attempt", async (_, status, closings) => {
  edge.answers = [json(409, { status, message: "Not now." })];
  const { payment, pay } = renderedPayment();
  const dismiss = vi.spyOn(payment, "dismiss").mockImplementation(() => undefined);
  const access = { id: ENROLMENT_ID, key: ENROLMENT_KEY };
  await pay({ access, view: viewOf(), charges: [2], count: 1, currency: "NGN" });
  expect(dismiss).toHaveBeenCalledTimes(closings);
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
