import { describe, expect, test } from "vitest";
import { registrationMail } from "~/browser/outbox/registration-mail.ts";
import { staffRole } from "~/domain/contact/mail-roles.ts";
import { registrationMailKey } from "~/domain/payments/mail-key.ts";
import type { Order } from "~/domain/payments/order.ts";
import type { Database } from "~/edge/database.ts";
import { entryOf, newOrder, STAFF } from "../../../fixtures/enrolment.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { chargeEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const FIRST = staffRole(0);

/** The browser's mail to the first member of staff, as an honest browser sends it. */
function browserMail(order: Order, db?: Database) {
  const key = { "idempotency-key": registrationMailKey(order.reference, FIRST, "paid") };
  return desk.ask(post("/prod/mailing", registrationMail(entryOf(order), FIRST), key), db && { db });
}
const setAll = (what: string) => desk.db.prepare(`UPDATE mails SET ${what}`).run();
const toFirst = async (order: Order) =>
  (await desk.mailsAbout(order)).filter(({ to }) => to === STAFF[0]).map(({ subject }) => subject);

describe("a mail that the visitor's browser sent first", () => {
  test.each(["queued", "kept"])(
    "a browser's mail that is %s gives way to the provider's word",
    async (status) => {
      const order = newOrder();
      await desk.register(order);
      await browserMail(order);
      await setAll(`status = '${status}'`);
      await desk.paystackSends(chargeEvent(order));
      expect(await toFirst(order)).toEqual(["Registration: paid"]);
      expect(await desk.mailsAbout(order)).toHaveLength(4);
    },
  );

  test.each([
    ["has left", "status = 'delivered'"],
    ["could not be delivered", "status = 'parked'"],
  ])(
    "a browser's mail that %s, true or not, is followed by the mail on which staff enrol, once",
    async (_, change) => {
      const order = newOrder();
      await desk.register(order);
      await browserMail(order);
      await setAll(change);
      for (const _again of [1, 2]) await desk.paystackSends(chargeEvent(order));
      expect(await toFirst(order)).toEqual(["Registration", "Registration: paid"]);
    },
  );

  test("a browser's mail that is being sent is followed by the provider's word, and not tried again", async () => {
    const order = newOrder();
    await desk.register(order);
    await browserMail(order);
    await setAll("claimed_until = '2026-11-21T09:01:00.000Z'");
    await desk.paystackSends(chargeEvent(order));
    expect(await toFirst(order)).toEqual(["Registration", "Registration: paid"]);
    const [sent] = await desk.mailsAbout(order);
    expect(sent).toMatchObject({ status: "delivered", deliveredAt: null });
  });

  test("a browser's mail does not keep staff from hearing that less was paid", async () => {
    const order = newOrder();
    await desk.register(order);
    await browserMail(order);
    await setAll("status = 'delivered'");
    await desk.paystackSends(chargeEvent(order, { amount: 100 }));
    expect(await toFirst(order)).toEqual(["Registration", "Registration: short-paid, amount-mismatch"]);
  });
});

describe("a mail that the visitor's browser sends late", () => {
  test("a browser's mail about a payment of whose end staff were notified is accepted, and goes no further", async () => {
    const order = newOrder();
    await desk.paystackSends(chargeEvent(order));
    expect((await browserMail(order)).status).toBe(202);
    expect(await toFirst(order)).toEqual(["Registration: paid"]);
  });

  test("a browser's mail that is stored while the provider's report is recorded goes no further", async () => {
    const order = newOrder();
    await desk.register(order);
    /** Just before the mail is written the report comes in. */
    const db: Database = {
      batch: (statements) => desk.db.batch(statements),
      prepare: (sql) => {
        const statement = desk.db.prepare(sql);
        if (!sql.includes("INSERT INTO mails")) return statement;
        return {
          ...statement,
          bind: (...values) => {
            const bound = statement.bind(...values);
            const first = async <Row>() => {
              await desk.paystackSends(chargeEvent(order));
              return bound.first<Row>();
            };
            return { ...bound, first };
          },
        };
      },
    };
    expect((await browserMail(order, db)).status).toBe(202);
    expect(await toFirst(order)).toEqual(["Registration: paid"]);
  });
});
