import { expect, test } from "vitest";
import { withResponseHeaders } from "~/edge/http/responses.ts";

test("an answer keeps its status, its body and what it says itself, and gets the rest", async () => {
  const answer = withResponseHeaders(
    new Response("{}", {
      status: 405,
      headers: { allow: "GET", "content-security-policy": "default-src 'self'" },
    }),
  );
  expect(answer.status).toBe(405);
  expect(await answer.text()).toBe("{}");
  expect(answer.headers.get("allow")).toBe("GET");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'self'");
  expect(answer.headers.get("strict-transport-security")).toContain("max-age=");
});

test("an answer whose own headers are locked is completed too", () => {
  const answer = withResponseHeaders(Response.redirect("https://academy.example/About"));
  expect(answer.headers.get("location")).toBe("https://academy.example/About");
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'.*frame-ancestors 'none'/,
  );
});
