import { beforeEach, expect, test, vi } from "vitest";
import { requestKeyOf } from "~/browser/enrolments/enrolment-access.ts";
import { createEdgeOrders, ORDER_TIMEOUT_MS } from "~/browser/payments/paypal/edge-orders.ts";
import type { ApproveActions, CreateActions, PayPalOrders } from "~/browser/payments/paypal/paypal-orders.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { json, playEdge } from "../../../fixtures/page-edge.ts";

const order = orderOf({ currency: "USD" });
const create = {} as CreateActions;
const approve = {} as ApproveActions;
const CHANGED = "The price has changed.";

const edge = playEdge();
/** Returns the requests to the edge: "/prod/paypal/orders {}". */
const requests = () => edge.requests.map(({ path, body }) => `${path} ${body}`);

beforeEach(() => {
  vi.useFakeTimers();
});

const browser = {
  create: async () => "BROWSER-ORDER",
  capture: async () => ({ status: "paid", payment: { id: "BROWSER-CAPTURE", payer: null } }) as const,
} satisfies PayPalOrders;

/** Waits for a promise while the clock runs. */
async function settle<T>(promise: Promise<T>, ms = 120_000): Promise<T | Error> {
  const caught = promise.catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(ms);
  return caught;
}

const abandonments = () => requests().filter((path) => path.includes("abandon"));

/** Returns the page's orders, one of which the edge has created. */
async function createdOrder() {
  const orders = createEdgeOrders(browser);
  edge.answers = [json(201, { id: "5O190127TN364715T" })];
  expect(await settle(orders.create(order, create))).toBe("5O190127TN364715T");
  return orders;
}

test("the edge creates the order and takes its money", async () => {
  const orders = await createdOrder();
  expect(requests()).toEqual([`/prod/paypal/orders ${JSON.stringify({ order })}`]);
  expect(edge.requests[0]?.headers.get("idempotency-key")).toBe(requestKeyOf(order.reference));
  const outcome = { status: "paid", payment: { id: "CAP1", payer: { name: "Ada", email: "a@b.example" } } };
  edge.answers = [json(200, outcome)];
  expect(await settle(orders.capture(order, approve))).toEqual(outcome);
  expect(requests().at(-1)).toBe("/prod/paypal/orders/5O190127TN364715T/capture {}");
});

test("an order that the edge has started is not created again", async () => {
  const orders = createEdgeOrders(browser);
  expect(await settle(orders.create(order, create, "5O190127TN364715T"))).toBe("5O190127TN364715T");
  expect(requests()).toEqual([]);
  edge.answers = [json(200, { status: "paid", payment: { id: "CAP1" } })];
  expect(await settle(orders.capture(order, approve))).toMatchObject({ status: "paid" });
  expect(requests()).toEqual(["/prod/paypal/orders/5O190127TN364715T/capture {}"]);
});

test.each([
  ["the edge has no account at PayPal", json(200, { orders: "browser" })],
  ["a static host has no such address", new Response("Not found", { status: 404 })],
  ["a static host takes no POST", new Response(null, { status: 405 })],
  ["a static host knows no POST", new Response(null, { status: 501 })],
])("the browser creates and captures the PayPal order itself where %s", async (_, answer) => {
  const orders = createEdgeOrders(browser);
  edge.answers = [answer];
  expect(await settle(orders.create(order, create))).toBe("BROWSER-ORDER");
  expect(await settle(orders.capture(order, approve))).toMatchObject({ status: "paid" });
  orders.abandon?.(order);
  expect(requests()).toHaveLength(1);
});

test.each([
  ["the price has changed", json(409, { message: CHANGED }), "failed", CHANGED],
  ["it is refused without a message", json(403, null), "failed", "couldn't start the payment"],
  ["the edge fails", json(503, {}), "unreachable", "Nothing was charged"],
  ["a captive portal responds", new Response("<h1>Hotel</h1>"), "unreachable", "Nothing was charged"],
  ["there is no response", "silent", "unreachable", "Nothing was charged"],
  ["the edge cannot be reached", "down", "unreachable", "Nothing was charged"],
] as const)("neither the edge nor the browser creates an order if %s", async (_, answer, reason, words) => {
  const orders = createEdgeOrders({ ...browser, create: () => Promise.reject(new Error("Fell back.")) });
  edge.answers = [answer];
  const error = await settle(orders.create(order, create), ORDER_TIMEOUT_MS + 1);
  expect(error).toMatchObject({ name: "OrderRefused", reason });
  expect((error as Error).message).toContain(words);
});

const payment = { id: "CAP1" };
const message = "Check this phone number.";
const wrongPhone = { message, errors: { phone: message } };
test.each<[string, number, object, object]>([
  ["is paid", 409, { status: "paid", payment }, { status: "paid", payment: { ...payment, payer: null } }],
  ["is being confirmed", 409, { status: "pending" }, { status: "unconfirmed" }],
  ["has a wrong field", 422, wrongPhone, { status: "refused", ...wrongPhone }],
])("an order that %s is refused with what the edge reports", async (_, status, body, reported) => {
  const orders = createEdgeOrders(browser);
  edge.answers = [json(status, { message, ...body })];
  expect(await settle(orders.create(order, create))).toMatchObject({ reported });
});

test("a capture whose response was lost is requested again", async () => {
  const orders = await createdOrder();
  edge.answers = ["down", json(503, {}), json(200, { status: "paid", payment: { id: "CAP1", payer: null } })];
  expect(await settle(orders.capture(order, approve))).toEqual({
    status: "paid",
    payment: { id: "CAP1", payer: null },
  });
});

test.each(["failed", "declined"])("a capture that failed (%s) shows the edge's message", async (status) => {
  const orders = await createdOrder();
  const refused = { status, message: "Your bank said no." };
  edge.answers = [json(200, refused)];
  expect(await settle(orders.capture(order, approve))).toEqual(refused);
});

test.each([
  ["that is not confirmed", json(200, { status: "unconfirmed" })],
  ["without a response", "silent"],
  ["that the edge does not know", json(404, { message: "No such order." })],
  ["that fails each time", json(503, {})],
  ["without the provider's number", json(200, { status: "paid" })],
  ["that cannot be read", new Response("<h1>Hotel</h1>")],
  ["whose response is a text", json(200, "paid")],
] as const)("a capture %s is unconfirmed before the checkout times out", async (_, answer) => {
  const orders = await createdOrder();
  edge.answers = [answer];
  expect(await settle(orders.capture(order, approve), 89_000)).toEqual({ status: "unconfirmed" });
});

test("an order that is created again is captured where it was created last", async () => {
  const orders = await createdOrder();
  edge.answers = [json(200, { orders: "browser" })];
  await settle(orders.create(order, create));
  expect(await settle(orders.capture(order, approve))).toMatchObject({ payment: { id: "BROWSER-CAPTURE" } });
});

test("an order that is given up is abandoned at the edge, and again if that did not arrive", async () => {
  const orders = await createdOrder();
  edge.answers = ["down", json(200, {})];
  orders.abandon?.(order);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(abandonments()).toEqual(Array(2).fill("/prod/paypal/orders/5O190127TN364715T/abandon {}"));
});

test("an order that could not be resumed is abandoned again", async () => {
  const orders = await createdOrder();
  edge.answers = ["down"];
  orders.abandon?.(order);
  await settle(orders.create(order, create));
  edge.answers = [json(200, {})];
  orders.abandon?.(order);
  await vi.advanceTimersByTimeAsync(0);
  expect(abandonments()).toHaveLength(2);
});

test("an order that is resumed is no longer abandoned", async () => {
  const orders = createEdgeOrders(browser);
  const created = json(201, { id: "5O190127TN364715T" });
  edge.answers = [created, "down", created];
  await settle(orders.create(order, create));
  orders.abandon?.(order);
  await vi.advanceTimersByTimeAsync(1_000);
  await settle(orders.create(order, create), 600_000);
  expect(abandonments()).toHaveLength(1);
});
