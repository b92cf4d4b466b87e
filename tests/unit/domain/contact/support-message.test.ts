import { expect, test } from "vitest";
import { supportMessage } from "~/domain/contact/support-message.ts";
import { orderContext } from "~/domain/payments/order.ts";
import { filledRegistration, orderOf, tuitionOf } from "../../../fixtures/enrolment.ts";

test("the first message of a chat with staff says what went wrong, then what is known, a line each", () => {
  const context = orderContext(tuitionOf());
  expect(supportMessage({ problem: "I could not pay: Declined", ...context })).toBe(
    [
      "Hello, I could not pay: Declined.",
      "Course: DevOps Full",
      "Plan: Five Installments",
      "Amount: N194,000",
      "Reference: TUI-20261121-AAAAAAAAAA",
    ].join("\n"),
  );
});

test("the first message of a chat with staff leaves out what is not known", () => {
  expect(supportMessage({ problem: "a page does not load", page: "/Pricing" })).toBe(
    "Hello, a page does not load.\nPage: /Pricing",
  );
});

test("the first message of a chat with staff has no personal data, because it is readable in a link", () => {
  const message = supportMessage({ problem: "I could not pay", ...orderContext(orderOf()) });
  const { firstName, lastName, email, phone, whatsapp } = filledRegistration();
  for (const personal of [firstName, lastName, email, phone, whatsapp]) {
    expect(message).not.toContain(personal);
  }
});

test("the first message of a chat with staff stays short, however long a link is", () => {
  expect(supportMessage({ problem: "x", page: "y".repeat(5_000) }).length).toBeLessThan(200);
});
