/** The data that is left of a learner and a payer after one of them is erased. */
import { describe, expect, test } from "vitest";
import { erasure, personalData } from "~/edge/erase/personal-data.ts";
import { listMails, storeMail } from "~/edge/mail/mail-store.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";
import { enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { enrolled, payNext, changeAddress, askPayerLink, askLink, mailLinks } = enrolmentDesk(desk);
const ADA = "ada@example.com";
const AUNT = "aunt@example.com";
const NEW = "ada.obi@example.com";

async function erase(email: string): Promise<void> {
  const data = await personalData(desk.db, { email, enrolmentId: null });
  await desk.db.batch(erasure(desk.db, data, desk.now));
}

const OF_ADA = /\bAda\b|\bObi\b|ada@|2348012345678|(?<!in |Street, )Lagos/;

describe("a payment through a payer link", () => {
  /** Makes Ada's enrolment, whose second payment her aunt has made. */
  async function sponsored() {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    const { reference } = await payNext(id, payer.key, { payerEmail: AUNT });
    return { id, key, reference };
  }

  test("keeps nothing of a learner who is erased", async () => {
    const { reference } = await sponsored();
    await erase(ADA);
    const rows = await desk.rows("SELECT * FROM payments WHERE reference = ?", reference);
    expect(JSON.stringify(rows)).not.toMatch(OF_ADA);
  });

  test("leaves no mail to or about a former address of the learner", async () => {
    const { id, key } = await sponsored();
    const late = {
      from: "site@academy.example",
      to: "admissions@academy.example",
      subject: "Late payments: 1",
      message: `<ul><li>Ada Obi. ${ADA} +2348030000000. ${id}</li></ul>`,
    };
    await storeMail(desk.db, { ...late, idempotencyKey: "overdue:2026-12-09:staff-1" }, desk.now);
    await changeAddress(id, key, NEW);
    await erase(NEW);
    const left = await listMails(desk.db, { limit: 100 });
    expect(left.filter(({ to, message }) => to === ADA || to === NEW || message.includes(ADA))).toEqual([]);
  });

  test("leaves no link mail at a former address, except those of its new owner", async () => {
    const { id, key } = await sponsored();
    await enrolled(orderOf({ reference: "REG-20261121-FFFFFFFFFF", registration: { email: AUNT } }));
    for (const email of [ADA, AUNT]) await askLink(email);
    await mailLinks();
    // Only the header of a delivered mail is left.
    await desk.rows(
      "UPDATE mails SET message = '', plain_text = '' WHERE idempotency_key LIKE 'learner:links:%'",
    );
    const { key: next } = await changeAddress(id, key, AUNT);
    await changeAddress(id, next, NEW);
    await erase(NEW);
    const left = await desk.rows("SELECT to_address FROM mails WHERE idempotency_key LIKE 'learner:links:%'");
    expect(left).toEqual([{ to_address: AUNT }]);
  });
});
