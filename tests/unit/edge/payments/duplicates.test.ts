import { expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import { tuitionOrder } from "~/domain/payments/order.ts";
import { addUnverified } from "~/edge/payments/payment-store.ts";
import { freshReference, orderOf, priceList, STAFF } from "../../../fixtures/enrolment.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { chargeEvent, refundEvent } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const DAY = 24 * 60;
let charges = 0;

const registration = (changes: Parameters<typeof orderOf>[0] = {}) =>
  orderOf({ reference: freshReference(), ...changes });
const by = (email: string, phone: string, courseId = "devops-full") =>
  registration({ registration: { email, phone, courseId } });
async function pay(order: Order): Promise<string | null> {
  charges += 1;
  await desk.register(order);
  await desk.paystackSends(chargeEvent(order, { id: charges }));
  return flagOf(order);
}
const flagOf = async ({ reference }: Order) => (await desk.registration(reference))?.flag ?? null;
const subjectsOf = async (order: Order) =>
  (await desk.mailsAbout(order)).filter(({ to }) => to === STAFF[0]).map(({ subject }) => subject);

test.each([
  ["the e-mail address, spelled otherwise", " ADA@example.com ", "+2348055555555", "name, email address"],
  [
    "the name and the phone number, spelled otherwise",
    "other@example.com",
    "0801 234 5678",
    "name, phone number",
  ],
])(
  "a learner who has paid for the course is known again by %s, and staff are notified once",
  async (_, email, phone, agreeing) => {
    const first = by("ada@example.com", "+2348012345678");
    expect(await pay(first)).toBeNull();
    const second = by(email, phone);
    expect(await pay(second)).toBe("duplicate");
    for (const order of [first, second]) await desk.paystackSends(chargeEvent(order, { id: charges }));
    expect(await desk.registration(second.reference)).toMatchObject({
      status: "paid",
      duplicateOf: first.reference,
    });
    expect(await flagOf(first)).toBeNull();
    expect(await subjectsOf(second)).toEqual(["Registration: paid, enrolled or paid twice"]);
    const [mail] = await desk.mailsAbout(second);
    expect(mail?.message).toContain(`<th>Paid before under</th><td>${first.reference}</td>`);
    expect(mail?.message).toContain(`<th>The same there</th><td>${agreeing}</td>`);
  },
);

test("siblings who share a phone are two learners", async () => {
  await pay(by("ada@example.com", "+2348012345678"));
  const sibling = { firstName: "Bola", email: "bola@example.com", phone: "+2348012345678" };
  expect(await pay(registration({ registration: sibling }))).toBeNull();
});

test("a name is the same in another spelling and another order", async () => {
  await pay(registration({ registration: { firstName: "Ọlá", lastName: "Obi", email: "ola@example.com" } }));
  const again = { firstName: "OBI", lastName: "Ola", email: "other@example.com" };
  expect(await pay(registration({ registration: again }))).toBe("duplicate");
});

test("a learner whose first payment was only claimed, until Paystack reported it, is known again", async () => {
  const first = by("ada@example.com", "+2348012345678");
  await addUnverified(desk.db, first.reference, { now: desk.now, nextCheckAt: null });
  await desk.paystackSends(chargeEvent(first, { id: 800 }));
  expect(await flagOf(first)).toBeNull();
  expect(await pay(by("ada@example.com", "+2348012345678"))).toBe("duplicate");
});

test("of two payments of one learner that are recorded at once, one is the duplicate", async () => {
  const orders = [by("ada@example.com", "+2348012345678"), by("ada@example.com", "+2348012345678")];
  for (const order of orders) await desk.register(order);
  await Promise.all(
    orders.map((order, index) => desk.paystackSends(chargeEvent(order, { id: 900 + index }))),
  );
  for (const [index, order] of orders.entries())
    await desk.paystackSends(chargeEvent(order, { id: 900 + index }));
  const flags = await Promise.all(orders.map(flagOf));
  expect(flags.filter((flag) => flag === "duplicate")).toHaveLength(1);
});

test.each([
  ["another learner", () => by("bisi@example.com", "+2348099999999")],
  ["the same learner, for another course", () => by("ada@example.com", "+2348012345678", "devops-advanced")],
])("a payment by %s is no duplicate", async (_, other) => {
  await pay(by("ada@example.com", "+2348012345678"));
  expect(await pay(other())).toBeNull();
});

test("what is unpaid or was given back makes no duplicate", async () => {
  const [first, left, second] = [1, 2, 3].map(() => by("ada@example.com", "+2348012345678"));
  if (!first || !left || !second) throw new Error("There are three orders.");
  await desk.register(left);
  await pay(first);
  await desk.paystackSends(refundEvent("refund.processed", first, { refund_reference: freshReference() }));
  expect(await pay(second)).toBeNull();
});

test("a duplicate is the only payment once the earlier one was given back, and staff are notified", async () => {
  const [first, second] = [by("ada@example.com", "+2348012345678"), by("ada@example.com", "+2348012345678")];
  await pay(first);
  expect(await pay(second)).toBe("duplicate");
  await desk.db.prepare("UPDATE mails SET status = 'delivered'").run();
  await desk.paystackSends(refundEvent("refund.processed", first, { refund_reference: freshReference() }));
  expect(await flagOf(second)).toBeNull();
  expect(await subjectsOf(second)).toEqual([
    "Registration: paid, enrolled or paid twice",
    "Registration: paid (update 2)",
  ]);
});

test("a more pressing reason to look comes before a duplicate, and the first payment stays the first", async () => {
  const [first, second] = [by("ada@example.com", "+2348012345678"), by("ada@example.com", "+2348012345678")];
  await pay(first);
  await desk.register(second);
  await desk.paystackSends(chargeEvent(second, { id: 999, amount: second.charge.minor + 1 }));
  expect(await flagOf(second)).toBe("overpaid");
  await desk.paystackSends(chargeEvent(first, { id: charges }));
  expect(await flagOf(first)).toBeNull();
});

test("tuition for the same plan is a duplicate within two weeks; an instalment a month later is not, nor is a registration", async () => {
  const [course] = priceList.pricingCourses;
  const [plan] = course?.plans ?? [];
  if (!course || !plan) throw new Error("There is no plan to pay.");
  const tuition = () =>
    tuitionOrder({
      email: "ada@example.com",
      course: { id: course.id, name: course.name },
      plan: { id: plan.id, name: plan.name },
      charge: plan.schedules.NGN.now,
      reference: freshReference("tuition"),
      now: desk.now,
    });
  expect(await pay(by("ada@example.com", "+2348012345678"))).toBeNull();
  expect(await pay(tuition())).toBeNull();
  desk.later(13 * DAY);
  expect(await pay(tuition())).toBe("duplicate");
  desk.later(30 * DAY);
  expect(await pay(tuition())).toBeNull();
});
