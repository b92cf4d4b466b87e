import { expect, test } from "vitest";
import { withRange, withResponseHeaders } from "~/edge/http/responses.ts";

const TEXT = "0123456789";
const file = () => new Response(TEXT, { headers: { "content-type": "video/mp4" } });
const ask = (range?: string, method = "GET") =>
  withRange(new Request("https://a.test/film/week.mp4", { method, headers: range ? { range } : {} }), file());

test.each([
  ["bytes=0-1", "01", "bytes 0-1/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=-2", "89", "bytes 8-9/10"],
  ["bytes=-99", TEXT, "bytes 0-9/10"],
  ["bytes=8-99", "89", "bytes 8-9/10"],
])("a film asked for by %s is answered with that part", async (range, text, contentRange) => {
  const answer = await ask(range);
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toBe(contentRange);
  expect(answer.headers.get("content-length")).toBe(String(text.length));
  expect(answer.headers.get("content-type")).toBe("video/mp4");
  expect(await answer.text()).toBe(text);
});

test.each([undefined, "bytes=5-2", "bytes=0-1,4-5", "bytes=-", "items=0-1"])(
  "a film asked for by %s is answered whole, and says that parts can be had",
  async (range) => {
    const answer = await ask(range);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
    expect(await answer.text()).toBe(TEXT);
  },
);

test.each(["bytes=10-", "bytes=-0"])("a film asked for by %s has no such part", async (range) => {
  const answer = await ask(range);
  expect(answer.status).toBe(416);
  expect(answer.headers.get("content-range")).toBe("bytes */10");
});

test("a HEAD request gets a film's size without the film", async () => {
  const answer = await ask(undefined, "HEAD");
  expect(answer.headers.get("content-length")).toBe("10");
  expect(await answer.text()).toBe("");
});

test("an answer keeps its status, body and own headers, and gets the missing ones", async () => {
  const headers = { allow: "GET", "content-security-policy": "default-src 'self'" };
  const answer = withResponseHeaders(new Response("{}", { status: 405, headers: headers }));
  expect(answer.status).toBe(405);
  expect(await answer.text()).toBe("{}");
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  expect(answer.headers.get("strict-transport-security")).toContain("max-age=");
});

test("an answer whose own headers are locked is completed too", () => {
  const answer = withResponseHeaders(Response.redirect("https://academy.example/About"));
  expect(answer.headers.get("location")).toBe("https://academy.example/About");
  const policy = answer.headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
});
