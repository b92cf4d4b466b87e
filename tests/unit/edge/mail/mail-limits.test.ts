import { expect, test, vi } from "vitest";
import type { RateLimiter } from "~/edge/limits/rate-limit.ts";
import { NO_LIMITS } from "../../../fixtures/edge.ts";
import { aMail, mailEndpoint, postMail } from "../../../fixtures/mail-endpoint.ts";
import { perMinute } from "../../../fixtures/per-minute.ts";

const { send, kept } = mailEndpoint();

async function expectLater(answer: Response, seconds: string, message: RegExp): Promise<void> {
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe(seconds);
  expect((await answer.json()).message).toMatch(message);
}

test("a visitor who sends more than is allowed is asked to come back, others are served", async () => {
  const limits = { ...NO_LIMITS, mailsOfVisitor: perMinute(2, () => 0) };
  const from = (address: string, message: string) =>
    send(postMail(aMail({ body: { message } }), { "cf-connecting-ip": address }), { limits });
  expect((await from("192.0.2.1", "<p>1</p>")).status).toBe(202);
  expect((await from("192.0.2.1", "<p>2</p>")).status).toBe(202);
  const third = await from("192.0.2.1", "<p>3</p>");
  await expectLater(third, "60", /your connection.*Nothing you typed is lost.*in a minute/);
  expect((await from("192.0.2.2", "<p>4</p>")).status).toBe(202);
  expect((await kept()).map((mail) => mail.message)).toEqual(["<p>4</p>", "<p>2</p>", "<p>1</p>"]);
});

test("a recipient who gets more than is allowed is spared, whether named by role or address", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const limits = { ...NO_LIMITS, mailsToRecipient: perMinute(2, () => 0) };
  const to = (toEmailAddress: string, message: string) =>
    send(postMail(aMail({ config: { toEmailAddress }, body: { message } })), { limits });
  await to("staff-1", "<p>1</p>");
  await to("admissions@academy.example", "<p>2</p>");
  await expectLater(await to("staff-1", "<p>3</p>"), "60", /very many messages/);
  expect((await to("staff-2", "<p>4</p>")).status).toBe(202);
  expect(errors.mock.calls).toEqual([['{"event":"mail-limited","by":"recipient"}']]);
});

test("a limiter that fails lets every request pass", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken: RateLimiter = { limit: () => Promise.reject(new Error("unavailable")) };
  const limits = { ...NO_LIMITS, mailsOfVisitor: broken, mailsToRecipient: broken };
  expect((await send(postMail(), { limits })).status).toBe(202);
  expect(errors).toHaveBeenCalledTimes(2);
});

test.each(["0", "1999", "-1", "NaN", "soon", ""])(
  "a form that was open for %j ms is refused in words, and nothing is stored",
  async (openMs) => {
    const answer = await send(postMail(aMail(), { "form-open-ms": openMs }));
    await expectLater(answer, "2", /faster than anybody types.*Nothing you typed is lost.*in a moment/);
    expect(await kept()).toEqual([]);
  },
);

test.each(["2000", "86400000"])("a form that was open for %s ms is a person's", async (openMs) => {
  expect((await send(postMail(aMail(), { "form-open-ms": openMs }))).status).toBe(202);
});
