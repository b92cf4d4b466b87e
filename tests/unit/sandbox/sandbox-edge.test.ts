import { beforeEach, expect, test, vi } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { type App, serve } from "~/edge/app.ts";
import { listMails } from "~/edge/mail/mail-store.ts";
import { historyOf } from "~/edge/payments/payment-events.ts";
import { findPayment } from "~/edge/payments/payment-store.ts";
import { addingRequest } from "~/edge/payments/refund-requests.ts";
import { sandboxDependencies } from "~/sandbox/dependencies.ts";
import { type Choice, chooseAtCheckout, findCheckout } from "~/sandbox/providers/checkout.ts";
import { openProviders } from "~/sandbox/providers/sandbox-providers.ts";
import { EDGE_ORIGIN, edgeApp } from "../../fixtures/edge.ts";
import { newOrder, STAFF } from "../../fixtures/enrolment.ts";
import { post } from "../../fixtures/payment-desk.ts";
import { openDatabase } from "../../fixtures/sqlite-database.ts";

/** The edge with the sandbox's dependencies: a visitor's steps, and what the edge then knows. */

/** The dependencies of an edge without any setting. */
const NOTHING_SET = {
  jobs: undefined,
  providers: { paystack: null, paypal: null },
  portal: { state: "not-set" },
} as const;

const START = new Date("2026-11-21T09:00:00.000Z");

let db = openDatabase();
let app: App;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  for (const level of ["log", "error"] as const) {
    vi.spyOn(console, level).mockImplementation(() => undefined);
  }
  db = openDatabase();
  const dependencies = { db, ...NOTHING_SET };
  app = edgeApp({ ...dependencies, ...(await sandboxDependencies(dependencies)), isSandbox: true });
  serve(async () => app);
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  };
});

const providers = () => openProviders(db, () => new Date());
const checkoutOf = async (code: string) => findCheckout(await providers(), code);
const choose = async (code: string, choice: Choice, sendWebhook: App["fetch"] = app.fetch) =>
  chooseAtCheckout(await providers(), code, choice, { site: new URL(EDGE_ORIGIN), sendWebhook });

const answerOf = async (request: Request) => (await app.fetch(request)).json();

const status = ({ reference }: Order) => answerOf(new Request(`${EDGE_ORIGIN}/prod/payments/${reference}`));
const subjects = async () => (await listMails(db, { limit: 99 })).map(({ subject }) => subject);

/** Starts a checkout. @returns its code */
async function start(order: Order): Promise<string> {
  if (order.charge.currency === "USD") {
    return (await answerOf(post("/prod/paypal/orders", { order }))).id;
  }
  return (await answerOf(post("/prod/enrolments", { order, page: "/Signup" }))).checkout.accessCode;
}

const capture = (id: string) => answerOf(post(`/prod/paypal/orders/${id}/capture`, {}));

test("a sandbox payment in naira is known to the edge at once, and reported to staff", async () => {
  const order = newOrder();
  const code = await start(order);
  expect(await status(order)).toMatchObject({ status: "unpaid" });
  for (const _ of ["once", "pressed twice"]) await choose(code, "pay");
  // The webhook has reported it before anybody asks.
  expect(await subjects()).toEqual([
    "Receipt: N495,000 for DevOps Full",
    ...STAFF.map(() => "Registration: paid"),
  ]);
  expect(await status(order)).toMatchObject({ status: "paid", payment: { id: "4000000000" } });
  // A paid payment cannot be declined.
  await choose(code, "decline");
  expect(await checkoutOf(code)).toMatchObject({ state: "done" });
});

test("what the stand-ins know outlives the process", async () => {
  const [naira, dollars] = [await start(newOrder()), await start(newOrder("USD"))];
  await choose(naira, "pay");
  await choose(dollars, "decline");
  const sameRows: typeof db = {
    prepare: (sql) => db.prepare(sql),
    batch: (statements) => db.batch(statements),
  };
  const restarted = await openProviders(sameRows, () => new Date());
  expect(findCheckout(restarted, naira)).toEqual(await checkoutOf(naira));
  expect(findCheckout(restarted, naira)).toMatchObject({ state: "done" });
  expect(findCheckout(restarted, dollars)).toMatchObject({ provider: "paypal", state: "declined" });
});

test("the books of the sandbox agree with the edge's on the next morning", async () => {
  for (const currency of ["NGN", "USD"] as const) {
    const order = newOrder(currency);
    const code = await start(order);
    await choose(code, "pay");
    if (currency === "USD") await capture(code);
  }
  vi.setSystemTime("2026-11-22T11:00:00.000Z");
  for (const _ of [1, 2, 3]) await app.sweep();
  const { results } = await db
    .prepare("SELECT provider, state, compared, differences FROM reconciliations ORDER BY provider")
    .all();
  const agreed = { state: "finished", compared: 1, differences: "[]" };
  expect(results).toMatchObject([
    { provider: "paypal", ...agreed },
    { provider: "paystack", ...agreed },
  ]);
  const read = (await subjects()).filter((subject) => !/^(Receipt|The next class)/.test(subject));
  for (const subject of read) expect(subject).toMatch(/^Registration: paid/);
});

test("a provider whose public key is set has no stand-in: the browser asks its real one", async () => {
  vi.stubEnv("PUBLIC_PAYSTACK_KEY", "pk_test_abc");
  vi.stubEnv("PUBLIC_PAYPAL_CLIENT_ID", "client");
  const { providers } = await sandboxDependencies({ db, ...NOTHING_SET });
  expect(providers).toEqual({ paystack: null, paypal: null });
});

test("an order that was left for three hours has no checkout any more", async () => {
  const id = await start(newOrder("USD"));
  vi.setSystemTime(START.getTime() + 3 * 3_600_000);
  expect(await checkoutOf(id)).toBeNull();
  expect(await checkoutOf("nobody")).toBeNull();
});

test.each([
  ["a part", "NGN", 5_000_000, "done", "refunded"],
  ["a part", "USD", 500, "done", "refunded"],
  ["an amount that the stand-in refuses", "NGN", 5_000_001, "failed", undefined],
  ["an amount that the stand-in refuses", "USD", 501, "failed", undefined],
  ["an amount that fails at the bank", "NGN", 5_000_002, "failed", "refund-failed"],
  ["an amount that fails at the bank", "USD", 502, "failed", "refund-failed"],
  ["an amount without bank details", "NGN", 5_000_003, "needs-attention", "refund-needs-attention"],
] as const)("a refund of %s in %s ends as it says (%i)", async (_, currency, minor, state, reported) => {
  const order = newOrder(currency);
  const code = await start(order);
  await choose(code, "pay");
  if (currency === "USD") await capture(code);
  const { reference } = order;
  const request = { id: "a".repeat(22), reference, amount: { currency, minor } };
  await addingRequest(db, request, new Date()).run();
  for (const minutes of [0, 6]) {
    vi.setSystemTime(START.getTime() + minutes * 60_000);
    await app.sweep();
  }
  const { results } = await db.prepare("SELECT state FROM refund_requests").all();
  expect(results).toEqual([{ state }]);
  const isBack = state === "done";
  expect((await findPayment(db, reference))?.paidMinor).toBe(order.charge.minor - (isBack ? minor : 0));
  const webhooks = await historyOf(db, reference);
  const last = webhooks.findLast(({ kind, source }) => source === "webhook" && kind.startsWith("refund"));
  expect(last?.kind).toBe(reported);
});
