/** A discount after the agreement, or a rest that is written off. */
import { expect, test } from "vitest";
import { enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";
import { OWNER, staffDesk } from "../../../fixtures/staff-desk.ts";

const desk = paymentDesk();
const { enrolled, start, readView, charge, startPayment, mails } = enrolmentDesk(desk);
const { perform, fill, post, question, text } = staffDesk(desk);

const LESS = { amount: "100000", reason: "Scholarship" };

const amounts = async (id: string, key: string) =>
  (await readView(id, key)).charges.map(({ amount }: { amount: { minor: number } }) => amount.minor / 100);

/** Starts a payment of the next charges and pays an amount in naira. */
async function pay(id: string, key: string, { count, naira }: { count: number; naira: number }) {
  const { reference } = await startPayment(id, key, { count });
  await charge(reference, naira * 100);
}

test("the amount is taken from the last payment backwards, and the learner is mailed", async () => {
  const { id, key, path } = await enrolled();
  const html = await question(path, "lower-owed", LESS, OWNER);
  expect(html).toContain("N100,000 less is owed.");
  expect(await perform(path, "lower-owed", LESS, OWNER)).toContain(
    "Lower what is owed: N100,000 less is owed",
  );
  expect(await amounts(id, key)).toEqual([15_000, 194_000, 70_000, 70_000, 70_000, 40_000]);
  const mail = (await mails()).at(-1)?.text;
  expect(mail).toContain("Left to pay: N250,000");
  expect(mail).not.toContain("Course and plan");
});

test("an enrolment is complete once everything that is left is written off", async () => {
  const { id, key, path } = await enrolled();
  await perform(path, "lower-owed", { ...LESS, amount: "350000" }, OWNER);
  expect(await readView(id, key)).toMatchObject({
    state: "complete",
    left: { minor: 0 },
    credit: { minor: 0 },
  });
});

test("a charge that is paid in part is lowered by no more than its missing part", async () => {
  const { id, key, path } = await enrolled();
  await pay(id, key, { count: 1, naira: 30_000 });
  await perform(path, "lower-owed", { ...LESS, amount: "320000" }, OWNER);
  expect(await amounts(id, key)).toEqual([15_000, 194_000, 30_000]);
  expect(await readView(id, key)).toMatchObject({ state: "complete", left: { minor: 0 } });
});

test("lowering is undone while no lowered payment is paid, even if another one is", async () => {
  const { id, key, path } = await enrolled();
  const amountsBefore = await amounts(id, key);
  expect(await question(path, "lower-owed", LESS, OWNER)).toContain(
    "This can be undone while none of the lowered payments has been paid.",
  );
  await perform(path, "lower-owed", LESS, OWNER);
  await pay(id, key, { count: 1, naira: 70_000 });
  expect((await post(`${path}/undo`, { line: "1" }, OWNER)).status).toBe(303);
  expect(await amounts(id, key)).toEqual(amountsBefore);
});

test("lowering is not undone once a lowered payment is paid", async () => {
  const { id, key, path } = await enrolled();
  await perform(path, "lower-owed", LESS, OWNER);
  await pay(id, key, { count: 4, naira: 250_000 });
  const answer = await post(`${path}/undo`, { line: "1" }, OWNER);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("A payment came since");
});

test("a part that was paid before the charge was lowered does not prevent an undo", async () => {
  const { id, key, path } = await enrolled();
  await pay(id, key, { count: 1, naira: 30_000 });
  await perform(path, "lower-owed", { ...LESS, amount: "320000" }, OWNER);
  expect((await post(`${path}/undo`, { line: "1" }, OWNER)).status).toBe(303);
  expect((await readView(id, key)).left.minor).toBe(32_000_000);
});

test("more than is left, zero, or no reason is refused with a message", async () => {
  const { path } = await enrolled();
  for (const [typed, problem] of [
    [{ ...LESS, amount: "350001" }, "Only N350,000 is left to pay."],
    [{ ...LESS, amount: "0" }, "Write an amount above nothing"],
    [{ ...LESS, reason: "" }, "Say why"],
  ] as const) {
    expect(await (await fill(`${path}/lower-owed`, typed, OWNER)).text()).toContain(problem);
  }
});

test("nothing is lowered before something is paid", async () => {
  const unpaid = await start(fiveInstallments(desk.now, { email: "bola@example.com" }));
  expect(await text(`/desk/enrolments/${unpaid.id}/lower-owed`, OWNER)).toContain("Nothing is paid yet");
});
