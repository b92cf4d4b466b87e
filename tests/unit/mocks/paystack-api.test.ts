import { beforeEach, expect, test } from "vitest";
import { newOrder } from "../../fixtures/enrolment.ts";
import { askInProcess } from "../../mocks/in-process.ts";
import { paystackApi } from "../../mocks/paystack-api.ts";
import { type PaystackBook, paystackBook } from "../../mocks/paystack-book.ts";

const HOUR = 3_600_000;

let time: number;
let events: { event: string; data: Record<string, unknown> }[];
let book: PaystackBook;
let api: ReturnType<typeof paystackApi>;
beforeEach(() => {
  time = Date.parse("2026-11-21T09:00:00.000Z");
  events = [];
  book = paystackBook({
    now: () => new Date(time),
    onEvent: (event) => void events.push(event as (typeof events)[number]),
  });
  api = paystackApi("sk_live_abc", book);
});

async function ask(path: string, body?: unknown) {
  const headers = { authorization: "Bearer sk_live_abc" };
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await askInProcess(
    api,
    new Request(`https://paystack.example${path}`, { headers, ...post }),
  );
  return { ...(await answer.json()), status: answer.status };
}

async function begin(reference = newOrder().reference) {
  return ask("/transaction/initialize", { reference, amount: 1000, currency: "NGN", email: "a@b.example" });
}

async function paid(): Promise<string> {
  const { data } = await begin();
  book.pay(data.reference, { domain: "live" });
  return data.reference;
}

test("Paystack's stand-in accepts a reference once, however its payment ended", async () => {
  const reference = await paid();
  expect(await begin(reference)).toMatchObject({ status: 400, code: "duplicate_reference" });
  book.pay(reference, { domain: "live" });
  expect(events.map(({ event }) => event)).toEqual(["charge.success"]);
});

test("Paystack's stand-in lists by page, newest first, by the time at which each was begun", async () => {
  const references = [];
  for (const pause of [0, HOUR, HOUR]) {
    time += pause;
    references.push(await paid());
  }
  const listed = async (query: string) =>
    (await ask(`/transaction?status=success&${query}`)).data.map(
      (each: { reference: string }) => each.reference,
    );
  expect(await listed("")).toEqual(references.toReversed());
  expect(await listed("perPage=2&page=2")).toEqual(references.slice(0, 1));
  expect(await listed("from=2026-11-21T10:00:00.000Z&to=2026-11-21T10:30:00.000Z")).toEqual([references[1]]);
});

test("Paystack's stand-in reports a refund without a number until it is processed, and no more than was paid", async () => {
  const reference = await paid();
  const [part, rest] = [book.refund(reference, 400), book.refund(reference, 10_000)];
  expect(book.refund(reference, 1)).toBeNull();
  book.moveRefund(part ?? 0, "processed");
  expect((await ask(`/transaction/verify/${reference}`)).data.status).toBe("success");
  book.moveRefund(rest ?? 0, "needs-attention");
  book.moveRefund(rest ?? 0, "processed");
  expect((await ask(`/transaction/verify/${reference}`)).data.status).toBe("reversed");
  expect(events.map(({ event, data }) => [event, data.amount, data.refund_reference])).toEqual([
    ["charge.success", 1000, undefined],
    ["refund.pending", 400, null],
    ["refund.pending", 600, null],
    ["refund.processed", "400", "132016018000"],
    ["refund.needs-attention", "600", null],
    ["refund.processed", "600", "132016018001"],
  ]);
});

test("a lost dispute takes the money at Paystack's stand-in, whether a refund reports it or not", async () => {
  for (const isRefundReported of [true, false]) {
    const reference = await paid();
    book.resolve(book.dispute(reference, 1000), "auto-accepted", { isRefundReported });
    expect(book.returnedOf(reference)).toBe(1000);
  }
  expect(events.map(({ event }) => event)).toEqual([
    "charge.success",
    "charge.dispute.create",
    "refund.processed",
    "charge.dispute.resolve",
    "charge.success",
    "charge.dispute.create",
    "charge.dispute.resolve",
  ]);
  expect((await ask("/refund")).data).toMatchObject([{ dispute: 358_000 }, { dispute: 358_001 }]);
});
