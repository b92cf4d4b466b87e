/** The payments, as staff and the accountant read them. */
import { expect, test } from "vitest";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { OWNER, staffDesk, VIEWER } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled } = enrolmentDesk(desk);
const { post, text, perform, undo } = staffDesk(desk);

const BOLA = { firstName: "Bola", lastName: "Ade", email: "bola@example.com", phone: "+2348033333333" };
const CASH = { channel: "cash", amount: "70000", day: "2026-11-21", proof: "" };

async function adaAndBola() {
  const ada = await enrolled(fiveInstallments(desk.now));
  const bola = await enrolled(fiveInstallments(desk.now, BOLA));
  return { ada, bola };
}

test("the payments of some days say who paid what for which charges, and what it comes to", async () => {
  const { ada } = await adaAndBola();
  await perform(ada.path, "record-payment", CASH);
  const html = await text("/desk/payments");
  expect(html).toContain("3 payments, N488,000.");
  for (const words of [
    "Ada Obi",
    "Bola Ade",
    "Registration fee and tuition, payment 1 of 6",
    "N70,000 by cash",
  ])
    expect(html).toContain(words);
  expect(await text("/desk/payments?provider=cash")).toContain("1 payment, N70,000.");
  expect(await text("/desk/payments?course=ai-full")).toContain("No payments in these days.");
  expect(await text("/desk/payments?from=2026-11-01&until=2026-11-20")).toContain(
    "No payments in these days.",
  );
});

test("refunded money is shown beside its payment and in the sum", async () => {
  const { ada, bola } = await adaAndBola();
  const typed = { reference: ada.reference, way: "elsewhere", amount: "9000", day: "2026-11-21", proof: "" };
  await perform(ada.path, "refund", typed, OWNER);
  await undo(bola.path, await perform(bola.path, "record-payment", CASH));
  const html = await text("/desk/payments");
  expect(html).toContain("2 payments, N418,000, of which N9,000 went back.");
  const refunded = await text("/desk/payments?state=refunded");
  expect(refunded).toContain("1 payment, N209,000, of which N9,000 went back.");
  expect(refunded).not.toContain("Bola Ade");
  expect(await text("/desk/payments?state=kept")).toContain("1 payment, N209,000.");
});

test("the accountant gets a line a payment, whose amounts add up to what the page says", async () => {
  await adaAndBola();
  const answer = await post("/desk/payments.csv", { from: "2026-11-01", until: "2026-11-30" });
  expect(answer.headers.get("content-disposition")).toContain("payments-2026-11-01-to-2026-11-30.csv");
  const [, ...lines] = (await answer.text()).trim().split("\r\n");
  const amounts = lines.map((line) => Number(line.split('","')[10]));
  expect(amounts).toEqual([209_000, 209_000]);
  expect(await text("/desk/trail")).toContain("Downloaded the payments: from=2026-11-01");
});

test("a list longer than a page continues after its last payment and repeats none", async () => {
  const { ada } = await adaAndBola();
  for (let count = 0; count < 50; count += 1) {
    await desk.rows(
      `INSERT INTO papers (kind, year, number, reference, provider, event_id, currency, amount_minor, moved_at, issued_at)
       VALUES ('receipt', 2026, ?, ?, 'paystack', ?, 'NGN', 100, '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z')`,
      100 + count,
      ada.reference,
      `charged:9${count}`,
    );
  }
  const first = await text("/desk/payments");
  const [, next = ""] = /href="([^"]+after=[^"]+)"/.exec(first) ?? [];
  const second = await text(next.replaceAll("&amp;", "&"));
  const countOf = (shown: string) => shown.split(" by Paystack").length - 1;
  expect([countOf(first), countOf(second)]).toEqual([50, 2]);
});

test("today's page begins with the payers since yesterday, whom a viewer cannot see", async () => {
  await adaAndBola();
  expect(await text("/desk")).toMatch(/New since yesterday[\s\S]*Bola Ade[\s\S]*Needs you now/);
  expect(await text("/desk", VIEWER)).not.toMatch(/New since|Bola/);
  desk.later(60 * 24 * 3);
  expect(await text("/desk")).not.toContain("Bola Ade");
});
