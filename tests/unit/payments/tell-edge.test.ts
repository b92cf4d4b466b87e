import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { announceOrder, tellEdge } from "~/payments/tell-edge.ts";
import { orderOf } from "../../fixtures/enrolment.ts";

/** When the edge was told, in seconds, and how it answers, one after another; the last one stays. */
let told: number[];
let answers: (number | "down")[];
let began: number;

beforeEach(() => {
  vi.useFakeTimers();
  began = Date.now();
  told = [];
  vi.stubGlobal("fetch", async (path: string) => {
    told.push((Date.now() - began) / 1000);
    expect(path).toMatch(/^\/prod\//);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === "down") throw new TypeError("Failed to fetch");
    return new Response("{}", { status: answer ?? 202 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["is heard at once", [202], [0]],
  ["is not what the edge takes", [422], [0]],
  ["finds nobody at first", ["down", 503, 202], [0, 2, 12]],
  ["comes too often", [429, 202], [0, 2]],
  ["never finds anybody", ["down"], [0, 2, 12, 42]],
] as const)("an order that %s is named %j: at %j seconds", async (_, given, seconds) => {
  answers = [...given];
  void announceOrder(orderOf());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told).toEqual(seconds);
});

describe("whether an order may be charged", () => {
  const message = "The price has changed.";
  const edgeAnswers = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", answer);

  test.each([
    ["the price has changed", () => Response.json({ message }, { status: 409 }), message],
    ["the price is right", () => Response.json({ message: "Accepted" }, { status: 202 }), null],
    ["the edge is in trouble", () => Response.json({ message }, { status: 503 }), null],
    ["the edge is somebody else's", () => new Response("<h1>Conflict</h1>", { status: 409 }), null],
  ])("%s", async (_, answer, refusal) => {
    edgeAnswers(async () => answer());
    expect(await announceOrder(orderOf())).toBe(refusal);
  });

  test("is not waited for longer than a visitor would", async () => {
    edgeAnswers(() => new Promise(() => undefined));
    const refusal = announceOrder(orderOf());
    const isSettled = vi.fn();
    void refusal.then(isSettled);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(isSettled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(await refusal).toBeNull();
  });
});

test("what is not true any more is not told again", async () => {
  answers = ["down"];
  let isTrue = true;
  void tellEdge("/prod/anything", {}, () => isTrue);
  await vi.advanceTimersByTimeAsync(2_000);
  isTrue = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told).toEqual([0, 2]);
});
