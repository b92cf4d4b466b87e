import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MailError } from "~/browser/outbox/mail-client.ts";
import { type PendingMail, readPendingMails, savePendingMail } from "~/browser/outbox/pending-mails.ts";
import { sendForm } from "~/browser/outbox/send-form.ts";
import { sendPendingMail } from "~/browser/outbox/send-pending-mail.ts";
import { fakeLocks } from "../../../fixtures/fake-locks.ts";
import { FakeStorage } from "../../../fixtures/fake-storage.ts";

const mail: PendingMail = {
  id: "mail-1",
  form: "newsletter",
  typed: { email: "ada@example.com" },
  mail: {
    config: { fromEmailAddress: "site", toEmailAddress: "academy" },
    body: { subject: "Newsletter", message: "<p>ada@example.com</p>" },
  },
  idempotencyKey: "newsletter:2026-11-21:digest",
  savedAt: new Date().toISOString(),
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
  savePendingMail(mail);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const openMs = () => Number(requests[0]?.headers.get("Form-Open-Ms"));

test("a form that is submitted at once is sent after the minimum fill time", async () => {
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

test("a timer that fires early does not shorten the reported fill time", async () => {
  const early = (done: () => void) => {
    queueMicrotask(done);
    return 0 as unknown as NodeJS.Timeout;
  };
  vi.spyOn(globalThis, "setTimeout").mockImplementationOnce(early as typeof setTimeout);
  await sendForm(mail);
  expect(openMs()).toBe(2_000);
});

test("a form's mail is stored until it is accepted", async () => {
  vi.advanceTimersByTime(30_000);
  answer = () => {
    expect(readPendingMails()).toEqual([mail]);
    return new Response(null, { status: 204 });
  };
  await sendForm(mail);
  expect(requests).toHaveLength(1);
  expect(readPendingMails()).toEqual([]);
});

test("a form's mail that is refused is removed: the visitor has it in the form", async () => {
  vi.advanceTimersByTime(30_000);
  const refused = { ...mail, id: "mail-2" };
  for (const status of [400, 403, 429, 500]) {
    savePendingMail(refused);
    answer = () => new Response(null, { status });
    await expect(sendForm(refused)).rejects.toMatchObject({ status });
    expect(readPendingMails()).toEqual([mail]);
  }
});

test("a form's mail without an answer stays pending, and is sent later under the same key", async () => {
  vi.advanceTimersByTime(30_000);
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(sendForm(mail)).rejects.toMatchObject({ status: null });
  expect(readPendingMails()).toEqual([mail]);

  answer = () => new Response(null, { status: 202 });
  vi.stubGlobal("dispatchEvent", () => true);
  await sendPendingMail(mail.id);
  expect(requests.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual([
    mail.idempotencyKey,
    mail.idempotencyKey,
  ]);
  expect(readPendingMails()).toEqual([]);
});

test("a form's mail that is being sent is not sent by another tab", async () => {
  vi.advanceTimersByTime(30_000);
  const sending = sendForm(mail);
  const elsewhere = vi.fn(async () => {});
  const delivering = sendPendingMail(mail.id, elsewhere);
  await Promise.all([sending, delivering]);
  expect(requests).toHaveLength(1);
  expect(elsewhere).not.toHaveBeenCalled();
});

test("what another tab has just sent is not sent again where storage does not know of that yet", async () => {
  vi.advanceTimersByTime(30_000);
  await sendForm(mail);
  savePendingMail(mail);
  const elsewhere = vi.fn(async () => {});
  expect(await sendPendingMail(mail.id, elsewhere)).toBeNull();
  expect(elsewhere).not.toHaveBeenCalled();
});

test("what another tab was just refused is reported once", async () => {
  vi.stubGlobal("dispatchEvent", () => true);
  const refuse = vi.fn(() => Promise.reject(new MailError(403, "closed")));
  expect(await sendPendingMail(mail.id, refuse)).toMatchObject({ refusal: { status: 403 } });
  savePendingMail(mail);
  expect(await sendPendingMail(mail.id, refuse)).toBeNull();
  expect(refuse).toHaveBeenCalledTimes(1);
});
