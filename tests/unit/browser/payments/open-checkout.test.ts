import { beforeEach, describe, expect, test, vi } from "vitest";
import { postWithRetries } from "~/browser/edge-client/send.ts";
import { knownEnrolments } from "~/browser/enrolments/enrolment-access.ts";
import { sendOrder, sendOrderAgain } from "~/browser/payments/open-checkout.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { json, playEdge } from "../../../fixtures/page-edge.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
const edge = playEdge("https://academy.example/Signup/?course=devops-full#pay");

const secondsOfRequests = () => edge.requests.map(({ seconds }) => seconds);
const keysOfRequests = () => new Set(edge.requests.map(({ headers }) => headers.get("idempotency-key")));
const answersOf = (statuses: readonly (number | "down")[]) =>
  statuses.map((status) => (status === "down" ? status : json(status, {})));

test.each([
  [[202], [0]],
  [[422], [0]],
  [
    [429, 202],
    [0, 2],
  ],
  [
    ["down", 503, 202],
    [0, 2, 12],
  ],
  [["down"], [0, 2, 12, 42]],
] as const)("an order to which the edge responds %j is sent at %j seconds", async (statuses, seconds) => {
  edge.answers = answersOf(statuses);
  void sendOrder(orderOf());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(secondsOfRequests()).toEqual(seconds);
});

test.each(["NGN", "USD"] as const)(
  "only the first request about an order in %s names its page",
  async (currency) => {
    edge.answers = answersOf(["down", 202]);
    void sendOrder(orderOf({ currency }));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(edge.requests.map(({ body }) => JSON.parse(body).page)).toEqual(["/Signup", undefined]);
  },
);

test("all requests about an order have the same idempotency key", async () => {
  edge.answers = answersOf(["down", 503, 202]);
  void sendOrder(orderOf());
  await vi.advanceTimersByTimeAsync(600_000);
  sendOrderAgain(orderOf());
  await sendOrder(orderOf());
  expect(edge.requests).toHaveLength(5);
  expect(keysOfRequests().size).toBe(1);
  void sendOrder(orderOf({ reference: "REG-20261121-BBBBBBBBBB" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(keysOfRequests().size).toBe(2);
});

test("this browser saves the key of an enrolment that it started", async () => {
  const access = { id: "ENR-0123456789", key: "AAAAAAAAAAAAAAAAAAAAAA" };
  edge.answers = [json(201, { ...access, checkout: null })];
  await sendOrder(orderOf());
  expect(knownEnrolments()).toContainEqual(access);
});

describe("whether an order may be charged", () => {
  const message = "The price has changed.";
  const goOn = (checkout: unknown = null) => ({ status: "go-on", checkout });
  const used = "reference-used";
  const paidBefore = { reference: "REG-20261121-7KQ2M9XA4T" };
  const wrongPhone = { message, errors: { phone: message } };
  const url = "https://checkout.paystack.com/0peioxfhpn";
  const started = { provider: "paystack", accessCode: "0peioxfhpn", url };

  test.each([
    ["the price has changed", json(409, { message }), { status: "failed", message }],
    ["the edge has started it", json(201, { checkout: started }), goOn(started)],
    ["the edge leaves it to the page", json(201, { checkout: null }), goOn()],
    ["an older edge agrees", json(202, { message: "Accepted" }), goOn()],
    ["it is paid already", json(409, { message, status: "paid" }), { status: "unconfirmed" }],
    ["its reference is used", json(409, { message, code: used }), { status: used, message }],
    [
      "this browser has paid the same by a form",
      json(409, { message, code: "paid-before", ...paidBefore }),
      { status: "paid-before", ...paidBefore },
    ],
    ["Paystack is in trouble", json(503, { message, code: "not-now" }), { status: "unreachable", message }],
    ["too many were started", json(429, { message }), { status: "unreachable", message }],
    ["it is not an order of this site", json(400, { message }), { status: "refused", message, errors: {} }],
    ["a field must be corrected", json(422, wrongPhone), { status: "refused", ...wrongPhone }],
    ["the edge is in trouble", json(503, { message }), goOn()],
    ["a proxy responds instead of the edge", new Response("<h1>Conflict</h1>", { status: 409 }), goOn()],
    ["there is no edge", new Response("Not found", { status: 404 }), goOn()],
  ])("depends on the edge's response: %s", async (_, response, answer) => {
    edge.answers = [response];
    expect(await sendOrder(orderOf())).toEqual(answer);
  });

  test.each([
    ["USD", 4_000],
    ["NGN", 15_000],
  ] as const)("does not depend on an edge that takes long to respond: %s, %i ms", async (currency, ms) => {
    edge.answers = ["silent"];
    const hasEnded = vi.fn();
    void sendOrder(orderOf({ currency })).then(hasEnded);
    await vi.advanceTimersByTimeAsync(ms - 100);
    expect(hasEnded).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(hasEnded).toHaveBeenCalledWith(goOn());
  });
});

test("a request without a response is sent again after its timeout of 20 seconds", async () => {
  edge.answers = ["silent"];
  void postWithRetries("/prod/anything", {});
  await vi.advanceTimersByTimeAsync(600_000);
  expect(secondsOfRequests()).toEqual([0, 22, 52, 102]);
});
