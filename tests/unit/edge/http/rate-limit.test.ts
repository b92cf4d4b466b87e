import { expect, test } from "vitest";
import { visitorKey } from "~/edge/limits/rate-limit.ts";

const from = (address: string) =>
  visitorKey(new Request("https://academy.example", { headers: { "cf-connecting-ip": address } }));

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("a visitor from %s is known as %s", (address, key) => {
  expect(from(address)).toBe(key);
});

test("callers without a known address share one limit", () => {
  expect(visitorKey(new Request("https://academy.example"))).toBe("unknown");
});
