/** The dialogs of an enrolment's payment, which the edge starts or refuses. */
import { act, createElement } from "react";
import type { Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { EnrolmentPaymentControl } from "~/browser/islands/payment/useEnrolmentPayment.ts";
import type { IslandFacts } from "~/browser/islands/support/IslandBoundary.tsx";
import type { CheckoutOutcome } from "~/domain/payments/payment-flow.ts";
import { openWindow } from "../../../fixtures/browser-window.ts";
import { priceList } from "../../../fixtures/enrolment.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";

/** The outcome of the checkout as soon as it opens. */
let outcome: CheckoutOutcome;

vi.mock("~/browser/payments/load-checkout.ts", () => ({
  paymentMode: () => "live",
  abandonCheckout: () => undefined,
  loadCheckout: async () => ({ checkout: async () => outcome }),
}));

/** The facts that the page passes to the dialogs. */
const PAGE: IslandFacts = {
  support: {
    email: "hello@academy.example",
    phone: { display: "0800", dial: "+234800" },
    whatsappNumber: "234800",
    academy: "Academy",
    legal: ["Academy Limited"],
  },
  refunds: ["The registration fee is never refunded."],
  fee: priceList.fee,
  courses: priceList.registrationCourses,
  cohorts: [],
};
const CLOSED = "Your payment has not been received yet";
const REFERENCE = "TUI-20261122-7KQ2M9XA4T";
const INPUT = {
  access: { id: ENROLMENT_ID, key: ENROLMENT_KEY },
  view: viewOf(),
  count: 1,
  charges: [2],
  currency: "NGN",
} as const;

/** The edge's responses to requests that start a payment, in turn. */
let answers: (() => Response)[];
/** The references that were sent to the edge as finally refused. */
let refused: unknown[];
let root: Root;
let control: EnrolmentPaymentControl;

const starts = (charges: readonly number[]) => () =>
  Response.json(
    { reference: REFERENCE, amount: { currency: "NGN", minor: 7_000_000 }, charges, checkout: null },
    { status: 201 },
  );
const refuses =
  (status: number, body: object = {}) =>
  () =>
    Response.json({ message: "Not now.", ...body }, { status });
const isLost = (): Response => {
  throw new TypeError("Failed to fetch");
};

beforeAll(() => openWindow("http://localhost/My-enrolment"));
beforeEach(async () => {
  outcome = { status: "cancelled" };
  answers = [starts([2])];
  refused = [];
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    refused.push(JSON.parse(String(init?.body)).refused);
    const answer = answers.shift();
    return answer ? answer() : isLost();
  });
  await showPage();
});
afterEach(() => act(() => root.unmount()));

async function showPage(): Promise<void> {
  // React reads the window when it is loaded.
  const { createRoot } = await import("react-dom/client");
  const { EnrolmentPaymentDialogs } = await import("~/browser/islands/payment/PaymentDialogs.tsx");
  const { useEnrolmentPayment } = await import("~/browser/islands/payment/useEnrolmentPayment.ts");
  const { withBoundary } = await import("~/browser/islands/support/IslandBoundary.tsx");
  const Page = withBoundary(() => {
    control = useEnrolmentPayment({ onEnded: () => undefined });
    return createElement(EnrolmentPaymentDialogs, { control, another: "Close" });
  });
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main") as HTMLElement);
  act(() => root.render(createElement(Page, PAGE)));
}

/** Returns the titles of the open dialogs. */
const openDialogs = () =>
  Array.from(document.querySelectorAll("dialog[open] h2"), (heading) => heading.textContent);

/** Pays without success, and presses the dialog's button. @param answer the edge's second response */
async function payAndTryAgain(answer: () => Response): Promise<void> {
  answers.push(answer);
  await act(() => control.pay(INPUT));
  expect(openDialogs()).toEqual([CLOSED]);
  await tryAgain();
}

async function tryAgain(): Promise<void> {
  const buttons = Array.from(document.querySelectorAll<HTMLElement>("dialog[open] button"));
  await act(async () => buttons.find(({ textContent }) => textContent === "Try again")?.click());
}

test.each([
  ["has been paid elsewhere", refuses(409, { status: "paid" }), "This has been paid already"],
  ["is being confirmed", refuses(409, { status: "pending" }), "A payment is being confirmed"],
  ["belongs to an enrolment that ended", refuses(409, { status: "withdrawn" }), "This enrolment has ended"],
  ["has been paid in part", starts([3]), "This has been paid already"],
])("what %s meanwhile is not offered to be paid again", async (_, answer, title) => {
  await payAndTryAgain(answer);
  expect(openDialogs()).toEqual([title]);
  act(() => control.closeRefusal());
  expect(openDialogs()).toEqual([]);
});

test.each([
  ["without an answer", isLost],
  ["while the edge is in trouble", refuses(503)],
])("a try %s can be made again, under another reference than a refused one", async (_, answer) => {
  outcome = { status: "failed", message: "Declined" };
  await payAndTryAgain(answer);
  expect(openDialogs()).toContain("The payment didn't start");
  act(() => control.closeRefusal());
  expect(openDialogs()).toEqual([CLOSED]);
  answers.push(starts([2]));
  await tryAgain();
  expect(refused).toEqual([undefined, REFERENCE, REFERENCE]);
});

test("after a refusal the next payment shows its own dialog", async () => {
  await payAndTryAgain(refuses(409, { status: "pending" }));
  act(() => control.closeRefusal());
  answers.push(starts([2]));
  await act(() => control.pay(INPUT));
  expect(openDialogs()).toEqual([CLOSED]);
});

test.each([
  ["the next payment and its date", [2], "N70,000Next payment: N70,000, due on Jan 9, 2027"],
  ["that everything is paid", [2, 3, 4, 5, 6], "N70,000Everything is paid. Thank you."],
])("the dialog of a payment that came leads with the amount, and says %s", async (_, charges, words) => {
  outcome = { status: "paid", payment: { id: "4099260516", payer: null } };
  answers = [starts(charges)];
  await act(() => control.pay({ ...INPUT, charges, count: charges.length }));
  expect(openDialogs()).toEqual(["Your payment has been received"]);
  const text = document.querySelector("dialog[open]")?.textContent?.replaceAll("\u00a0", " ");
  expect(text).toContain(`Your payment has been received${words}`);
});
