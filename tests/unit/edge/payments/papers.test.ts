/** The receipts and credit notes: which movements of money get one, and under which number. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moneyMoved } from "~/domain/payments/money-back.ts";
import { type Paper, paperNumber, papersOf } from "~/domain/payments/papers.ts";
import type { HistoryEvent, HistoryKind } from "~/domain/payments/payment-history.ts";
import { erasure, personalData } from "~/edge/erase/personal-data.ts";
import { listMails } from "~/edge/mail/mail-store.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { mailTemplates } from "../../../fixtures/mail-templates.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, readView, startPayment, askPayerLink, mails } = enrolmentDesk(desk);
const { perform, undo, text } = staffDesk(desk);

const NOVEMBER = "/desk/accounts?month=2026-11";

const CASH = { channel: "cash", amount: "70000", day: "2026-11-21", proof: "" };

type StoredPaper = Pick<Paper, "kind" | "year" | "number"> & {
  reference: string;
  minor: number;
  vat: number;
};

async function papers(reference?: string) {
  const rows = await desk.rows<StoredPaper>(
    "SELECT kind, year, number, reference, amount_minor AS minor, vat_minor AS vat FROM papers ORDER BY id",
  );
  const selectedRows = rows.filter((row) => reference === undefined || row.reference === reference);
  return selectedRows.map((row) => [paperNumber(row), row.minor] as const);
}
const numbers = async (reference?: string) => (await papers(reference)).map(([number]) => number);

const half = { amount: "24750000", refund_reference: "half" };

describe("the number of a receipt", () => {
  test.each([
    ["2026-12-31T22:59:59.999Z", "2026-000002"],
    ["2026-12-31T23:00:00.000Z", "2027-000001"],
  ])("starts from 1 with the year in Lagos: recorded at %s it is %s", async (moment, number) => {
    await desk.charged({ id: 1 });
    desk.until(moment);
    const { reference } = await desk.charged({ id: 2 });
    expect(await numbers(reference)).toEqual([number]);
  });

  test("is not taken by a payment in trial mode, or one that was refused", async () => {
    await desk.charged({ domain: "test" });
    await desk.registered();
    expect(await numbers()).toEqual([]);
  });

  test("is given to a transfer too, and one recorded by mistake is credited, not deleted", async () => {
    const { id } = await enrolled(fiveInstallments(desk.now));
    const line = await perform(`/desk/enrolments/${id}`, "record-payment", CASH);
    await undo(`/desk/enrolments/${id}`, line);
    expect((await papers()).slice(1)).toEqual([
      ["2026-000002", 7_000_000],
      ["2026-C00001", 7_000_000],
    ]);
  });
});

test("a credit note is given once to a refund that staff record and the provider reports", async () => {
  const { id, reference } = await enrolled(fiveInstallments(desk.now));
  const typed = { reference, way: "provider", amount: "9000", day: "2026-11-21", proof: "" };
  await perform(`/desk/enrolments/${id}`, "refund", typed, OWNER);
  const order = { ...newOrder(), reference };
  await desk.paystackSends(refundEvent("refund.processed", order, { amount: "900000" }));
  expect(await papers()).toEqual([
    ["2026-000001", 20_900_000],
    ["2026-C00001", 900_000],
  ]);
});
test("erasing a person leaves numbers and accounts as they are, without a gap or a double", async () => {
  const { reference } = await enrolled(fiveInstallments(desk.now));
  const order = { ...newOrder(), reference };
  const refund = refundEvent("refund.processed", order, { amount: "900000" });
  await desk.paystackSends(refund);
  await desk.charged({ id: 2 });
  const sums = async () => /<section>.*<\/section>/s.exec(await text(NOVEMBER, OWNER))?.[0];
  const papersBefore = [await papers(), await sums()];
  expect(papersBefore[1]).toContain("N704,000, 2 receipts");
  const ada = { email: "ada@example.com", enrolmentId: null };
  await desk.db.batch(await erasure(desk.db, await personalData(desk.db, ada), desk.now));
  await desk.paystackSends(refund);
  expect([await papers(), await sums()]).toEqual(papersBefore);
  await desk.charged({ id: 3 });
  expect(await numbers()).toEqual(["2026-000001", "2026-C00001", "2026-000002", "2026-000003"]);
});

test("a payer's link asks for nothing after a full refund", async () => {
  const { id, key, reference } = await enrolled(fiveInstallments(desk.now));
  const link = await (await askPayerLink(id, key)).json();
  expect(await readView(id, link.key)).toMatchObject({ isWithdrawn: false });
  const order = { ...newOrder(), reference };
  await desk.paystackSends(refundEvent("refund.processed", order, { amount: "20900000" }));
  expect(await readView(id, link.key)).toMatchObject({ isWithdrawn: true });
});

test("the learner's page and mail show number, business, buyer and VAT, and what went back of it", async () => {
  const { id, key, reference } = await enrolled(fiveInstallments(desk.now));
  const refund = refundEvent("refund.processed", { ...newOrder(), reference }, { amount: "900000" });
  await desk.paystackSends(refund);
  const { receipts } = await readView(id, key);
  expect(receipts).toMatchObject([
    {
      number: "2026-000001",
      issuedOn: "2026-11-21",
      amount: { minor: 20_900_000 },
      vat: "7.5%, included: N14,581.40",
      creditNotes: [{ number: "2026-C00001", issuedOn: "2026-11-21", minor: 900_000 }],
    },
  ]);
  const [mail] = (await listMails(desk.db, { limit: 50 })).filter(({ subject }) => /^Receipt/.test(subject));
  for (const words of ["2026-000001", "N14,581.40", "Ada Obi", "Academy Limited", "RC 0000000"])
    expect(mail?.message).toContain(words);
});

describe("the buyer of a payer's link", () => {
  const AUNT = "aunt@example.com";

  /** Pays the next charge by a payer's link. Paystack's customer has the address that it was given. */
  async function paidByLink(typed: { payerName?: string; payerEmail?: string }) {
    const { id, key } = await enrolled(fiveInstallments(desk.now));
    const link = await (await askPayerLink(id, key)).json();
    const { reference } = await startPayment(id, link.key, typed);
    const email = typed.payerEmail ?? newOrder().learner.email;
    const customer = { email, first_name: "Grace", last_name: "Hopper" };
    const order = { ...newOrder(), reference };
    await desk.paystackSends(chargeEvent(order, { id: 5, amount: 7_000_000, customer }));
    return (await readView(id, key)).receipts.at(-1);
  }

  test.each([
    ["typed", { payerName: "Obi Limited" }, "Obi Limited"],
    ["known to Paystack alone", {}, "Grace Hopper"],
  ])("is the payer by the name that is %s, on the page and in both mails", async (_, typed, buyer) => {
    expect(await paidByLink({ payerEmail: AUNT, ...typed })).toMatchObject({ isSponsored: true, buyer });
    const texts = (await mails()).slice(-2).map(({ text }) => text);
    expect(texts.filter((text) => text.includes(buyer))).toHaveLength(2);
  });

  test("has no name if the payer typed none and paid with the learner's address", async () => {
    expect(await paidByLink({})).toMatchObject({ isSponsored: true, buyer: null });
  });
});

test("the VAT of a paper is what its amount includes, at the rate of its receipt", async () => {
  const order = newOrder();
  await desk.paystackSends(chargeEvent(order));
  const academy = { ...mailTemplates.academy, vat: "none" as const };
  const templates = { ...mailTemplates, academy };
  await desk.paystackSends(refundEvent("refund.processed", order, half), { templates });
  await desk.paystackSends(chargeEvent(newOrder(), { id: 3 }), { templates });
  const rows = await desk.rows<{ vat: number | null }>("SELECT vat_minor AS vat FROM papers ORDER BY id");
  // The VAT is 7.5 of 107.5 parts of N495,000 and of N247,500.
  expect(rows.map(({ vat }) => vat)).toEqual([3_453_488, 1_726_744, null]);
});

describe("whatever is recorded of a payment", () => {
  const KINDS: readonly HistoryKind[] = [
    "charged",
    "retracted",
    "refunded",
    "refunded-elsewhere",
    "reversed",
    "refund-failed",
    "disputed",
    "dispute-won",
    "dispute-lost",
    "returned-in-all",
    "reinstated",
  ];
  const event = fc.record({
    kind: fc.constantFrom(...KINDS),
    subject: fc.constantFrom("1", "2", "desk-3"),
    amountMinor: fc.constantFrom(100, 250, 400),
    currency: fc.constantFrom("NGN", "USD"),
    hour: fc.integer({ min: 0, max: 9 }),
  });
  const histories = fc
    .uniqueArray(event, { selector: ({ kind, subject }) => `${kind}:${subject}`, maxLength: 12 })
    .map((events) =>
      events.map(
        ({ kind, subject, hour, ...each }): HistoryEvent => ({
          ...each,
          kind,
          eventId: `${kind}:${subject}`,
          occurredAt: `2026-11-21T0${hour}:00:00.000Z`,
        }),
      ),
    );
  const totalOf = (history: readonly HistoryEvent[], currency: string) =>
    papersOf(history)
      .filter((paper) => paper.currency === currency)
      .reduce((sum, { kind, minor }) => (kind === "receipt" ? sum + minor : sum - minor), 0);

  test("receipts less credit notes are what the academy holds", () => {
    fc.assert(
      fc.property(histories, fc.constantFrom("NGN", "USD"), (history, currency) => {
        expect(totalOf(history, currency)).toBe(moneyMoved(history, currency).held);
      }),
    );
  });

  test("a later event changes no receipt or credit note", () => {
    fc.assert(
      fc.property(histories, fc.nat({ max: 12 }), (history, length) => {
        const keyOf = ({ kind, event: { eventId }, minor }: ReturnType<typeof papersOf>[number]) =>
          `${kind} ${eventId} ${minor}`;
        const later = papersOf(history).map(keyOf);
        expect(later).toEqual(expect.arrayContaining(papersOf(history.slice(0, length)).map(keyOf)));
      }),
    );
  });
});
