import { expect, test } from "vitest";
import { fromMajor } from "~/domain/money/money.ts";
import { enrolmentOrder } from "~/domain/payments/order.ts";
import { payerViewOf, viewOf } from "../../../fixtures/enrolment-view.ts";

const now = new Date("2026-11-22T13:05:00Z");
const started = { amount: fromMajor("NGN", 70_000), charges: [2], checkout: null };

test("an enrolment's payment is an order under the edge's reference and at the edge's amount", () => {
  const order = enrolmentOrder(viewOf(), { ...started, reference: "TUI-20261122-AAAAAAAAAA" }, now);
  expect(order).toMatchObject({
    reference: "TUI-20261122-AAAAAAAAAA",
    purpose: "tuition",
    charge: started.amount,
    isSponsored: false,
    learner: { email: "ada@example.com" },
  });
  expect(
    enrolmentOrder(viewOf(), { ...started, charges: [0, 1], reference: "REG-20261122-AAAAAAAAAA" }, now),
  ).toMatchObject({
    purpose: "registration",
  });
});

test("a payer's order knows the learner's first name and nothing else", () => {
  const { learner, isSponsored } = enrolmentOrder(
    payerViewOf(),
    { ...started, reference: "TUI-20261122-AAAAAAAAAA" },
    now,
  );
  expect(isSponsored).toBe(true);
  expect(Object.values(learner).filter(Boolean)).toEqual(["Ada"]);
});
