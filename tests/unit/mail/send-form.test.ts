import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deliverWaitingMail } from "~/mail/deliver-waiting.ts";
import { sendForm } from "~/mail/send-form.ts";
import { keepWaitingMail, readWaitingMails, type WaitingMail } from "~/mail/waiting-mails.ts";
import { fakeLocks } from "../../fixtures/fake-locks.ts";
import { FakeStorage } from "../../fixtures/fake-storage.ts";

const mail: WaitingMail = {
  id: "mail-1",
  form: "newsletter",
  typed: { email: "ada@example.com" },
  mail: {
    config: { fromEmailAddress: "site", toEmailAddress: "academy" },
    body: { subject: "Newsletter", message: "<p>ada@example.com</p>" },
  },
  idempotencyKey: "newsletter:2026-11-21:digest",
  keptAt: new Date().toISOString(),
};
let answer: () => Response | Promise<Response>;
let requests: Request[];

beforeEach(() => {
  requests = [];
  vi.stubEnv("PUBLIC_MAIL_ENDPOINT", "");
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  vi.stubGlobal("location", { origin: "https://academy.example" });
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init));
    return answer();
  });
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  answer = () => new Response(null, { status: 204 });
  keepWaitingMail(mail);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const openMs = () => Number(requests[0]?.headers.get("Form-Open-Ms"));

test("a form that is done at once waits until a program is told apart from a person", async () => {
  vi.advanceTimersByTime(300);
  const sending = sendForm(mail);
  await vi.advanceTimersByTimeAsync(1_699);
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await sending;
  expect(openMs()).toBe(2_000);
});

test("a form that was open long enough goes out at once", async () => {
  vi.advanceTimersByTime(30_000);
  await sendForm(mail);
  expect(openMs()).toBe(30_000);
});

test("a timer that fires early does not get anybody refused", async () => {
  const early = (done: () => void) => {
    queueMicrotask(done);
    return 0 as unknown as NodeJS.Timeout;
  };
  vi.spyOn(globalThis, "setTimeout").mockImplementationOnce(early as typeof setTimeout);
  await sendForm(mail);
  expect(openMs()).toBe(2_000);
});

test("what is sent is kept until it is accepted", async () => {
  vi.advanceTimersByTime(30_000);
  answer = () => {
    expect(readWaitingMails()).toEqual([mail]);
    return new Response(null, { status: 204 });
  };
  await sendForm(mail);
  expect(requests).toHaveLength(1);
  expect(readWaitingMails()).toEqual([]);
});

test("what is refused is not kept any more: the visitor has it in the form", async () => {
  vi.advanceTimersByTime(30_000);
  const refused = { ...mail, id: "mail-2" };
  for (const status of [400, 403, 429, 500]) {
    keepWaitingMail(refused);
    answer = () => new Response(null, { status });
    await expect(sendForm(refused)).rejects.toMatchObject({ status });
    expect(readWaitingMails()).toEqual([mail]);
  }
});

test("what gets no answer goes on waiting, and is sent later under the same key", async () => {
  vi.advanceTimersByTime(30_000);
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(sendForm(mail)).rejects.toMatchObject({ status: null });
  expect(readWaitingMails()).toEqual([mail]);

  answer = () => new Response(null, { status: 202 });
  vi.stubGlobal("dispatchEvent", () => true);
  await deliverWaitingMail(mail.id);
  expect(requests.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual([
    mail.idempotencyKey,
    mail.idempotencyKey,
  ]);
  expect(readWaitingMails()).toEqual([]);
});

test("what is on its way is not sent by another tab meanwhile", async () => {
  vi.advanceTimersByTime(30_000);
  const sending = sendForm(mail);
  const elsewhere = vi.fn(async () => {});
  const delivering = deliverWaitingMail(mail.id, elsewhere);
  await Promise.all([sending, delivering]);
  expect(requests).toHaveLength(1);
  expect(elsewhere).not.toHaveBeenCalled();
});
