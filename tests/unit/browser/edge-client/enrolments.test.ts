import { beforeEach, expect, test, vi } from "vitest";
import { mailLinks, readEnrolment, requestPayment } from "~/browser/edge-client/enrolments.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";

const access = { id: ENROLMENT_ID, key: ENROLMENT_KEY };

let requests: { path: string; method: string; authorization: string | null; body: string }[];
let answer: () => Response;

beforeEach(() => {
  requests = [];
  answer = () => Response.json({});
  vi.stubGlobal("location", { pathname: "/My-enrolment/" });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const { method = "GET", body = "" } = init;
    requests.push({ path, method, authorization: headers.get("authorization"), body: String(body) });
    return answer();
  });
});

test("the learner's key is sent as a header, never in an address", async () => {
  answer = () => Response.json(viewOf());
  expect(await readEnrolment(access)).toMatchObject({ type: "answered", body: { id: ENROLMENT_ID } });
  expect(requests).toEqual([
    {
      path: `/prod/enrolments/${ENROLMENT_ID}`,
      method: "GET",
      authorization: `Bearer ${ENROLMENT_KEY}`,
      body: "",
    },
  ]);
});

test("a payment returns to the page that starts it", async () => {
  await requestPayment(access, { count: 2, currency: "NGN" });
  expect(requests[0]?.path).toBe(`/prod/enrolments/${ENROLMENT_ID}/payments`);
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ count: 2, currency: "NGN", page: "/My-enrolment" });
});

test("a new link is requested without a key", async () => {
  await mailLinks("ada@example.com");
  expect(requests[0]).toMatchObject({ path: "/prod/enrolments/links", authorization: null });
});

test("a refusal has the edge's message and reason", async () => {
  answer = () => Response.json({ status: "paid", message: "Paid already." }, { status: 409 });
  expect(await requestPayment(access, {})).toEqual({
    type: "refused",
    status: 409,
    reason: "paid",
    message: "Paid already.",
    errors: {},
  });
});

test("a proxy's response is a refusal, and a missing one is unreachable", async () => {
  answer = () => new Response("<h1>Bad Gateway</h1>", { status: 502 });
  expect(await readEnrolment(access)).toMatchObject({
    type: "refused",
    message: expect.stringContaining("try again"),
  });
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  expect(await readEnrolment(access)).toEqual({ type: "unreachable" });
});
