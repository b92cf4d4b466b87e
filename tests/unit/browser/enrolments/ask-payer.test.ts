import { expect, test } from "vitest";
import { knownEnrolments } from "~/browser/enrolments/enrolment-access.ts";
import { askPayer } from "~/browser/islands/registration/PayerRequest.tsx";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { json, playEdge } from "../../../fixtures/page-edge.ts";

const ID = "ENR-7KQ2M9XA4T";
const KEY = newKey();
const PAYER_KEY = newKey();
const STARTED = json(201, { id: ID, key: KEY });
const LINK_CREATED = json(201, { key: PAYER_KEY });

const edge = playEdge();
const bodyOf = (index: number) => JSON.parse(`${edge.requests[index]?.body}`);
const order = () => orderOf({ reference: freshReference() });

test("the link for another payer does not hold the learner's key", async () => {
  edge.answers = [STARTED, LINK_CREATED];
  const unpaidOrder = order();
  expect(await askPayer(unpaidOrder)).toEqual({
    status: "created",
    link: { url: `https://academy.example/Sponsor#${ID}.${PAYER_KEY}`, order: unpaidOrder },
  });
  expect(edge.requests.map(({ path }) => path)).toEqual([
    "/prod/enrolments",
    `/prod/enrolments/${ID}/payer-links`,
  ]);
  expect(bodyOf(0)).toEqual({ order: unpaidOrder, page: "/Sponsor", attribution: null });
  expect(edge.requests[1]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
  expect(knownEnrolments()).toEqual([{ id: ID, key: KEY }]);
});

test.each([
  ["the fee and the first tuition", { courseId: "devops-full" }, 2],
  ["the fee and a plan's first payment", { planId: "five-installments" }, 2],
  ["the fee alone while tuition is not announced", { courseId: "ai-foundational" }, 1],
])("the payer's link asks for %s", async (_, registration, count) => {
  edge.answers = [STARTED, LINK_CREATED];
  await askPayer(orderOf({ registration, reference: freshReference() }));
  expect(bodyOf(1)).toEqual({ count });
});

test("a request that is repeated after a lost response has the same idempotency key", async () => {
  const unpaidOrder = order();
  edge.answers = ["down"];
  expect(await askPayer(unpaidOrder)).toEqual({
    status: "unreachable",
    message: "We couldn't make the link. Check your connection, then try again.",
  });
  edge.answers = [STARTED, "down"];
  expect(await askPayer(unpaidOrder)).toMatchObject({ status: "unreachable" });
  edge.answers = [STARTED, LINK_CREATED];
  expect(await askPayer(unpaidOrder)).toMatchObject({ status: "created" });
  const keys = edge.requests.flatMap(({ headers }) => headers.get("idempotency-key") ?? []);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test.each([
  [409, "refused"],
  [400, "refused"],
  [429, "unreachable"],
  [503, "unreachable"],
])("the edge's message for a status of %i is shown, which counts as %s", async (status, as) => {
  edge.answers = [json(status, { message: "The price has changed." })];
  expect(await askPayer(order())).toMatchObject({ status: as, message: "The price has changed." });
  expect(edge.requests).toHaveLength(1);
});
