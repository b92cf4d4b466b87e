import { beforeEach, describe, expect, test } from "vitest";
import { paypalPurchase } from "~/domain/payments/paypal-purchase.ts";
import { newOrder } from "../../fixtures/enrolment.ts";
import { askInProcess } from "../../mocks/in-process.ts";
import { paypalApi } from "../../mocks/paypal-api.ts";
import { paypalBook } from "../../mocks/paypal-book.ts";

const HOUR = 3_600_000;
const ACCOUNT = { clientId: "client", clientSecret: "secret", webhookId: "8PT597110X687430LKGECATA" };

let time: number;
let events: { event_type: string; resource: Record<string, unknown> }[];
let desk: ReturnType<typeof openDesk>;
beforeEach(() => {
  time = Date.parse("2026-11-21T09:00:00.000Z");
  events = [];
  desk = openDesk();
});

function openDesk({ takesInvoicesTwice = false } = {}) {
  let count = 0;
  const newId = () => {
    count += 1;
    return `N${String(count).padStart(5, "0")}`.padEnd(20, "X");
  };
  const now = () => new Date(time);
  const onEvent = (event: unknown) => void events.push(event as (typeof events)[number]);
  const book = paypalBook({ newId, now, onEvent });
  const api = paypalApi(ACCOUNT, { newId, now, book, takesInvoicesTwice });
  const ask = async (method: string, path: string, body?: unknown, requestId?: string) => {
    const granted = await askInProcess(
      api,
      new Request("https://paypal.example/v1/oauth2/token", {
        method: "POST",
        headers: { authorization: `Basic ${btoa("client:secret")}` },
        body: "grant_type=client_credentials",
      }),
    );
    const { access_token } = await granted.json();
    const answer = await askInProcess(
      api,
      new Request(`https://paypal.example${path}`, {
        method,
        headers: {
          authorization: `Bearer ${access_token}`,
          "content-type": "application/json",
          ...(requestId && { "paypal-request-id": requestId }),
        },
        ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
      }),
    );
    const json = await answer.json();
    return { status: answer.status, json, issue: json.details?.[0]?.issue };
  };
  const create = async (order = newOrder("USD"), requestId = order.reference) => {
    const { status, json, issue } = await ask(
      "POST",
      "/v2/checkout/orders",
      paypalPurchase(order),
      requestId,
    );
    return { order, status, id: json.id as string, issue };
  };
  const capture = (id: string, requestId: string) =>
    ask("POST", `/v2/checkout/orders/${id}/capture`, {}, requestId);
  const look = (id: string) => ask("GET", `/v2/checkout/orders/${id}`);
  return { book, ask, create, capture, look };
}

test("PayPal's stand-in answers a request id with the same order for six hours, and then makes another", async () => {
  const { order, id } = await desk.create();
  time += 6 * HOUR - 1;
  expect((await desk.create(order)).id).toBe(id);
  time += 1;
  expect(await desk.create(order)).toMatchObject({ status: 201 });
});

describe("a capture at PayPal's stand-in", () => {
  test("is answered alike under its request id, also when it was declined", async () => {
    const { id } = await desk.create();
    desk.book.approve(id);
    const stored = desk.book.find(id);
    if (stored) stored.captureMode = "declined";
    expect(await desk.capture(id, "one")).toMatchObject({ status: 422, issue: "INSTRUMENT_DECLINED" });
    if (stored) stored.captureMode = "completed";
    expect(await desk.capture(id, "one")).toMatchObject({ status: 422, issue: "INSTRUMENT_DECLINED" });
    expect(await desk.capture(id, "two")).toMatchObject({ status: 201 });
    expect(await desk.capture(id, "two")).toMatchObject({ status: 200, json: { status: "COMPLETED" } });
    expect(await desk.capture(id, "three")).toMatchObject({ status: 422, issue: "ORDER_ALREADY_CAPTURED" });
  });

  test("is refused where the invoice was paid by another order, unless the account takes that", async () => {
    for (const takesInvoicesTwice of [false, true]) {
      const { create, capture, book } = openDesk({ takesInvoicesTwice });
      const { order, id } = await create();
      const other = await create(order, "another");
      for (const each of [id, other.id]) book.approve(each);
      expect(await capture(id, "first")).toMatchObject({ status: 201 });
      expect((await capture(other.id, "second")).issue).toBe(
        takesInvoicesTwice ? undefined : "DUPLICATE_INVOICE_ID",
      );
    }
  });

  test("may take nothing, or take it only later", async () => {
    const statuses = [];
    for (const mode of ["refused", "failed", "pending"] as const) {
      const { id } = await desk.create();
      desk.book.approve(id);
      Object.assign(desk.book.find(id) ?? {}, { captureMode: mode });
      const { json } = await desk.capture(id, id);
      const [{ id: captureId, status }] = json.purchase_units[0].payments.captures;
      statuses.push(status);
      desk.book.resolveCapture(captureId, "COMPLETED");
    }
    expect(statuses).toEqual(["DECLINED", "FAILED", "PENDING"]);
    expect(events.filter(({ event_type }) => event_type === "PAYMENT.CAPTURE.COMPLETED")).toHaveLength(1);
  });
});

test("an order is gone from PayPal's stand-in three hours after it was made or agreed to, unless it was paid", async () => {
  const [made, agreed, paid] = [await desk.create(), await desk.create(), await desk.create()];
  time += 2 * HOUR;
  for (const { id } of [agreed, paid]) desk.book.approve(id);
  await desk.capture(paid.id, "paid");
  time += 1 * HOUR;
  expect(await desk.look(made.id)).toMatchObject({ status: 404, json: { name: "RESOURCE_NOT_FOUND" } });
  expect(await desk.look(agreed.id)).toMatchObject({ status: 200 });
  time += 2 * HOUR;
  expect(await desk.look(agreed.id)).toMatchObject({ status: 404 });
  expect(await desk.look(paid.id)).toMatchObject({ status: 200, json: { status: "COMPLETED" } });
  desk.book.expire(agreed.id);
  expect(events.at(-1)?.event_type).toBe("CHECKOUT.PAYMENT-APPROVAL.REVERSED");
});

describe("money that goes back at PayPal's stand-in", () => {
  async function paid() {
    const { id, order } = await desk.create();
    desk.book.approve(id);
    const { json } = await desk.capture(id, id);
    return { id, order, captureId: json.purchase_units[0].payments.captures[0].id as string };
  }

  test("is reported as a refund that names its capture in a link alone", async () => {
    const { captureId, id, order } = await paid();
    desk.book.refund(captureId, 100);
    const { event_type, resource } = events.at(-1) ?? {};
    expect(event_type).toBe("PAYMENT.CAPTURE.REFUNDED");
    expect(resource).toMatchObject({ amount: { value: "1.00" }, links: [{}, { rel: "up" }] });
    expect(JSON.stringify(resource)).not.toContain(order.reference);
    desk.book.refund(captureId, 10_000_000);
    expect(events.at(-1)?.resource).toMatchObject({ amount: { value: "1208.00" } });
    expect((await desk.look(id)).json.purchase_units[0].payments).toMatchObject({
      captures: [{ status: "REFUNDED" }],
      refunds: [{}, {}],
    });
  });

  test("may be reported twice over when a dispute is lost: by a reversal and by the dispute's end", async () => {
    const { captureId } = await paid();
    const dispute = desk.book.dispute(captureId, 500);
    desk.book.resolve(dispute, "RESOLVED_BUYER_FAVOUR", { isRefundReported: true });
    expect(events.slice(-3).map(({ event_type }) => event_type)).toEqual([
      "CUSTOMER.DISPUTE.CREATED",
      "PAYMENT.CAPTURE.REVERSED",
      "CUSTOMER.DISPUTE.RESOLVED",
    ]);
    expect(events.at(-1)?.resource).toMatchObject({
      disputed_transactions: [{ seller_transaction_id: captureId }],
      dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: { value: "5.00" } },
    });
  });

  test("is in the report of transactions three hours later", async () => {
    const { captureId, order } = await paid();
    desk.book.refund(captureId, 100);
    const report = async () => {
      const dates = `start_date=2026-11-20T00:00:00Z&end_date=2026-11-22T00:00:00Z`;
      const { json } = await desk.ask("GET", `/v1/reporting/transactions?${dates}`);
      return json.transaction_details.map((each: { transaction_info: object }) => each.transaction_info);
    };
    expect(await report()).toEqual([]);
    time += 3 * HOUR;
    expect(await report()).toMatchObject([
      { transaction_id: captureId, custom_field: order.reference, transaction_amount: { value: "1209.00" } },
      { paypal_reference_id: captureId, transaction_amount: { value: "-1.00" } },
    ]);
  });
});
