import { describe, expect, test } from "vitest";
import { completeLearner } from "~/domain/enrolment/learner.ts";
import { fromMajor } from "~/domain/money/money.ts";
import earlierOrder from "../../../fixtures/earlier-order.json" with { type: "json" };
import { NO_LIMITS } from "../../../fixtures/edge.ts";
import { newOrder, orderOf, tuitionOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post, TOO_OFTEN } from "../../../fixtures/payment-desk.ts";
import { perMinute } from "../../../fixtures/per-minute.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();

test("an order is stored as an unpaid registration at the price of the course record", async () => {
  const order = orderOf();
  const { learner, cohortName, parts } = order;
  const answer = await desk.register(order);
  expect([answer.status, await answer.json()]).toEqual([202, { message: "Accepted" }]);
  expect(await desk.paymentOf(order.reference)).toMatchObject({
    provider: "paystack",
    purpose: "registration",
    course: { id: "devops-full", name: "DevOps Full" },
    currency: "NGN",
    expectedMinor: 49_500_000,
    agreement: { course: { id: "devops-full", name: "DevOps Full" }, pays: [0, 1] },
    status: "unpaid",
    details: { learner, cohortName, voucher: "", parts, isSponsored: false },
    customer: { email: "ada@example.com", name: "Ada Obi", phone: "+2348012345678" },
    keyDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    startedAt: order.startedAt,
    createdAt: "2026-11-21T09:00:00.000Z",
  });
  expect(await desk.history(order.reference)).toEqual(["registered (browser)"]);
  expect(await desk.mailsAbout(order)).toEqual([]);
});

test("an order of an earlier build is stored with empty values for new fields", async () => {
  const answer = await desk.ask(post("/prod/enrolments", earlierOrder));
  expect(answer.status).toBe(201);
  const { faxNumber: _, ...typed } = earlierOrder.order.learner;
  const stored = await desk.paymentOf(earlierOrder.order.reference);
  expect(stored?.details?.learner).toEqual(completeLearner(typed));
});

test("an order for tuition is stored with its plan", async () => {
  const plan = { id: "five-installments", name: "A name that the page made up" };
  const order = tuitionOf({ email: "", plan, charge: fromMajor("USD", 500) });
  await desk.register(order);
  expect(await desk.paymentOf(order.reference)).toMatchObject({
    provider: "paypal",
    purpose: "tuition",
    plan: { id: "five-installments", name: "Five Installments" },
    expectedMinor: 50_000,
  });
});

test("an order of an earlier build for a level by a plan is stored and agreed as the full course", async () => {
  const order = tuitionOf({ course: { id: "devops-foundational", name: "DevOps Foundational" } });
  await desk.register(order);
  const course = { id: "devops-full", name: "DevOps Full" };
  expect(await desk.paymentOf(order.reference)).toMatchObject({ course, agreement: { course } });
});

test("the page's price and its parts are not trusted", async () => {
  const order = orderOf();
  const answer = await desk.register({
    ...order,
    course: { ...order.course, name: "Something Grand" },
    charge: { currency: "NGN", minor: 1 },
    parts: { fee: { currency: "NGN", minor: 1 }, course: { currency: "NGN", minor: 0 } },
  });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      message:
        "The price of DevOps Full has changed to N495,000. Nothing was charged. Please reload the page to see it.",
    },
  ]);
  const storedPayment = await desk.paymentOf(order.reference);
  expect(storedPayment).toMatchObject({ expectedMinor: 49_500_000, course: order.course });
  expect(storedPayment?.details?.parts).toEqual(order.parts);
});

test("an order that is registered again stays as it was", async () => {
  const order = orderOf();
  await desk.register(order);
  await desk.register(orderOf({ registration: { courseId: "ai-foundational" } }));
  expect(await desk.paymentOf(order.reference)).toMatchObject({ course: { id: "devops-full" } });
  expect(await desk.history(order.reference)).toEqual(["registered (browser)"]);
});

test("a course that is not offered is refused", async () => {
  const order = orderOf();
  const answer = await desk.register({ ...order, course: { ...order.course, id: "x" } });
  expect(answer.status).toBe(409);
  expect((await answer.json()).message).toContain("isn't offered like this any more. Nothing was charged.");
  expect(await desk.paymentOf(order.reference)).toBeNull();
});

test.each([
  ["age", "Age", "200"],
  ["gender", "Gender", "None of these"],
  ["education", "Education", "School of life"],
])("a choice that the form does not offer is not charged for: %s", async (field, label, value) => {
  const order = orderOf();
  const answer = await desk.register({ ...order, learner: { ...order.learner, [field]: value } });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      message: `${label}: "${value}" isn't offered any more. Nothing was charged. Please reload the page and choose again.`,
    },
  ]);
});

test("a cohort that is not offered any more does not prevent a payment", async () => {
  const order = orderOf({ registration: { cohort: "1 May 2020, cohort 1" } });
  expect((await desk.register(order)).status).toBe(202);
});

describe("a body that is not an order of this site is refused with a message", () => {
  const order = orderOf();
  const charging = (charge: object) => ({ ...order, charge: { ...order.charge, ...charge } });
  test.each<[string, unknown, string]>([
    ["foreign", { ...order, reference: "qTPrJoy" }, "order.reference is not a reference of this site."],
    ["no money", charging({ minor: 0 }), "order.charge.minor must be above 0."],
    ["euros", charging({ currency: "EUR" }), "order.charge.currency must be NGN or USD."],
    [
      "tuition without a plan",
      { ...order, purpose: "tuition" },
      "order must have a plan for tuition, and its parts for a registration.",
    ],
  ])("a body that is not an order of this site is refused with a message: %s", async (_, body, message) => {
    const answer = await desk.register(body);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toBe(message);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });
});

test("typed characters that nobody sees are removed before anything is stored", async () => {
  const order = orderOf({ registration: { firstName: "A\u0000d\ud800a\u202E", state: "La\ngos" } });
  await desk.register(order);
  const storedPayment = await desk.paymentOf(order.reference);
  expect(storedPayment?.customer.name).toBe("A d\ufffda Obi");
  expect(storedPayment?.details?.learner.state).toBe("La gos");
});

test("a visitor who registers too many orders is asked to wait", async () => {
  const order = orderOf({ currency: "USD" });
  for (const send of [desk.register, desk.order]) {
    expect((await send(order, { limits: TOO_OFTEN })).status).toBe(429);
  }
});

test("orders are limited for each visitor apart", async () => {
  const limits = { ...NO_LIMITS, ordersOfVisitor: perMinute(1, () => desk.now.getTime()) };
  const statuses: number[] = [];
  for (const address of ["203.0.113.7", "203.0.113.7", "203.0.113.8"]) {
    const request = post("/prod/enrolments", { order: newOrder() }, { "cf-connecting-ip": address });
    statuses.push((await desk.ask(request, { limits })).status);
  }
  expect(statuses).toEqual([202, 429, 202]);
});

test("an order that cannot be stored is answered with 503", async () => {
  const answer = await desk.register(orderOf(), { db: openDatabase({ migrated: false }) });
  expect(answer.status).toBe(503);
});
