import { expect, test } from "vitest";
import { regionsOf } from "~/content/queries/countries.ts";

test("Tanzania has its 31 regions", () => {
  expect(regionsOf("TZ")).toHaveLength(31);
  expect(regionsOf("TZ").slice(3, 6)).toEqual(["Dodoma", "Geita", "Iringa"]);
});

test("regions that the package misspells have their correct names", () => {
  expect(regionsOf("KE")).toContain("Elgeyo-Marakwet");
  expect(regionsOf("LR")).toContain("River Gee");
});
