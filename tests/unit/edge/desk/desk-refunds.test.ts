/** The records of money that went back, by an owner and by the provider. */
import { describe, expect, test } from "vitest";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { refundEvent } from "../../../fixtures/paystack-events.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, readView } = enrolmentDesk(desk);
const { page, text, perform, question } = staffDesk(desk);

/** Reports a refund of Paystack's own. @param amount in kobo */
function refundAtPaystack(
  reference: string,
  { event = "refund.processed" as "refund.processed" | "refund.failed", amount = "5000000" } = {},
) {
  const refund_reference = event === "refund.processed" ? "RF-1" : null;
  return desk.paystackSends(refundEvent(event, { ...newOrder(), reference }, { amount, refund_reference }));
}

describe("a refund", () => {
  const GIVEN = { amount: "50000", day: "2026-11-21" };

  async function refundable() {
    const { id, key, path, reference } = await enrolled();
    const record = (fields: Record<string, string>) =>
      perform(path, "refund", { ...GIVEN, reference, ...fields }, OWNER);
    const paid = async () => (await readView(id, key)).paid.minor;
    return { id, path, reference, record, paid };
  }

  test("that the provider reports later is not counted twice", async () => {
    const { path, reference, record, paid } = await refundable();
    expect(await question(path, "refund", { ...GIVEN, reference, proof: "RF-1" }, OWNER)).toContain(
      "Choose how the money went back.",
    );
    await record({ proof: "RF-1", way: "provider" });
    expect(await paid()).toBe(15_900_000);
    await refundAtPaystack(reference);
    expect(await paid()).toBe(15_900_000);
  });

  test("that failed at the provider is still held, and one by bank transfer counts once", async () => {
    const { id, reference, record, paid } = await refundable();
    await record({ way: "provider" });
    expect(await paid()).toBe(15_900_000);
    await refundAtPaystack(reference, { event: "refund.failed" });
    expect(await paid()).toBe(20_900_000);
    expect(await text("/desk")).toContain(id);
    await record({ way: "elsewhere" });
    expect(await paid()).toBe(15_900_000);
  });

  test("that reached the payer at the provider's second try is counted once", async () => {
    const { reference, record, paid } = await refundable();
    await record({ way: "provider" });
    await refundAtPaystack(reference, { event: "refund.failed" });
    await refundAtPaystack(reference);
    expect(await paid()).toBe(15_900_000);
    await record({ way: "provider", amount: "9000" });
    expect(await paid()).toBe(15_000_000);
  });

  test("of everything ends the enrolment: its confirmation says so, and its page asks for nothing", async () => {
    const { path, reference, record } = await refundable();
    const confirmation = (amount: string) =>
      question(path, "refund", { ...GIVEN, amount, reference, way: "provider" }, OWNER);
    expect(await confirmation("50000")).toContain("What it paid for is owed again.");
    expect(await confirmation("209000")).toContain(
      "the enrolment ends as refunded, and nothing more is owed.",
    );
    await record({ amount: "209000", way: "provider" });
    const html = await text(path);
    expect(html).toMatch(/Held<.*N0<.*Refunded<.*N209,000</s);
    expect(html).toContain("No longer owed");
    expect(html).not.toMatch(/>(Left|Due|Unpaid|Not due yet)</);
    expect(await text(`${path}/message`)).not.toContain("Next to pay");
    expect((await page(`${path}/agree-date`)).status).toBe(409);
    expect((await page(`${path}/lower-owed`, OWNER)).status).toBe(409);
  });

  test("that the provider has reported already is named to the owner before it is recorded", async () => {
    const { path, reference } = await refundable();
    const confirmation = (way: string) => question(path, "refund", { ...GIVEN, reference, way }, OWNER);
    const notice = "Paystack has already reported N50,000 of it as refunded, and that is counted.";
    expect(await confirmation("provider")).not.toContain("has already reported");
    await refundAtPaystack(reference);
    expect(await confirmation("provider")).toContain(notice);
    expect(await confirmation("elsewhere")).not.toContain("has already reported");
  });

  test("by the provider as well, after one by bank transfer, is reported to staff", async () => {
    const { reference, record } = await refundable();
    const notices = () =>
      desk.rows<{ subject: string; message: string }>(
        "SELECT DISTINCT subject, message FROM mails WHERE idempotency_key LIKE ? ORDER BY id",
        `provider:${reference}:%`,
      );
    await record({ way: "elsewhere", amount: "209000" });
    expect((await notices()).at(-1)?.subject).not.toContain("(update 3)");
    for (const amount of ["20900000", "20900000"]) await refundAtPaystack(reference, { amount });
    const last = (await notices()).at(-1);
    expect(last?.subject).toBe("Registration: refunded, given back twice (update 3)");
    expect(last?.message).toContain("<th>Went back twice</th><td>N209,000</td>");
    expect(await text("/desk")).toContain("Given back twice");
  });
});
