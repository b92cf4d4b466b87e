/** The right to see and change an enrolment. */
import { describe, expect, test, vi } from "vitest";
import { newKey } from "~/domain/enrolment/enrolment-key.ts";
import { EDGE_ORIGIN, NO_LIMITS } from "../../../fixtures/edge.ts";
import { newOrder } from "../../../fixtures/enrolment.ts";
import { bearer, enrolmentDesk } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk } from "../../../fixtures/payment-desk.ts";

const desk = paymentDesk();
const { start, enrolled, readView, openEnrolment, change, askPayerLink, askAbout } = enrolmentDesk(desk);

test("a request that is sent twice at once gets the same key both times", async () => {
  const order = newOrder();
  const [one, other] = await Promise.all([start(order), start(order)]);
  expect(one.key).toEqual(expect.any(String));
  expect(other).toEqual(one);
});

describe("a payer's link", () => {
  async function link() {
    const { id, key } = await enrolled();
    const payer = await (await askPayerLink(id, key)).json();
    return { id, payer: payer.key as string };
  }

  test("shows a first name, a course and what is due, and nothing else of the learner", async () => {
    const { id, payer } = await link();
    const view = await readView(id, payer);
    expect(view).toMatchObject({
      kind: "payer",
      firstName: "Ada",
      course: { id: "devops-full" },
      charges: [{ number: 2, amount: { minor: 7_000_000 } }],
      left: { minor: 7_000_000 },
    });
    expect(JSON.stringify(view)).not.toMatch(/Obi|ada@example|234801/);
  });

  test("changes no details, and makes no links", async () => {
    const { id, payer } = await link();
    expect((await change(id, payer, { state: "Kano" })).status).toBe(403);
    expect((await askPayerLink(id, payer)).status).toBe(403);
  });
});

describe("a request without a valid key", () => {
  test("gets the same response for an unknown id, a wrong key and a missing key", async () => {
    const { id } = await start(newOrder());
    const answers = await Promise.all([
      openEnrolment(id, newKey()),
      openEnrolment("ENR-0000000000", newKey()),
      openEnrolment("nothing", newKey()),
      desk.ask(new Request(`${EDGE_ORIGIN}/prod/enrolments/${id}`)),
    ]);
    const responses = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]?.[0]).toBe(404);
  });

  test("takes the same statements whether the enrolment exists or not", async () => {
    const { id } = await start(newOrder());
    const statements = async (enrolmentId: string) => {
      const prepare = vi.fn(desk.db.prepare);
      await askAbout(enrolmentId, newKey(), {}, { db: { prepare, batch: desk.db.batch } });
      return prepare.mock.calls;
    };
    expect(await statements(id)).toEqual(await statements("ENR-0000000000"));
  });

  test("does not lock out the right key from the same network address", async () => {
    const { id, key } = await start(newOrder());
    const counted: string[] = [];
    const limit = async ({ key: counter }: { key: string }) => {
      counted.push(counter);
      return { success: false };
    };
    const limits = { ...NO_LIMITS, ordersOfVisitor: { limit } };
    const ask = (presented: string) => {
      const headers = { ...bearer(presented), "cf-connecting-ip": "203.0.113.7" };
      return askAbout(id, presented, { headers }, { limits });
    };
    for (let tries = 0; tries < 30; tries += 1) expect((await ask(newKey())).status).toBe(404);
    counted.length = 0;
    expect((await ask(key)).status).toBe(429);
    expect(counted.some((counter) => counter.includes("203.0.113.7"))).toBe(false);
    expect((await openEnrolment(id, key)).status).toBe(200);
  });

  test("is logged", async () => {
    const log = vi.spyOn(console, "log");
    const { id } = await start(newOrder());
    await openEnrolment(id, newKey());
    expect(log).toHaveBeenCalledWith(expect.stringContaining("enrolment-not-opened"));
  });
});
