import { expect, test, vi } from "vitest";
import { saveEntry } from "~/browser/outbox/outbox.ts";
import { flushEarlierVisit } from "~/browser/page-scripts/flush-earlier-visit.ts";
import { entryOf, newOrder } from "../../../fixtures/enrolment.ts";
import { json, playEdge } from "../../../fixtures/page-edge.ts";

vi.mock("~/browser/payments/load-checkout.ts", async (load) => ({
  ...(await load<object>()),
  paymentMode: () => "live",
}));

const tuition = entryOf({ ...newOrder(), purpose: "tuition" }, { payment: { status: "opened" } });

const edge = playEdge("https://academy.example/Pricing");

test.each([
  ["is shown on Pricing", {}, 1],
  ["is not shown on Pricing while a payment is open there", { paying: "" }, 0],
])("the outcome of an earlier tuition payment %s", async (_, dataset, times) => {
  vi.stubGlobal("document", { documentElement: { dataset }, querySelector: () => null });
  saveEntry(tuition);
  const showTuition = vi.fn();
  await flushEarlierVisit(showTuition);
  expect(showTuition).toHaveBeenCalledTimes(times);
});

test("the notice of an unresolved payment goes once the edge reports that it is paid", async () => {
  vi.stubGlobal("location", new URL("https://academy.example/My-enrolment"));
  edge.answers = [json(200, { status: "paid", payment: { id: "7" } })];
  const toggleAttribute = vi.fn();
  vi.stubGlobal("document", { documentElement: { dataset: {} }, querySelector: () => ({ toggleAttribute }) });
  saveEntry(tuition);
  await flushEarlierVisit(() => undefined);
  expect(toggleAttribute.mock.calls).toEqual([
    ["hidden", false],
    ["hidden", true],
  ]);
});
