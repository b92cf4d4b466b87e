import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findEntry, readOutbox, removeEntry, saveEntry, unresolvedEntries } from "~/browser/outbox/outbox.ts";
import { resolveEarlier } from "~/browser/payments/ask-payment.ts";
import type { CheckoutView } from "~/browser/payments/load-checkout.ts";
import { createPaymentStore, type PaymentStore } from "~/browser/payments/payment-store.ts";
import type { ReportedStatus, StartedCheckout } from "~/domain/payments/checkout.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { entryOf, newOrder, orderOf, payment as proof } from "../../../fixtures/enrolment.ts";
import { FakeStorage } from "../../../fixtures/fake-storage.ts";

const checkout = vi.hoisted(() => ({
  views: [] as CheckoutView[],
  end: (_: unknown) => {},
  code: async () => {},
  mode: "live",
  abandoned: [] as string[],
}));

vi.mock("~/browser/payments/load-checkout.ts", () => ({
  paymentMode: () => checkout.mode,
  abandonCheckout: ({ reference }: Order) => checkout.abandoned.push(reference),
  loadCheckout: async () => {
    await checkout.code();
    return {
      checkout: (_: unknown, view: CheckoutView) => {
        checkout.views.push(view);
        return new Promise((resolve) => {
          checkout.end = resolve;
        });
      },
    };
  },
}));

const { sender, recipients } = entryOf(orderOf());
const PAID: CheckoutOutcome = { status: "paid", payment: proof };
const REFUSED: CheckoutOutcome = { status: "failed", message: "Declined" };
const STARTED = {
  provider: "paystack",
  accessCode: "0peioxfhpn",
  url: "https://checkout.paystack.com/0peioxfhpn",
} as const;

/** The requests to the edge. */
let requests: string[];
let mailStatus: number;
/** The payments' states as the edge reports them, by reference; it knows no other. */
let statuses: Map<string, ReportedStatus>;
let attributes: Set<string>;

/** The number of times that the edge calls the reference used, before it starts anything. */
let usedReferences: number;
/** The reference under which this browser has paid for the same by a form, as the edge says. */
let paidBefore: string | null;
/** The references that orders were named under. */
let named: string[];

let store: PaymentStore;
let onPaid: ReturnType<typeof vi.fn<(order: Order) => void>>;

beforeEach(() => {
  requests = [];
  mailStatus = 202;
  statuses = new Map();
  usedReferences = 0;
  paidBefore = null;
  named = [];
  attributes = new Set();
  checkout.views.length = 0;
  checkout.code = async () => {};
  checkout.mode = "live";
  checkout.abandoned.length = 0;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("location", new URL("https://academy.example/Signup"));
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("document", {
    querySelector: () => null,
    activeElement: null,
    documentElement: {
      dataset: {},
      toggleAttribute: (name: string, isSet: boolean) =>
        isSet ? attributes.add(name) : attributes.delete(name),
    },
  });
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const { pathname } = new URL(
      request instanceof Request ? request.url : request,
      "https://academy.example",
    );
    if (pathname.startsWith("/prod/payments/")) {
      const status = statuses.get(pathname.slice("/prod/payments/".length));
      return Response.json(status ?? {}, { status: status ? 200 : 404 });
    }
    requests.push(pathname);
    if (pathname === "/prod/mailing") return Response.json({}, { status: mailStatus });
    named.push(JSON.parse(String(init?.body)).order.reference);
    usedReferences -= 1;
    if (usedReferences >= 0) {
      return Response.json({ code: "reference-used", message: "Begin anew." }, { status: 409 });
    }
    if (paidBefore) {
      const body = { code: "paid-before", reference: paidBefore, message: "Paid before." };
      return Response.json(body, { status: 409 });
    }
    return Response.json({ checkout: STARTED }, { status: 201 });
  });
  onPaid = vi.fn();
  store = createPaymentStore({ sender, recipients }, onPaid);
  store.actions.container.current = {} as HTMLDivElement;
});
afterEach(() => {
  for (const { order } of readOutbox()) removeEntry(order.reference);
});

const step = () => store.$payment.get().flow.step;
/** Waits until the checkout is open. */
const opened = () => vi.waitFor(() => expect(checkout.views).toHaveLength(1));

/** Opens a checkout and ends it. @param meanwhile what happens while it is open */
async function payAndEnd(
  order: Order,
  outcome: CheckoutOutcome,
  meanwhile = (_: CheckoutView) => {},
  made?: StartedCheckout | null,
): Promise<void> {
  checkout.views.length = 0;
  const paying = store.actions.pay(order, made);
  await opened();
  meanwhile(checkout.views[0] as CheckoutView);
  checkout.end(outcome);
  await paying;
}

test("a payment whose reference is used goes on by itself under a new one", async () => {
  const order = newOrder();
  usedReferences = 1;
  const paying = store.actions.pay(order);
  await opened();
  expect(step()).toBe("opening");
  expect(named[0]).toBe(order.reference);
  expect(named[1]).not.toBe(order.reference);
  expect(readOutbox().map(({ order: kept }) => kept.reference)).toEqual([named[1]]);
  checkout.end(PAID);
  await paying;
  expect(store.$payment.get().flow).toMatchObject({
    order: { reference: named[1], startedAt: order.startedAt },
  });
});

test("a payment whose new reference is used as well is left to the visitor", async () => {
  usedReferences = 2;
  await store.actions.pay(newOrder());
  expect(store.$payment.get().flow).toMatchObject({
    step: "notPaid",
    reason: "failed",
    message: "Begin anew.",
  });
  expect(named).toHaveLength(2);
});

test("a payment that the bank declines is not being confirmed while another card may be used", async () => {
  const order = newOrder("USD");
  await payAndEnd(order, { status: "cancelled" }, (view) => {
    view.onShown();
    view.onApproved();
    expect([step(), findEntry(order.reference)?.payment.status]).toEqual(["confirming", "unconfirmed"]);
    view.onDeclined();
    expect([step(), findEntry(order.reference)?.payment.status]).toEqual(["paying", "opened"]);
  });
});

test("a payment is saved before the edge or the provider is asked for anything", async () => {
  const order = newOrder();
  const paying = store.actions.pay(order);
  expect(findEntry(order.reference)).toMatchObject({ payment: { status: "opened" }, sender, recipients });
  expect(step()).toBe("opening");
  expect(attributes).toEqual(new Set(["data-paying"]));
  await opened();
  expect(requests).toEqual(["/prod/enrolments"]);
  checkout.end({ status: "cancelled" });
  await paying;
});

test("a payment that was made empties the form and notifies each member of staff", async () => {
  const order = newOrder();
  onPaid.mockImplementation(() => expect(requests).not.toContain("/prod/mailing"));
  await payAndEnd(order, PAID, (view) => {
    view.onShown();
    expect(step()).toBe("paying");
  });
  expect(onPaid.mock.calls).toEqual([[order]]);
  expect(requests.filter((path) => path === "/prod/mailing")).toHaveLength(recipients.length);
  expect(step()).toBe("received");
  expect(findEntry(order.reference)).toBeNull();
});

test.each<CheckoutOutcome>([
  { status: "cancelled" },
  REFUSED,
  { status: "unreachable", message: "No answer" },
])("a payment that was $status leaves nothing behind but its order's reference", async (outcome) => {
  const order = newOrder();
  await payAndEnd(order, outcome);
  expect(step()).toBe("notPaid");
  expect(findEntry(order.reference)).toBeNull();
  expect(onPaid).not.toHaveBeenCalled();
  const again = { ...order, reference: newOrder().reference };
  void store.actions.pay(again);
  const isRefused = outcome.status === "failed";
  expect(findEntry(isRefused ? again.reference : order.reference)).not.toBeNull();
});

test("a payment is not started a second time while one is open, nor once one was made", async () => {
  const order = newOrder();
  const paying = store.actions.pay(order);
  await store.actions.pay(newOrder());
  expect(readOutbox()).toHaveLength(1);
  await opened();
  checkout.end(PAID);
  await paying;
  await store.actions.pay(newOrder());
  expect(checkout.views).toHaveLength(1);
});

test("a payment can be called off while its code is on the way", async () => {
  checkout.code = () => new Promise(() => undefined);
  const paying = store.actions.pay(newOrder());
  store.actions.cancel();
  await paying;
  expect(store.$payment.get().flow).toMatchObject({ step: "notPaid", reason: "closed" });
});

test("a payment that is called off while the one before is asked about starts nothing", async () => {
  const first = newOrder();
  await payAndEnd(first, REFUSED);
  checkout.views.length = 0;
  named.length = 0;
  statuses.set(first.reference, { status: "unpaid" });
  const paying = store.actions.pay(newOrder());
  store.actions.cancel();
  await paying;
  expect([named, checkout.views]).toEqual([[], []]);
  expect(store.$payment.get().flow).toMatchObject({ step: "notPaid", reason: "closed" });
});

describe("where the edge knows better", () => {
  const payment = { id: "4099260516" };
  const paid = { currency: "NGN", minor: 100 } as const;

  test.each<[ReportedStatus, object]>([
    [{ status: "paid", payment }, { step: "received" }],
    [
      { status: "short-paid", payment, paid },
      { step: "received", payment: { shortPaid: { paid } } },
    ],
    [{ status: "short-paid", payment, paid: null }, { step: "received" }],
    [{ status: "refunded", payment }, { step: "notPaid" }],
    [{ status: "pending" }, { step: "unconfirmed" }],
    [{ status: "unpaid" }, { step: "unconfirmed" }],
  ])("a payment that its checkout cannot confirm, and is %j, ends as %j", async (status, end) => {
    const order = newOrder();
    statuses.set(order.reference, status);
    await payAndEnd(order, { status: "unconfirmed" });
    expect(store.$payment.get().flow).toMatchObject(end);
  });

  test.each<[string, ReportedStatus, string, boolean]>([
    ["was paid after all", { status: "paid", payment }, "received", false],
    ["is being confirmed", { status: "pending" }, "unconfirmed", true],
  ])("a try that %s is not made again, not even of a changed order", async (_, status, step, stays) => {
    const first = newOrder();
    await payAndEnd(first, REFUSED);
    statuses.set(first.reference, status);
    await store.actions.pay(newOrder());
    expect(checkout.views).toHaveLength(1);
    expect(store.$payment.get().flow).toMatchObject({ step, order: first });
    expect(readOutbox().map(({ order }) => order.reference)).toEqual(stays ? [first.reference] : []);
    expect(named).toEqual([first.reference]);
  });

  test.each([
    ["received", { status: "paid", payment }],
    ["unconfirmed", { status: "pending" }],
  ] as const)("what this browser has paid by a form is not paid again: %s", async (step, status) => {
    paidBefore = "REG-20261121-7KQ2M9XA4T";
    statuses.set(paidBefore, status);
    const order = newOrder();
    await store.actions.pay(order);
    expect(checkout.views).toEqual([]);
    expect(store.$payment.get().flow).toMatchObject({ step, order: { ...order, reference: paidBefore } });
    expect(onPaid).toHaveBeenCalledOnce();
    expect(findEntry(order.reference)).toBeNull();
  });

  test("a try that was not paid, or was paid back, is followed by the next one", async () => {
    const first = newOrder();
    await payAndEnd(first, REFUSED);
    statuses.set(first.reference, { status: "refunded", payment });
    const second = newOrder();
    await payAndEnd(second, { status: "cancelled" });
    statuses.set(second.reference, { status: "unpaid" });
    await payAndEnd(second, PAID);
    expect(store.$payment.get().flow).toMatchObject({ step: "received", order: second });
  });
});

describe("a checkout in naira that was on the screen and ends without a payment", () => {
  const showAndEnd = (order: Order, outcome: CheckoutOutcome) =>
    payAndEnd(order, outcome, (view) => view.onShown());
  const ENDS: CheckoutOutcome[] = [{ status: "cancelled" }, REFUSED];

  test.each(ENDS)("is a payment where the provider knows better ($status)", async (outcome) => {
    const order = newOrder();
    statuses.set(order.reference, { status: "paid", payment: { id: "4099260516" } });
    await showAndEnd(order, outcome);
    expect(step()).toBe("received");
    expect(onPaid).toHaveBeenCalledOnce();
  });

  test.each(ENDS)("is asked about on the next visit where the end is unknown ($status)", async (outcome) => {
    const order = newOrder();
    await showAndEnd(order, outcome);
    const reason = outcome.status === "failed" ? "failed" : "unknown";
    expect(store.$payment.get().flow).toMatchObject({ step: "notPaid", reason });
    expect(findEntry(order.reference)).toMatchObject({ payment: { status: "opened" } });
  });

  test.each(ENDS)("leaves nothing where the provider says that it is not paid ($status)", async (outcome) => {
    const order = newOrder();
    statuses.set(order.reference, { status: "unpaid" });
    await showAndEnd(order, outcome);
    expect(step()).toBe("notPaid");
    expect(findEntry(order.reference)).toBeNull();
  });

  test("is not opened again before the edge has said how it ended", async () => {
    const order = newOrder();
    await showAndEnd(order, { status: "cancelled" });
    await store.actions.pay(order);
    expect(checkout.views).toHaveLength(1);
    expect(store.$payment.get().flow).toMatchObject({ step: "notPaid", reason: "unknown", order });
    statuses.set(order.reference, { status: "unpaid" });
    await payAndEnd(order, PAID);
    expect(step()).toBe("received");
  });

  test("is not paid again under another reference before the visitor was asked about it", async () => {
    const [first, second] = [newOrder(), newOrder()];
    await showAndEnd(first, REFUSED);
    await store.actions.pay(second);
    expect(checkout.views).toHaveLength(1);
    expect(step()).toBe("editing");
    expect(unresolvedEntries().map(({ order }) => order.reference)).toEqual([first.reference]);
  });
});

describe("a payment of an earlier visit, asked about", () => {
  const opened = () => entryOf(newOrder(), { payment: { status: "opened" } });
  const charge = { id: "4099260516" };
  const paid = { currency: "NGN", minor: 100 } as const;

  test.each<[ReportedStatus, object]>([
    [{ status: "paid", payment: charge }, {}],
    [{ status: "short-paid", payment: charge, paid }, { shortPaid: { paid } }],
    [{ status: "short-paid", payment: charge, paid: null }, { shortPaid: { paid: null } }],
  ])("and $status, is kept as paid and reported to staff", async (status, kept) => {
    mailStatus = 500;
    const entry = opened();
    saveEntry(entry);
    statuses.set(entry.order.reference, status);
    expect(await resolveEarlier(entry)).toBe(status.status);
    expect(findEntry(entry.order.reference)?.payment).toEqual({
      status: "paid",
      payment: { ...charge, payer: null, ...kept },
    });
    await vi.waitFor(() => expect(requests).toContain("/prod/mailing"));
  });

  test.each([
    ["unpaid", { status: "unpaid" }],
    ["pending", { status: "pending" }],
    ["refunded", { status: "refunded", payment: charge }],
    [null, undefined],
  ] as const)("and %s, stays as it is", async (end, status) => {
    const entry = opened();
    saveEntry(entry);
    if (status) statuses.set(entry.order.reference, status);
    expect(await resolveEarlier(entry)).toBe(end);
    expect(findEntry(entry.order.reference)).toEqual(entry);
    expect(requests).toEqual([]);
  });
});

describe("a payment that the edge has started", () => {
  beforeEach(() => {
    store = createPaymentStore(null, onPaid);
    store.actions.container.current = {} as HTMLDivElement;
  });

  test("goes on as the edge says, is not reported again, and leaves nothing in this browser", async () => {
    await payAndEnd(
      newOrder(),
      PAID,
      (view) => {
        expect(view.started).toEqual(STARTED);
        expect(readOutbox()).toEqual([]);
      },
      STARTED,
    );
    expect(step()).toBe("received");
    expect(onPaid).toHaveBeenCalledOnce();
    expect(requests).toEqual([]);
    expect(readOutbox()).toEqual([]);
  });

  test("has the reference that the edge gave it, not that of the last try", async () => {
    const first = newOrder();
    await payAndEnd(first, { status: "cancelled" }, undefined, STARTED);
    statuses.set(first.reference, { status: "unpaid" });
    const second = { ...first, reference: newOrder().reference };
    await payAndEnd(second, PAID, undefined, null);
    expect(store.$payment.get().flow).toMatchObject({ order: { reference: second.reference } });
  });

  test("goes on where the last try was paid on another device: it is for what is left", async () => {
    const first = newOrder();
    await payAndEnd(first, { status: "cancelled" }, undefined, STARTED);
    statuses.set(first.reference, { status: "paid", payment: { id: "4099260516" } });
    const next = { ...first, reference: newOrder().reference };
    await payAndEnd(next, PAID, undefined, STARTED);
    expect(store.$payment.get().flow).toMatchObject({ step: "received", order: next });
  });
});

test("an earlier order that was paid, as the visitor says, is reported to staff", async () => {
  const order = newOrder();
  await store.actions.reportPaid(order);
  expect(step()).toBe("unconfirmed");
  expect(onPaid).toHaveBeenCalledOnce();
  expect(findEntry(order.reference)?.delivered).toEqual(recipients);
  store.actions.startAnother();
  expect(step()).toBe("editing");
  expect(attributes).toEqual(new Set());
  expect(findEntry(order.reference)).toBeNull();
});

const NOT_PAID: CheckoutOutcome[] = [
  { status: "cancelled" },
  { status: "unreachable", message: "PayPal didn't open." },
];

describe("a payment in dollars that another tab may go on with, and that ends unpaid in this one", () => {
  const inDollars = () => orderOf({ currency: "USD" });
  const orderAtPayPal = { provider: "paypal", orderId: "5O190127TN364715T", url: null } as const;

  /** Meanwhile the payer agrees in the other tab. */
  const payTwice = (order: Order, outcome: CheckoutOutcome, made?: StartedCheckout) =>
    payAndEnd(order, outcome, () => statuses.set(order.reference, { status: "pending" }), made);

  test.each(NOT_PAID)("is being confirmed where it was resumed ($status)", async (outcome) => {
    const order = inDollars();
    store.actions.resume(order);
    statuses.set(order.reference, { status: "unpaid" });
    await payTwice(order, outcome);
    expect(step()).toBe("unconfirmed");
  });

  test.each(NOT_PAID)("is being confirmed where the edge gave its order ($status)", async (outcome) => {
    await payTwice(inDollars(), outcome, orderAtPayPal);
    expect(step()).toBe("unconfirmed");
  });

  test("is being confirmed where it fails after another tab resumed it", async () => {
    const order = inDollars();
    await payAndEnd(order, REFUSED, (view) => {
      view.onShown();
      statuses.set(order.reference, { status: "pending" });
    });
    expect(step()).toBe("unconfirmed");
    expect(checkout.abandoned).toEqual([]);
  });

  test("is abandoned once the edge reports that nothing is being charged", async () => {
    const order = inDollars();
    statuses.set(order.reference, { status: "unpaid" });
    await payAndEnd(order, REFUSED, (view) => view.onShown());
    expect(step()).toBe("notPaid");
    expect(checkout.abandoned).toEqual([order.reference]);
  });

  test("is not asked about where this page made it", async () => {
    await payTwice(inDollars(), { status: "cancelled" });
    expect(step()).toBe("notPaid");
  });
});
