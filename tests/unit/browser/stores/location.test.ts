import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { blockedStorage, FakeStorage } from "../../../fixtures/fake-storage.ts";
import { type EdgeAnswer, json, playEdge } from "../../../fixtures/page-edge.ts";

const ENDPOINT = "/json";
const lagos = { country_name: "Nigeria", country_code: "NG", city: "Lagos" };

const edge = playEdge();
let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
});

/** Opens a page, whose stores begin with the saved values. */
async function openPage() {
  vi.resetModules();
  const { $location, lookUpLocation } = await import("~/browser/stores/location.ts");
  return { $location, lookUpLocation, ...(await import("~/browser/stores/currency.ts")) };
}

test("a first visit from Nigeria shows naira once the location is known", async () => {
  edge.answers = [json(200, lagos)];
  const { $currency, lookUpLocation } = await openPage();
  const seen: string[] = [];
  $currency.subscribe((currency) => seen.push(currency));
  await lookUpLocation(ENDPOINT);
  expect(seen).toEqual(["USD", "NGN"]);
});

test("an invalid stored location is looked up again", async () => {
  localStorage.setItem("location", "undefined");
  edge.answers = [json(200, lagos)];
  const { $location, lookUpLocation } = await openPage();
  await lookUpLocation(ENDPOINT);
  expect(edge.requests).toHaveLength(1);
  expect($location.get()).toEqual(lagos);
});

test.each<[string, EdgeAnswer]>([
  ["cannot be reached", "down"],
  ["responds with an error", json(503, lagos)],
  ["responds with text", new Response("<html>")],
  ["names no country", json(200, { ip: "192.0.2.1" })],
])("a location lookup that %s is logged, keeps dollars and stores nothing", async (_, answer) => {
  edge.answers = [answer];
  const { $location, $currency, lookUpLocation } = await openPage();
  await lookUpLocation(ENDPOINT);
  expect(consoleError).toHaveBeenCalledTimes(1);
  expect(consoleError.mock.calls[0]?.[0]).toMatch(/^The location lookup failed: /);
  expect($location.get()).toBeNull();
  expect($currency.get()).toBe("USD");
  expect(localStorage.getItem("location")).toBeNull();
});

test("a failed lookup does no harm if session storage is blocked", async () => {
  vi.stubGlobal("sessionStorage", blockedStorage);
  edge.answers = ["down"];
  await expect((await openPage()).lookUpLocation(ENDPOINT)).resolves.toBeUndefined();
});

test("a failed lookup is repeated on the next visit, not on the next page", async () => {
  edge.answers = ["down"];
  for (const _ of ["a page", "the next one"]) await (await openPage()).lookUpLocation(ENDPOINT);
  expect(edge.requests).toHaveLength(1);
  vi.stubGlobal("sessionStorage", new FakeStorage());
  await (await openPage()).lookUpLocation(ENDPOINT);
  expect(edge.requests).toHaveLength(2);
});

test("a location lookup ends after 5 seconds", async () => {
  vi.useFakeTimers();
  edge.answers = ["silent"];
  const { lookUpLocation } = await openPage();
  const lookup = lookUpLocation(ENDPOINT);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(consoleError).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await lookup;
  expect(consoleError.mock.calls).toEqual([["The location lookup failed: no answer"]]);
});

test("the page's attributes follow the country and the chosen currency", async () => {
  const { $location, $currencyChoice, syncRootAttributes } = await openPage();
  const dataset: Record<string, string> = {};
  syncRootAttributes({ dataset } as unknown as HTMLElement);

  expect(dataset).toEqual({ currency: "usd", country: "" });
  $location.set({ country_name: "Nigeria" });
  expect(dataset).toEqual({ currency: "ngn", country: "Nigeria" });
  $currencyChoice.set("USD");
  expect(dataset).toEqual({ currency: "usd", country: "Nigeria" });
  $location.set({ country_name: "Ghana" });
  $currencyChoice.set("NGN");
  expect(dataset).toEqual({ currency: "ngn", country: "Ghana" });
});

test("where learners in Nigeria pay naira, the form's country counts before the visitor's", async () => {
  const dataset: Record<string, string> = { dollars: "abroad" };
  vi.stubGlobal("document", { documentElement: { dataset } });
  const { $location, $currencyChoice, $learnerCountry, syncRootAttributes } = await openPage();
  syncRootAttributes({ dataset } as unknown as HTMLElement);
  $currencyChoice.set("USD");
  $location.set({ country_name: "Nigeria" });
  expect(dataset).toMatchObject({ currency: "ngn", dollars: "none" });
  $learnerCountry.set("Ghana");
  expect(dataset).toMatchObject({ currency: "usd", dollars: "abroad" });
  $learnerCountry.set("Nigeria");
  expect(dataset).toMatchObject({ currency: "ngn", dollars: "none" });
});
