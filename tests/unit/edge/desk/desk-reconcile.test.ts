/** A week that staff compare with a provider's books at the desk. */
import { expect, test } from "vitest";
import { paystackTransaction } from "~/edge/payments/paystack/paystack-reports.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";
import { providerBooks } from "../../../fixtures/provider-books.ts";
import { staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { post, text, dependencies } = staffDesk(desk);

const EARLIER = "2026-10-20";
const WEEK = { provider: "paystack", day: EARLIER };

/** Runs the queue's jobs. */
async function runQueue({ providers }: Pick<ReturnType<typeof providerBooks>, "providers">) {
  const outcomes = [];
  for (const job of desk.queued.splice(0))
    outcomes.push(await desk.doJob(job, { ...dependencies(), providers }));
  return outcomes;
}

test("a payment that only the provider has is recorded, and the page says so", async () => {
  const books = providerBooks();
  const charge = chargeOf(newOrder(), { id: 7, paid_at: `${EARLIER}T10:00:00.000Z` });
  books.paystack.transactions.push(paystackTransaction.parse(charge));
  await post("/desk/reconcile", WEEK);
  await runQueue(books);
  const html = await text("/desk/reconcile");
  expect(html).toContain("A payment that was not recorded here");
  expect(html).toContain(charge.reference);
  expect(html).not.toContain("Nothing differs.");
});

test("a comparison waits while the provider fails, and continues when it answers", async () => {
  const books = providerBooks();
  const { client } = books.providers.paystack;
  const listTransactions = client.listTransactions;
  client.listTransactions = () => Promise.reject(new Error("no answer"));
  await post("/desk/reconcile", WEEK);
  const [job] = desk.queued;
  expect(await runQueue(books)).toEqual([{ retryInSeconds: 300 }]);
  expect(await text("/desk/reconcile")).toContain("Still comparing");
  client.listTransactions = listTransactions;
  if (job) desk.queued.push(job);
  await runQueue(books);
  const html = await text("/desk/reconcile");
  expect(html).toContain("Paystack, 7 days to Oct 20, 2026");
  expect(html).toContain("Nothing differs.");
});

test("a day that has not ended, no day and no provider are refused with a message", async () => {
  for (const [wrong, words] of [
    [{ ...WEEK, day: "2026-11-21" }, "Choose a day up to"],
    [{ ...WEEK, day: "yesterday" }, "Choose a day up to"],
    [{ ...WEEK, provider: "bank" }, "Choose a provider."],
  ] as const) {
    const answer = await post("/desk/reconcile", wrong);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
  }
  expect(desk.queued).toEqual([]);
});
