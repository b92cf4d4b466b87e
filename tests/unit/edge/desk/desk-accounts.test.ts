/** A month's accounts, as the owner and the accountant read them. */
import { expect, test } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";
import { MEMBER, OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled } = enrolmentDesk(desk);
const { page, post, text, perform } = staffDesk(desk);

/** Makes a payment of N209,000 of which N9,000 goes back in December, and a day of Paystack's books. */
async function novemberAndDecember() {
  const ada = await enrolled(fiveInstallments(desk.now));
  desk.until("2026-12-02T09:00:00.000Z");
  const typed = { reference: ada.reference, way: "elsewhere", amount: "9000", day: "2026-12-01", proof: "" };
  await perform(ada.path, "refund", typed, OWNER);
  await desk.rows(
    `INSERT INTO reconciliations (provider, day, fees_minor, payouts_minor, started_at)
     VALUES ('paystack', '2026-11-21', 200000, 20700000, '2026-11-22T05:00:00.000Z'),
       ('paystack', '2026-11-22', 0, NULL, '2026-11-23T05:00:00.000Z')`,
  );
}

/** Returns the lines of the accountant's file: kind, number, receipt, day, currency, in, out, VAT. */
const linesOf = async (month: string) => {
  const answer = await (await post("/desk/accounts.csv", { month }, OWNER)).text();
  const cells = answer
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.slice(1, -1).split('","'));
  return cells.map((line) => [...line.slice(0, 4), ...line.slice(-4)]);
};

test("a month shows receipts, credit notes, VAT and the provider's payouts", async () => {
  await novemberAndDecember();
  const november = await text("/desk/accounts?month=2026-11", OWNER);
  for (const words of [
    "N209,000, 1 receipt",
    "N14,581.40",
    "N2,000, reported for 2 days",
    "N207,000, reported for 1 day",
  ])
    expect(november).toContain(words);
  // The current month is the default.
  const december = await text("/desk/accounts", OWNER);
  expect(december).not.toContain('value="2026-10"');
  for (const words of [
    "N9,000, 1 credit note",
    "−N9,000",
    "−N627.91",
    "Credit note 2026-C00001 for receipt 2026-000001",
  ])
    expect(december).toContain(words);
  expect(await text("/desk/accounts?month=2026-10", OWNER)).toContain("Nothing moved in this month.");
});

test("the accounts' CSV has a line for each receipt, credit note, fee sum and payout of a day", async () => {
  await novemberAndDecember();
  expect(await linesOf("2026-11")).toEqual([
    ["Receipt", "2026-000001", "", "2026-11-21", "NGN", "209000.00", "", "14581.40"],
    ["Fees", "", "", "2026-11-21", "NGN", "", "2000.00", ""],
    ["Paid out", "", "", "2026-11-21", "NGN", "", "207000.00", ""],
  ]);
  expect(await linesOf("2026-12")).toEqual([
    ["Credit note", "2026-C00001", "2026-000001", "2026-12-01", "NGN", "", "9000.00", "627.91"],
  ]);
  expect(await text("/desk/trail", OWNER)).toContain("Downloaded the accounts of 2026-11");
});

test("a refund that failed makes a credit note for money that came back in", async () => {
  const { path, reference } = await enrolled();
  const typed = { reference, way: "provider", amount: "9000", day: "2026-11-21", proof: "" };
  await perform(path, "refund", typed, OWNER);
  const failed = { amount: "900000", refund_reference: null };
  await desk.paystackSends(refundEvent("refund.failed", { ...newOrder(), reference }, failed));
  const lines = await linesOf("2026-11");
  expect(lines.find(([, number]) => number === "2026-C00002")?.slice(-3)).toEqual(["9000.00", "", "627.91"]);
});

test("only an owner reads the accounts", async () => {
  expect((await page("/desk/accounts", MEMBER)).status).toBe(403);
  expect((await post("/desk/accounts.csv", { month: "2026-11" }, MEMBER)).status).toBe(403);
});

test("a payment on the last evening of a month in UTC counts for the next month in Lagos", async () => {
  desk.until("2026-11-30T23:30:00.000Z");
  const order = fiveInstallments(desk.now);
  const paid_at = desk.now.toISOString();
  await desk.paystackSends(chargeEvent(order, { amount: order.charge.minor, paid_at }));
  expect(await text("/desk/accounts?month=2026-11", OWNER)).toContain("Nothing moved in this month.");
  expect(await text("/desk/accounts?month=2026-12", OWNER)).toContain("N209,000, 1 receipt");
});
