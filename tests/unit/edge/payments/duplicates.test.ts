import { expect, test } from "vitest";
import type { Registration } from "~/domain/enrolment/registration.ts";
import type { Order } from "~/domain/payments/order.ts";
import { addUnverified } from "~/edge/payments/payment-store.ts";
import { freshReference, orderOf, tuitionOf } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const DAY = 24 * 60;
let charges = 0;

/** Returns Ada's order for DevOps Full, with some fields changed. */
const by = (registration: Partial<Registration> = {}) =>
  orderOf({ reference: freshReference(), registration });
async function pay(order: Order): Promise<string | null> {
  charges += 1;
  await desk.register(order);
  await desk.paystackSends(chargeEvent(order, { id: charges }));
  return flagOf(order);
}
const flagOf = async ({ reference }: Order) => (await desk.paymentOf(reference))?.flag ?? null;
const giveBack = (order: Order) =>
  desk.paystackSends(refundEvent("refund.processed", order, { refund_reference: freshReference() }));

test.each([
  ["the e-mail address, spelled otherwise", " ADA@example.com ", "+2348055555555", "name, email address"],
  ["name and phone, spelled otherwise", "other@example.com", "0801 234 5678", "name, phone number"],
])(
  "a learner who has paid for the course is recognised by %s, and staff are notified once",
  async (_, email, phone, agreeing) => {
    const first = by();
    expect(await pay(first)).toBeNull();
    const second = by({ email, phone });
    expect(await pay(second)).toBe("duplicate");
    for (const order of [first, second]) await desk.paystackSends(chargeEvent(order, { id: charges }));
    const duplicate = { status: "paid", duplicateOf: first.reference };
    expect(await desk.paymentOf(second.reference)).toMatchObject(duplicate);
    expect(await flagOf(first)).toBeNull();
    expect(await desk.subjectsAbout(second)).toEqual(["Registration: paid, enrolled or paid twice"]);
    const [mail] = await desk.mailsAbout(second);
    expect(mail?.message).toContain(`<th>Paid before under</th><td>${first.reference}</td>`);
    expect(mail?.message).toContain(`<th>The same there</th><td>${agreeing}</td>`);
  },
);

test("a learner whose first payment only a browser reported at first is recognised", async () => {
  const first = by();
  await addUnverified(desk.db, first.reference, { now: desk.now, nextCheckAt: null });
  await desk.paystackSends(chargeEvent(first, { id: 800 }));
  expect(await flagOf(first)).toBeNull();
  expect(await pay(by())).toBe("duplicate");
});

test("of two payments of one learner that are recorded at once, one is the duplicate", async () => {
  const orders = [by(), by()];
  for (const order of orders) await desk.register(order);
  const report = (order: Order, index: number) => desk.paystackSends(chargeEvent(order, { id: 900 + index }));
  await Promise.all(orders.map(report));
  for (const [index, order] of orders.entries()) await report(order, index);
  const flags = await Promise.all(orders.map(flagOf));
  expect(flags.filter((flag) => flag === "duplicate")).toHaveLength(1);
});

test.each([
  ["another learner", { email: "bisi@example.com", phone: "+2348099999999" }],
  ["a sibling who shares the phone", { firstName: "Bola", email: "bola@example.com" }],
  ["the same learner, for another course", { courseId: "devops-advanced" }],
])("a payment by %s is no duplicate", async (_, other) => {
  await pay(by());
  expect(await pay(by(other))).toBeNull();
});

test("an unpaid or refunded payment makes no duplicate", async () => {
  const first = by();
  await desk.register(by());
  await pay(first);
  await giveBack(first);
  expect(await pay(by())).toBeNull();
});

test("a duplicate is the only payment once the earlier one was given back", async () => {
  const [first, second] = [by(), by()];
  await pay(first);
  expect(await pay(second)).toBe("duplicate");
  await desk.db.prepare("UPDATE mails SET status = 'delivered'").run();
  await giveBack(first);
  expect(await flagOf(second)).toBeNull();
  expect(await desk.subjectsAbout(second)).toEqual([
    "Registration: paid, enrolled or paid twice",
    "Registration: paid (update 2)",
  ]);
});

test("a wrong amount is flagged rather than a duplicate", async () => {
  const [first, second] = [by(), by()];
  await pay(first);
  await desk.register(second);
  await desk.paystackSends(chargeEvent(second, { id: 999, amount: second.charge.minor + 1 }));
  expect(await flagOf(second)).toBe("overpaid");
  await desk.paystackSends(chargeEvent(first, { id: charges }));
  expect(await flagOf(first)).toBeNull();
});

test("tuition for the same plan is a duplicate within two weeks, and not a month later", async () => {
  const tuition = () => tuitionOf({ reference: freshReference("tuition"), now: desk.now });
  expect(await pay(by())).toBeNull();
  expect(await pay(tuition())).toBeNull();
  desk.later(13 * DAY);
  expect(await pay(tuition())).toBe("duplicate");
  desk.later(30 * DAY);
  expect(await pay(tuition())).toBeNull();
});
