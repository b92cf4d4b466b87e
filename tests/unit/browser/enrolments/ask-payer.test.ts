import { beforeEach, expect, test, vi } from "vitest";
import { knownEnrolments } from "~/browser/enrolments/enrolment-access.ts";
import { askPayer } from "~/browser/islands/registration/PayerRequest.tsx";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { freshReference, orderOf } from "../../../fixtures/enrolment.ts";
import { FakeStorage } from "../../../fixtures/fake-storage.ts";

interface EdgeRequest {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

const ID = "ENR-7KQ2M9XA4T";
const KEY = newKey();
const PAYER_KEY = newKey();
const STARTED = [201, { id: ID, key: KEY }] as const;
const LINK_CREATED = [201, { key: PAYER_KEY }] as const;

let requests: EdgeRequest[];
/** The edge's responses in turn; "down" for no response. */
let answers: ("down" | readonly [status: number, body: unknown])[];

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
  requests = [];
  vi.stubGlobal("location", new URL("https://academy.example/Signup"));
  vi.stubGlobal(
    "fetch",
    async (path: string, { body, headers }: { body: string; headers: EdgeRequest["headers"] }) => {
      requests.push({ path, body: JSON.parse(body), headers });
      const answer = answers.shift() ?? "down";
      if (answer === "down") throw new TypeError("Failed to fetch");
      return Response.json(answer[1], { status: answer[0] });
    },
  );
});

const order = () => orderOf({ reference: freshReference() });

test("the link for another payer does not hold the learner's key", async () => {
  answers = [STARTED, LINK_CREATED];
  const unpaidOrder = order();
  expect(await askPayer(unpaidOrder)).toEqual({
    status: "created",
    link: { url: `https://academy.example/Sponsor#${ID}.${PAYER_KEY}`, order: unpaidOrder },
  });
  expect(requests.map(({ path }) => path)).toEqual([
    "/prod/enrolments",
    `/prod/enrolments/${ID}/payer-links`,
  ]);
  expect(requests[0]?.body).toEqual({ order: unpaidOrder, page: "/Sponsor", attribution: null });
  expect(requests[1]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
  expect(knownEnrolments()).toEqual([{ id: ID, key: KEY }]);
});

test.each([
  ["the fee and the first tuition", { courseId: "devops-full" }, 2],
  ["the fee and a plan's first payment", { planId: "five-installments" }, 2],
  ["the fee alone while tuition is not announced", { courseId: "ai-foundational" }, 1],
])("the payer's link asks for %s", async (_, registration, count) => {
  answers = [STARTED, LINK_CREATED];
  await askPayer(orderOf({ registration, reference: freshReference() }));
  expect(requests[1]?.body).toEqual({ count });
});

test("a request that is repeated after a lost response has the same idempotency key", async () => {
  const unpaidOrder = order();
  answers = ["down"];
  expect(await askPayer(unpaidOrder)).toEqual({
    status: "unreachable",
    message: "We couldn't make the link. Check your connection, then try again.",
  });
  answers = [STARTED, "down"];
  expect(await askPayer(unpaidOrder)).toMatchObject({ status: "unreachable" });
  answers = [STARTED, LINK_CREATED];
  expect(await askPayer(unpaidOrder)).toMatchObject({ status: "created" });
  const keys = requests.flatMap(({ headers }) => headers["idempotency-key"] ?? []);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test.each([
  [409, "refused"],
  [400, "refused"],
  [429, "unreachable"],
  [503, "unreachable"],
])("the edge's message for a status of %i is shown, which counts as %s", async (status, as) => {
  answers = [[status, { message: "The price has changed." }]];
  expect(await askPayer(order())).toMatchObject({ status: as, message: "The price has changed." });
  expect(requests).toHaveLength(1);
});
