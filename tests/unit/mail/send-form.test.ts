import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendForm } from "~/mail/send-form.ts";

const mail = {
  config: { fromEmailAddress: "site", toEmailAddress: "academy" },
  body: { subject: "Newsletter", message: "<p>ada@example.com</p>" },
};
let requests: Request[];

beforeEach(() => {
  requests = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  vi.stubGlobal("location", { origin: "https://academy.example" });
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init));
    return new Response(null, { status: 204 });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
