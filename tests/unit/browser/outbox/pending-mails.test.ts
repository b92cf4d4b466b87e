import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  findPendingMail,
  flushPendingMails,
  PENDING_MAIL_EVENT,
  type PendingMail,
  type PendingMailResult,
  readPendingMails,
  removePendingMail,
  sendForm,
  sendPendingMail,
  storePendingMail,
} from "~/browser/outbox/pending-mails.ts";
import { PENDING_MAILS_KEY } from "~/browser/stores/browser-storage.ts";
import { fakeLocks } from "../../../fixtures/fake-locks.ts";
import { blockedStorage, FakeStorage } from "../../../fixtures/fake-storage.ts";

const SENT_AT = new Date("2026-11-21T09:00:00Z");
/** When a page opened that finds what was written before. */
const LATER = new Date("2026-11-21T10:00:00Z");

let storage: FakeStorage;
let page: EventTarget;
let answer: () => Response | Promise<Response>;
let requests: Request[];

beforeEach(() => {
  vi.useFakeTimers({ now: SENT_AT });
  vi.advanceTimersByTime(30_000);
  requests = [];
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  storage = new FakeStorage();
  page = new EventTarget();
  vi.stubEnv("PUBLIC_MAIL_ENDPOINT", "");
  vi.stubGlobal("location", { origin: "https://academy.example" });
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, init));
    return answer();
  });
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  vi.stubGlobal("dispatchEvent", (event: Event) => page.dispatchEvent(event));
});

afterEach(() => {
  for (const { id } of readPendingMails()) removePendingMail(id);
  vi.useRealTimers();
});

const accepts = () => new Response(null, { status: 202 });
const refuses = (status: number) => () => Response.json({ message: "Closed." }, { status });

function store(form: PendingMail["form"], message: string) {
  const config = { fromEmailAddress: "site", toEmailAddress: "academy" };
  return storePendingMail(form, { message }, { config, body: { subject: form, message } });
}

const write = async (form: PendingMail["form"], message: string) => (await store(form, message)).pending;

describe("a form's mail at the first try", () => {
  test("waits for the rest of the minimum fill time, which the edge is told", async () => {
    vi.useFakeTimers({ now: SENT_AT, toFake: ["setTimeout", "performance"] });
    answer = accepts;
    vi.advanceTimersByTime(300);
    const sending = sendForm(await write("contact", "Hello"));
    await vi.advanceTimersByTimeAsync(1_699);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await sending;
    expect(requests[0]?.headers.get("Form-Open-Ms")).toBe("2000");
  });

  test.each([400, 429, 500])(
    "is removed when it is answered with %i: the visitor has it in the form",
    async (status) => {
      const mail = await write("contact", "Hello");
      answer = refuses(status);
      await expect(sendForm(mail)).rejects.toMatchObject({ status });
      expect(readPendingMails()).toEqual([]);
    },
  );

  test("stays pending without an answer, and is sent again under the same key", async () => {
    const mail = await write("contact", "Hello");
    await expect(sendForm(mail)).rejects.toMatchObject({ status: null });
    expect(readPendingMails()).toEqual([mail]);
    answer = accepts;
    await sendPendingMail(mail.id);
    const keys = requests.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toEqual([mail.idempotencyKey, mail.idempotencyKey]);
    expect(mail.idempotencyKey).toMatch(/^contact:2026-11-21:[0-9a-f]{64}$/);
    expect(readPendingMails()).toEqual([]);
  });
});

describe("pending mails", () => {
  test("are not sent again where storage does not know yet that another tab sent them", async () => {
    const mail = await write("contact", "Hello");
    const key = `${PENDING_MAILS_KEY}/${mail.id}`;
    const text = String(storage.getItem(key));
    answer = accepts;
    await sendPendingMail(mail.id);
    storage.setItem(key, text);
    expect(await sendPendingMail(mail.id)).toBeNull();
    expect(requests).toHaveLength(1);
  });

  test("are left to their own form when they were written since the page opened", async () => {
    const mail = await write("contact", "Hello");
    expect(await flushPendingMails(new Date(mail.savedAt))).toEqual([]);
    expect(requests).toEqual([]);
  });

  test.each([null, 408, 429, 500])("that are answered with %s stay pending", async (status) => {
    const mail = await write("contact", "Hello");
    if (status !== null) answer = refuses(status);
    expect(await flushPendingMails(LATER)).toEqual([]);
    expect(readPendingMails()).toEqual([mail]);
  });

  test("that are taken back while they are refused have no result, and are not stored again", async () => {
    const { id } = await write("contact", "Hello");
    answer = () => {
      removePendingMail(id);
      return refuses(403)();
    };
    expect(await sendPendingMail(id)).toBeNull();
    expect(readPendingMails()).toEqual([]);
  });

  test("whose result a form shows have none for the page", async () => {
    const shown: PendingMailResult[] = [];
    page.addEventListener(PENDING_MAIL_EVENT, (event) => {
      event.preventDefault();
      shown.push((event as CustomEvent<PendingMailResult>).detail);
    });
    const { id } = await write("contact", "Hello");
    answer = accepts;
    expect(await flushPendingMails(LATER)).toEqual([]);
    expect(shown).toEqual([{ id, form: "contact", refusal: null }]);
  });

  test("are removed from storage after 30 days", async () => {
    const { id } = await write("contact", "Hello");
    vi.setSystemTime(new Date("2026-12-21T09:00:29Z"));
    expect(findPendingMail(id)).not.toBeNull();
    vi.setSystemTime(new Date("2026-12-21T09:00:31Z"));
    expect(findPendingMail(id)).toBeNull();
    expect(Object.keys(storage)).toEqual([]);
  });

  test("live as long as the page where storage is blocked, and say so", async () => {
    vi.stubGlobal("localStorage", blockedStorage);
    const { pending, isPersisted } = await store("contact", "Hello");
    expect(isPersisted).toBe(false);
    expect(findPendingMail(pending.id)).toEqual(pending);
  });

  test.each(["{", "7", '{"id":"1","form":"other"}'])("are none when storage has %s", (text) => {
    storage.setItem(`${PENDING_MAILS_KEY}/1`, text);
    expect(readPendingMails()).toEqual([]);
  });
});
