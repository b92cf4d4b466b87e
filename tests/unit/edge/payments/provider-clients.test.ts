import { describe, expect, test, vi } from "vitest";
import { createPayPalClient } from "~/edge/payments/paypal/paypal-client.ts";
import { createPaystackClient } from "~/edge/payments/paystack/paystack-client.ts";
import { failureInWords } from "~/edge/payments/provider-refunds.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { chargeOf } from "../../../fixtures/paystack-events.ts";

test.each([
  ["", "bank transfer"],
  ["TRANSACTION_DISPUTED", "Answer the dispute at PayPal"],
  ["validation_error", "Refund it at PayPal"],
])("a refund that failed with the reason '%s' says what staff can do", (reason, advice) => {
  expect(failureInWords(reason, "PayPal")).toContain(advice);
});

const DAY = { from: new Date("2026-11-19T23:00:00.000Z"), to: new Date("2026-11-20T23:00:00.000Z") };

const paystack = createPaystackClient({ apiUrl: "https://api.paystack.co", secretKey: "sk_live_abc" });
const paypal = createPayPalClient({
  apiUrl: "https://api-m.paypal.com",
  clientId: "client",
  clientSecret: "secret",
  now: () => new Date(),
});

/** Answers each request with a text and collects the requests. */
function answeringText(text: string) {
  const requestedUrls: URL[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    requestedUrls.push(new URL(request.url));
    const isToken = request.url.endsWith("/v1/oauth2/token");
    return new Response(isToken ? '{"access_token":"token","expires_in":32400}' : text);
  });
  return { requestedUrls, lastAsked: () => Object.fromEntries(requestedUrls.at(-1)?.searchParams ?? []) };
}
const answering = (json: unknown) => answeringText(JSON.stringify(json));

test("a Paystack look-up does not accept another reference's charge", async () => {
  const charge = chargeOf(orderOf());
  answering({ status: true, message: "Retrieved", data: charge });
  expect(await paystack.verify(charge.reference)).toMatchObject({ id: "4099260516", amount: 49_500_000 });
  expect(await paystack.verify("REG-20261121-ZZZZZZZZZZ")).toBeNull();
});

describe("an answer in a shape that is not known", () => {
  const signature = { auth_algo: "", cert_url: "", transmission_id: "", transmission_sig: "" };
  const unsigned = { ...signature, transmission_time: "" };

  test.each([
    ["Paystack, verify", () => paystack.verify("REG-1"), '{"status":true,"data":{"id":1}}', "data.status"],
    [
      "PayPal, verify webhook",
      () => paypal.isOwnWebhook("{}", unsigned, "ID"),
      '{"status":"SUCCESS"}',
      "verification_status",
    ],
  ])("that lacks a field is logged, and not asked for again: %s", async (what, ask, text, at) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    answeringText(text);
    await expect(ask()).rejects.toMatchObject({ isTransient: false });
    const event = { event: "provider-answer-unreadable", what, at };
    expect(error).toHaveBeenCalledWith(JSON.stringify(event));
  });

  test("that is no JSON is logged, and may be asked for again", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    answeringText("<h1>Sign in to the hotel</h1>");
    await expect(paystack.verify("REG-1")).rejects.toMatchObject({ isTransient: true });
    expect(error).toHaveBeenCalledWith(expect.stringContaining("provider-answer-unreadable"));
  });
});

describe("Paystack's lists", () => {
  const listing = (data: readonly unknown[], meta: object = { page: 1, pageCount: 1 }) =>
    answering({ status: true, message: "Retrieved", data, meta });

  test.each([
    [{ page: "1", pageCount: "10" }, false],
    [{ page: "10", pageCount: 10 }, true],
    [{ page: 1, pageCount: 0 }, true],
  ])("Paystack's list ends with its last page, however many rows that has: %j", async (meta, isLast) => {
    listing([{ id: 1 }, chargeOf(orderOf())], meta);
    const page = await paystack.listTransactions("success", DAY, 1);
    expect([page.rows.length, page.isLast]).toEqual([1, isLast]);
  });

  test("Paystack's charges are asked for by outcome, days and page, in the form that it documents", async () => {
    const { requestedUrls, lastAsked } = listing([]);
    await paystack.listTransactions("reversed", DAY, 2);
    expect(requestedUrls.at(-1)?.pathname).toBe("/transaction");
    expect(lastAsked()).toEqual({
      status: "reversed",
      from: "2026-11-19T23:00:00.000Z",
      to: "2026-11-20T23:00:00.000Z",
      per_page: "100",
      page: "2",
    });
  });

  test("Paystack's limit is waited out for a second, not as long as it says", async () => {
    vi.useFakeTimers();
    let requestCount = 0;
    vi.stubGlobal("fetch", async () => {
      requestCount += 1;
      return Response.json({ status: false }, { status: 429, headers: { "x-ratelimit-reset": "55" } });
    });
    const verified = paystack.verify("REG-1").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(requestCount).toBe(2);
    expect(await verified).toMatchObject({ status: 429, isTransient: true });
    vi.useRealTimers();
  });

  test("Paystack's fees are read, and left out where they are not known", async () => {
    const charge = chargeOf(orderOf());
    listing([200_000, null, "unknown"].map((fees) => ({ ...charge, fees })));
    const { rows } = await paystack.listTransactions("success", DAY, 1);
    expect(rows.map(({ fees }) => fees)).toEqual([200_000, null, null]);
  });

  test("fees that the payer bears are neither held nor paid by the academy", async () => {
    const charge = chargeOf(orderOf(), { amount: 50_253_807, requested_amount: 49_500_000, fees: 753_807 });
    listing([charge]);
    const { rows } = await paystack.listTransactions("success", DAY, 1);
    expect(rows).toMatchObject([{ amount: 49_500_000, fees: 0 }]);
  });

  test("Paystack's payouts are asked for without dates, until one is older than those read", async () => {
    const payout = { id: 3090024, status: "success", total_amount: 995, currency: "NGN" };
    const { lastAsked } = listing([{ ...payout, settlement_date: "2026-11-20" }], { page: 1, pageCount: 9 });
    expect(await paystack.listSettlements(DAY.from, 1)).toMatchObject({
      rows: [{ id: "3090024" }],
      isLast: false,
    });
    expect(lastAsked()).toEqual({ perPage: "100", page: "1" });
    listing([{ ...payout, settlement_date: "2026-11-19" }], { page: 2, pageCount: 9 });
    expect(await paystack.listSettlements(DAY.from, 2)).toMatchObject({ isLast: true });
  });
});

describe("PayPal's list", () => {
  const dollars = (value: string) => ({ currency_code: "USD", value });
  const row = (info: Record<string, unknown>) => ({
    transaction_info: {
      transaction_id: "3C679366HH908993F",
      transaction_event_code: "T0006",
      transaction_initiation_date: "2026-11-20T10:00:00+0000",
      transaction_status: "S",
      transaction_amount: dollars("1209.00"),
      ...info,
    },
  });

  test("PayPal's transactions are asked for by days and page, in the form that it documents", async () => {
    const { requestedUrls, lastAsked } = answering({ transaction_details: [], total_pages: 3, page: 2 });
    expect(await paypal.listMovements(DAY, 2)).toEqual({ rows: [], isLast: false });
    expect(requestedUrls.at(-1)?.pathname).toBe("/v1/reporting/transactions");
    expect(lastAsked()).toEqual({
      start_date: "2026-11-19T23:00:00.000Z",
      end_date: "2026-11-20T23:00:00.000Z",
      fields: "transaction_info",
      page_size: "100",
      page: "2",
    });
  });

  test.each([{ transaction_details: [] }, {}])("an empty list has no second page: %j", async (rows) => {
    answering({ ...rows, total_pages: 0, page: 1 });
    expect(await paypal.listMovements(DAY, 1)).toEqual({ rows: [], isLast: true });
  });

  test("PayPal's list yields payments, returned money and payouts, and nothing else", async () => {
    const reference = "REG-20261121-AAAAAAAAAA";
    const back = { transaction_amount: dollars("-9.00"), paypal_reference_id: "3C679366HH908993F" };
    const rows = [
      row({ custom_field: reference, invoice_id: reference, fee_amount: dollars("-47.45") }),
      row({ transaction_id: "R1", transaction_event_code: "T1107", ...back }),
      row({ transaction_id: "R2", transaction_event_code: "T1201", ...back }),
      row({ transaction_id: "R3", transaction_event_code: "T1106", ...back }),
      row({ transaction_id: "R4", transaction_event_code: "T1207", ...back }),
      row({ transaction_id: "C2", transaction_status: "F" }),
      row({ transaction_id: "P1", transaction_event_code: "T0400", transaction_amount: dollars("-500.00") }),
      row({ transaction_id: "X1", transaction_status: "P" }),
      row({ transaction_id: "X2", transaction_status: "D" }),
      row({ transaction_id: "X3", transaction_amount: dollars("-3.00") }),
      row({ transaction_id: "X4", transaction_event_code: "T1110", ...back }),
      row({ transaction_id: "X5", transaction_event_code: "T0200" }),
      row({ transaction_id: "X6", transaction_event_code: "T1111" }),
      row({ transaction_id: "B1", transaction_event_code: "T1201" }),
      { transaction_info: {} },
    ];
    answering({ transaction_details: rows, total_pages: 1, page: 1 });
    const { rows: read } = await paypal.listMovements(DAY, 1);
    expect(read.map(({ id, kind, amountMinor, reference: ours }) => [id, kind, amountMinor, ours])).toEqual([
      ["3C679366HH908993F", "charged", 120_900, reference],
      ["R1", "refunded", 900, null],
      ["R2", "reversed", 900, null],
      ["R3", "reversed", 900, null],
      ["R4", "reversed", 900, null],
      ["C2", "charged", 120_900, null],
      ["P1", "payout", 50_000, null],
      ["B1", "reinstated", 120_900, null],
    ]);
    expect(read[0]).toMatchObject({ feeMinor: 4745, chargeId: "3C679366HH908993F" });
    expect(read[1]).toMatchObject({ chargeId: "3C679366HH908993F" });
  });
});
