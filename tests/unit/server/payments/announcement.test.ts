import { describe, expect, test } from "vitest";
import { tuitionOrder } from "~/domain/enrolment/order.ts";
import { MAX_ORDER_BYTES } from "~/server/payments/body-limits.ts";
import { handleAnnouncement } from "~/server/payments/handle-announcement.ts";
import { freshReference, orderOf, priceList } from "../../../fixtures/enrolment.ts";
import { ORIGIN, paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const desk = paymentDesk();

test("an order is kept as an unpaid registration at the price of the course record", async () => {
  const order = orderOf();
  const answer = await desk.announce(order);
  expect([answer.status, await answer.json()]).toEqual([202, { message: "Accepted" }]);
  expect(await desk.registration(order.reference)).toEqual({
    reference: order.reference,
    provider: "paystack",
    purpose: "registration",
    courseId: "devops-full",
    courseName: "DevOps Full",
    plan: "",
    currency: "NGN",
    expectedMinor: 49_500_000,
    paidMinor: 0,
    status: "unpaid",
    flag: null,
    details: order.details,
    customer: { email: "ada@example.com", name: "Ada Obi", phone: "+2348012345678" },
    payer: null,
    providerOrderId: null,
    startedAt: order.createdAt,
    createdAt: "2026-11-21T09:00:00.000Z",
  });
  expect(await desk.history(order.reference)).toEqual(["announced (browser)"]);
  expect(await desk.mailsAbout(order)).toEqual([]);
});

test("an order for tuition is kept with its plan", async () => {
  const [course] = priceList.pricingCourses;
  const [plan] = course?.plans ?? [];
  if (!course || !plan) throw new Error("No course has a price card.");
  const order = tuitionOrder({
    email: "",
    courseId: course.id,
    courseName: course.title,
    planName: plan.name,
    charge: plan.schedules.USD.now,
    reference: freshReference("tuition"),
    now: new Date(),
  });
  await desk.announce(order);
  expect(await desk.registration(order.reference)).toMatchObject({
    provider: "paypal",
    purpose: "tuition",
    plan: plan.name,
    expectedMinor: plan.schedules.USD.now.minor,
  });
});

test("the price that the page says is not believed, nor are the prices in its details", async () => {
  const order = orderOf();
  const answer = await desk.announce({
    ...order,
    courseName: "Something Grand",
    charge: { currency: "NGN", minor: 1 },
    details: order.details.map((detail) =>
      detail.name === "course_price" ? { ...detail, value: "N0" } : detail,
    ),
  });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      message:
        "The price of DevOps Full has changed to N495,000. Nothing was charged. Please reload the page to see it.",
    },
  ]);
  const kept = await desk.registration(order.reference);
  expect(kept).toMatchObject({ expectedMinor: 49_500_000, courseName: "DevOps Full" });
  expect(kept?.details).toEqual(order.details);
});

test("an order that is announced again stays as it was", async () => {
  const order = orderOf();
  await desk.announce(order);
  await desk.announce(orderOf({ registration: { course: "ai-foundational" } }));
  expect(await desk.registration(order.reference)).toMatchObject({ courseId: "devops-full" });
  expect(await desk.history(order.reference)).toEqual(["announced (browser)"]);
});

test("a course that is not offered is refused", async () => {
  const order = orderOf();
  const details = order.details.map((each) => (each.name === "course_id" ? { ...each, value: "x" } : each));
  const answer = await desk.announce({ ...order, details });
  expect(answer.status).toBe(409);
  expect((await answer.json()).message).toContain("is not offered like this any more. Nothing was charged.");
  expect(await desk.registration(order.reference)).toBeNull();
});

describe("what is no order of this site is refused in words", () => {
  const order = orderOf();
  test.each<[string, unknown, string]>([
    ["nothing", undefined, "order must be an object."],
    [
      "a foreign reference",
      { ...order, reference: "qTPrJoy9Bx" },
      "order.reference is not a reference of this site.",
    ],
    [
      "half a kobo",
      { ...order, charge: { currency: "NGN", minor: 0.5 } },
      "order.charge.minor must be a whole number.",
    ],
    ["no money", { ...order, charge: { currency: "NGN", minor: 0 } }, "order.charge.minor must be above 0."],
    [
      "euros",
      { ...order, charge: { currency: "EUR", minor: 1 } },
      "order.charge.currency must be NGN or USD.",
    ],
    ["a field that nobody knows", { ...order, paid: true }, "order has a field that is not known here."],
    [
      "a hundred details",
      { ...order, details: Array(100).fill(order.details[0]) },
      "order.details must not hold more than 40 lines.",
    ],
    [
      "an endless name",
      { ...order, customer: { ...order.customer, firstName: "a".repeat(101) } },
      "order.customer.firstName must not be longer than 100 characters.",
    ],
    [
      "a strange detail",
      { ...order, details: [{ name: "__proto__", label: "x", value: "x" }] },
      "order.details.0.name must be a name like course_id.",
    ],
    [
      "no time",
      { ...order, createdAt: "yesterday" },
      "order.createdAt must be a time like 2026-11-21T09:00:00.000Z.",
    ],
  ])("%s", async (_, body, message) => {
    const answer = await desk.announce(body);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toBe(message);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });

  test.each<[string, Request, number]>([
    ["another method", new Request(`${ORIGIN}/prod/registrations`), 405],
    ["another site", post("/prod/registrations", { order }, { origin: "https://evil.example" }), 403],
    ["another type", post("/prod/registrations", { order }, { "content-type": "text/plain" }), 415],
    ["no JSON", post("/prod/registrations", "{"), 400],
    [
      "no UTF-8",
      new Request(`${ORIGIN}/prod/registrations`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      }),
      400,
    ],
    ["too much", post("/prod/registrations", " ".repeat(MAX_ORDER_BYTES + 1)), 413],
  ])("%s", async (_, request, status) => {
    const answer = await handleAnnouncement(request, desk.context());
    expect(answer.status).toBe(status);
    expect((await answer.json()).message).toMatch(/\w+ \w+/);
  });

  test("and the site's own origin is not", async () => {
    const request = post("/prod/registrations", { order }, { origin: ORIGIN });
    expect((await handleAnnouncement(request, desk.context())).status).toBe(202);
  });
});

test("control characters that were typed are gone before anything is kept", async () => {
  const order = orderOf({ registration: { firstname: "A\u0000d\ud800a", state: "La\ngos" } });
  await desk.announce(order);
  const kept = await desk.registration(order.reference);
  expect(kept?.customer.name).toBe("A d\ufffda Obi");
  expect(kept?.details.find(({ name }) => name === "state")?.value).toBe("La gos");
});

test("a visitor who names orders faster than anybody pays is asked to wait", async () => {
  const orderLimit = { limit: async () => ({ success: false }) };
  const answer = await desk.announce(orderOf(), { orderLimit });
  expect(answer.status).toBe(429);
  expect((await desk.order(orderOf({ currency: "USD" }), { orderLimit })).status).toBe(429);
  expect(await desk.registration(orderOf().reference)).toBeNull();
});

test("an order that cannot be kept is answered with 503", async () => {
  const answer = await desk.announce(orderOf(), { db: openDatabase({ migrated: false }) });
  expect(answer.status).toBe(503);
});
