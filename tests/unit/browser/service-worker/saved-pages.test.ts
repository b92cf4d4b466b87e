import { expect, test } from "vitest";
import { isPage } from "~/browser/service-worker/saved-copy.ts";
import { routes } from "../../../fixtures/routes.ts";

const at = (path: string) => new URL(path, "https://academy.example");

test.each(routes)("%s may be kept", (path) => {
  expect(isPage(at(path))).toBe(true);
});

test.each([
  "/json",
  "/prod/mailing",
  "/prod/paypal/orders",
  "/prod",
  "/desk",
  "/desk/enrolments/ENR-23456789AB",
  "/sandbox",
])("%s is made on demand and is never kept", (path) => {
  expect(isPage(at(path))).toBe(false);
});

test("an address that only begins like one of those may be kept", () => {
  expect(isPage(at("/production"))).toBe(true);
});
