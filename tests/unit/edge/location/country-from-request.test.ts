import { expect, test } from "vitest";
import { countryFromRequest } from "~/edge/http/request-checks.ts";
import { edgeApp } from "../../../fixtures/edge.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

/** Returns a request with Cloudflare's facts about the visitor in `cf`. */
function requestFrom(cf?: unknown): Request {
  const request = new Request("https://academy.example/json");
  return cf === undefined ? request : Object.assign(request, { cf });
}

// Prices depend on the exact name of Nigeria.
test.each([
  ["NG", "Nigeria", "+234"],
  ["US", "United States", "+1"],
])("a visitor from %s gets the English name %s and the calling code %s", (country, name, calling) => {
  const named = { country_name: name, country_code: country, country_calling_code: calling };
  expect(countryFromRequest(requestFrom({ country }))).toEqual(named);
});

test.each([
  ["the edge knows no country", { country: "XX" }],
  ["the visitor comes through Tor", { country: "T1" }],
  ["the code is ISO's own word for unknown", { country: "ZZ" }],
  ["no country is given", {}],
  ["the code belongs to no country", { country: "QX" }],
  ["the code is in lower case", { country: "ng" }],
  ["the code is not text", { country: 566 }],
  ["the edge says nothing", undefined],
])("no country is named when %s", (_case, cf) => {
  expect(countryFromRequest(requestFrom(cf))).toBeNull();
});

test.each([
  ["the country", "AQ", { country_name: "Antarctica", country_code: "AQ" }],
  ["no name for an unknown country, which is no error", "XX", { country_name: null, country_code: null }],
])("the lookup answers with %s, and no cache may keep it", async (_, country, expected) => {
  const answer = await edgeApp({ db: openDatabase() }).fetch(requestFrom({ country }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.json()).toEqual(expected);
});
