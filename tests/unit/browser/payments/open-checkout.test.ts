import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { postWithRetries } from "~/browser/edge-client/send.ts";
import { knownEnrolments } from "~/browser/enrolments/enrolment-access.ts";
import { sendOrder, sendOrderAgain } from "~/browser/payments/open-checkout.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";

interface Sent {
  body: string;
  headers: Record<string, string>;
}

/** The seconds at which the edge was notified. Its `answers` come in turn; the last one stays. */
let registeredAt: number[];
/** The page and the idempotency key of each of these requests. */
let pages: unknown[];
let keys: (string | undefined)[];
let answers: (number | "down")[];
let started: number;

beforeEach(() => {
  vi.useFakeTimers();
  started = Date.now();
  registeredAt = [];
  pages = [];
  keys = [];
  vi.stubGlobal("location", new URL("https://academy.example/Signup/?course=devops-full#pay"));
  vi.stubGlobal("fetch", async (path: string, { body, headers }: Sent) => {
    pages.push(JSON.parse(body).page);
    keys.push(headers["idempotency-key"]);
    registeredAt.push((Date.now() - started) / 1000);
    expect(path).toMatch(/^\/prod\//);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === "down") throw new TypeError("Failed to fetch");
    return new Response("{}", { status: answer ?? 202 });
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["is heard at once", [202], [0]],
  ["is not what the edge takes", [422], [0]],
  ["finds nobody at first", ["down", 503, 202], [0, 2, 12]],
  ["comes too often", [429, 202], [0, 2]],
  ["never finds anybody", ["down"], [0, 2, 12, 42]],
] as const)("an order that %s is announced to the edge %j: at %j seconds", async (_, given, seconds) => {
  answers = [...given];
  void sendOrder(orderOf());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(registeredAt).toEqual(seconds);
});

test("a later try to register an order starts no transaction", async () => {
  answers = ["down", 202];
  void sendOrder(orderOf());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(pages).toEqual(["/Signup", undefined]);
});

test("an order in dollars names its page as well: the edge starts its enrolment", async () => {
  answers = [202];
  await sendOrder(orderOf({ currency: "USD" }));
  expect(pages).toEqual(["/Signup"]);
});

test("every request about an order has one idempotency key, and another order another one", async () => {
  answers = ["down", 503, 202];
  void sendOrder(orderOf());
  await vi.advanceTimersByTimeAsync(600_000);
  sendOrderAgain(orderOf());
  await sendOrder(orderOf());
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
  void sendOrder(orderOf({ reference: "REG-20261121-BBBBBBBBBB" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(new Set(keys).size).toBe(2);
});

test("the key of the enrolment that was started is kept in this browser", async () => {
  const access = { id: "ENR-0123456789", key: "AAAAAAAAAAAAAAAAAAAAAA" };
  vi.stubGlobal("fetch", async () => Response.json({ ...access, checkout: null }, { status: 201 }));
  await sendOrder(orderOf());
  expect(knownEnrolments()).toContainEqual(access);
});

describe("whether an order may be charged", () => {
  const message = "The price has changed.";
  const goOn = (checkout: unknown = null) => ({ status: "go-on", checkout });
  const used = "reference-used";
  const wrongPhone = { message, errors: { phone: message } };
  const url = "https://checkout.paystack.com/0peioxfhpn";
  const started = { provider: "paystack", accessCode: "0peioxfhpn", url };
  const json = (status: number, body: unknown) => () => Response.json(body, { status });

  test.each([
    ["the price has changed", json(409, { message }), { status: "failed", message }],
    ["the edge has started it", json(201, { checkout: started }), goOn(started)],
    ["the edge leaves it to the page", json(201, { checkout: null }), goOn()],
    ["an older edge agrees", json(202, { message: "Accepted" }), goOn()],
    ["it is paid already", json(409, { message, status: "paid" }), { status: "unconfirmed" }],
    ["its reference is used", json(409, { message, code: used }), { status: used, message }],
    [
      "this browser has paid for the same by a form",
      json(409, { message, code: "paid-before", reference: "REG-20261121-7KQ2M9XA4T" }),
      { status: "paid-before", reference: "REG-20261121-7KQ2M9XA4T" },
    ],
    ["Paystack is in trouble", json(503, { message, code: "not-now" }), { status: "unreachable", message }],
    ["too many were started", json(429, { message }), { status: "unreachable", message }],
    ["it is not an order of this site", json(400, { message }), { status: "refused", message, errors: {} }],
    ["a field must be corrected", json(422, wrongPhone), { status: "refused", ...wrongPhone }],
    ["the edge is in trouble", json(503, { message }), goOn()],
    ["the edge is somebody else's", () => new Response("<h1>Conflict</h1>", { status: 409 }), goOn()],
    ["there is no edge", () => new Response("Not found", { status: 404 }), goOn()],
  ])("the edge's answer decides whether an order may be charged: %s", async (_, answer, registered) => {
    vi.stubGlobal("fetch", async () => answer());
    expect(await sendOrder(orderOf())).toEqual(registered);
  });

  test.each([
    ["dollars", "USD", 4_000],
    ["naira, of which the edge asks Paystack meanwhile", "NGN", 15_000],
  ] as const)("the edge's answer to an order is not waited for without end: %s", async (_, currency, ms) => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const registered = sendOrder(orderOf({ currency }));
    const hasEnded = vi.fn();
    void registered.then(hasEnded);
    await vi.advanceTimersByTimeAsync(ms - 100);
    expect(hasEnded).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(await registered).toEqual(goOn());
  });
});

test("a report to the edge that nobody answers is sent again after 20 seconds", async () => {
  const sentAt: number[] = [];
  const hang = (_path: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      sentAt.push((Date.now() - started) / 1000);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  vi.stubGlobal("fetch", hang);
  void postWithRetries("/prod/anything", {});
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sentAt).toEqual([0, 22, 52, 102]);
});

test("a report to the edge that is no longer wanted is not sent again", async () => {
  answers = ["down"];
  let isTrue = true;
  void postWithRetries("/prod/anything", {}, { isStillWanted: () => isTrue });
  await vi.advanceTimersByTimeAsync(2_000);
  isTrue = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(registeredAt).toEqual([0, 2]);
});
