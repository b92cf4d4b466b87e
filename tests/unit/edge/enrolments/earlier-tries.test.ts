/** Repeated tries of a learner who has not paid. The last one replaces the others. */
import { describe, expect, test } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import type { Order } from "~/domain/payments/order.ts";
import {
  enrolmentDesk,
  fiveInstallments,
  twoInstallmentsFromCard,
} from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { start, openEnrolment, readView, charge } = enrolmentDesk(desk);

const LEARNER = { email: "ada@example.com", cohort: "" };

interface Access {
  readonly id: string;
  readonly key: string;
}

/** Starts an enrolment in a browser that has started others. @returns the edge's response */
async function tryAgain(order: Order, earlier: readonly Access[]) {
  const body = { order, page: "/Signup", earlier: earlier.map(({ id, key }) => ({ id, key })) };
  const answer = await desk.ask(post("/prod/enrolments", body));
  expect(answer.status).toBe(201);
  return answer.json();
}

const statusOf = async ({ id, key }: Access) => (await openEnrolment(id, key)).status;
const fromPriceCard = () => start(twoInstallmentsFromCard(desk.now, LEARNER.email));
const fromSignup = (typed: { readonly firstName?: string; readonly email?: string } = {}) =>
  fiveInstallments(desk.now, { ...LEARNER, ...typed });

test("a new try replaces the learner's unpaid one, and takes over a payment that arrives for it", async () => {
  const earlierTry = await fromPriceCard();
  const { id, key, replaced } = await tryAgain(fromSignup(), [earlierTry]);
  expect(replaced).toEqual([earlierTry.id]);
  expect(await statusOf(earlierTry)).toBe(404);
  await charge(earlierTry.reference, 25_000_000);
  expect(await readView(id, key)).toMatchObject({ state: "active", paid: { minor: 25_000_000 } });
});

const FOUNDATIONAL = { courseId: "devops-foundational", planId: "" };

describe("an earlier try stays", () => {
  test.each<[string, () => Order, (earlierTry: Access) => Access]>([
    ["without its key", fromSignup, ({ id }) => ({ id, key: newKey() })],
    ["of another address", () => fromSignup({ email: "bola@example.com" }), (earlierTry) => earlierTry],
    [
      "in another course",
      () => fiveInstallments(desk.now, { ...LEARNER, ...FOUNDATIONAL }),
      (earlierTry) => earlierTry,
    ],
  ])("%s", async (_, next, access) => {
    const earlierTry = await fromPriceCard();
    expect(await tryAgain(next(), [access(earlierTry)])).toMatchObject({ replaced: [] });
    expect(await statusOf(earlierTry)).toBe(200);
  });

  test("of another day", async () => {
    const earlierTry = await fromPriceCard();
    await desk.sweepAfter(24 * 60);
    expect(await tryAgain(fromSignup(), [earlierTry])).toMatchObject({ replaced: [] });
  });

  test("that was paid", async () => {
    const earlierTry = await fromPriceCard();
    await charge(earlierTry.reference, 25_000_000);
    expect(await tryAgain(fromSignup(), [earlierTry])).toMatchObject({ replaced: [] });
    expect(await readView(earlierTry.id, earlierTry.key)).toMatchObject({ state: "active" });
  });
});

test("an unpaid try stays when another try with the same email address is paid", async () => {
  // Somebody else may have started the unpaid one.
  const [unpaid, paid] = [await fromPriceCard(), await start(fromSignup())];
  await charge(paid.reference, 20_900_000);
  await desk.sweepFor(2 * 24 * 60, { every: 60 });
  expect([await statusOf(unpaid), await statusOf(paid)]).toEqual([200, 200]);
});
