import { expect, test } from "vitest";
import { mailLinks, readEnrolment, requestPayment } from "~/browser/edge-client/enrolments.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";
import { type EdgeAnswer, json, playEdge } from "../../../fixtures/page-edge.ts";

const access = { id: ENROLMENT_ID, key: ENROLMENT_KEY };
const edge = playEdge("https://academy.example/My-enrolment/");

test("the learner's key is sent as a header, never in an address", async () => {
  edge.answers = [json(200, viewOf())];
  expect(await readEnrolment(access)).toMatchObject({ type: "answered", body: { id: ENROLMENT_ID } });
  expect(edge.requests).toMatchObject([
    { url: `https://academy.example/prod/enrolments/${ENROLMENT_ID}`, method: "GET", body: "" },
  ]);
  expect(edge.requests[0]?.headers.get("authorization")).toBe(`Bearer ${ENROLMENT_KEY}`);
});

test("a payment returns to the page that starts it", async () => {
  await requestPayment(access, { count: 2, currency: "NGN" });
  const [request] = edge.requests;
  expect(request?.path).toBe(`/prod/enrolments/${ENROLMENT_ID}/payments`);
  expect(JSON.parse(request?.body ?? "")).toEqual({ count: 2, currency: "NGN", page: "/My-enrolment" });
});

test("a new link is requested without a key", async () => {
  await mailLinks("ada@example.com");
  expect(edge.requests[0]?.path).toBe("/prod/enrolments/links");
  expect(edge.requests[0]?.headers.has("authorization")).toBe(false);
});

const paid = { status: 409, reason: "paid", message: "Paid already.", errors: {} };
const badGateway = { status: 502, reason: null, message: expect.stringContaining("try again"), errors: {} };

test.each<[string, EdgeAnswer, object]>([
  ["a refusal", json(409, { status: "paid", message: paid.message }), { type: "refused", ...paid }],
  ["a proxy", new Response("<h1>Bad Gateway</h1>", { status: 502 }), { type: "refused", ...badGateway }],
  ["no response", "down", { type: "unreachable" }],
])("%s is not an answer of the edge", async (_, answer, result) => {
  edge.answers = [answer];
  expect(await requestPayment(access, {})).toEqual(result);
});
