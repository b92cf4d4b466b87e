import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MailError, type MailFacts, type MailRequest } from "~/browser/outbox/mail-client.ts";
import {
  createPendingMail,
  findPendingMail,
  type PendingMail,
  readPendingMails,
  removePendingMail,
  savePendingMail,
} from "~/browser/outbox/pending-mails.ts";
import {
  flushPendingMails,
  PENDING_MAIL_EVENT,
  type PendingMailResult,
  sendPendingMail,
} from "~/browser/outbox/send-pending-mail.ts";
import { PENDING_MAILS_KEY } from "~/browser/stores/browser-storage.ts";
import { fakeLocks } from "../../../fixtures/fake-locks.ts";
import { blockedStorage, FakeStorage } from "../../../fixtures/fake-storage.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
/** When a page opened that finds what was written before. */
const LATER = NOW;

function pendingMail(change: Partial<PendingMail> = {}): PendingMail {
  const form = change.form ?? "contact";
  return {
    id: form,
    form,
    typed: { email: "ada@example.com" },
    mail: {
      config: { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "hello@academy.example" },
      body: { subject: form, message: `<p>${form}</p>` },
    },
    idempotencyKey: `${form}:2026-11-21:digest`,
    savedAt: "2026-11-21T09:00:00.000Z",
    ...change,
  };
}

const contact = pendingMail();
const newsletter = pendingMail({ form: "newsletter" });
const another = pendingMail({
  id: "another",
  mail: { ...contact.mail, body: { subject: "contact", message: "<p>another</p>" } },
  idempotencyKey: "contact:2026-11-21:another",
});

let storage: FakeStorage;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  storage = new FakeStorage();
  page = new EventTarget();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("dispatchEvent", (event: Event) => page.dispatchEvent(event));
});

afterEach(() => {
  for (const { id } of readPendingMails()) removePendingMail(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what waits", () => {
  test("pending mails are kept over a reload, each by its id, also two of one form", () => {
    expect(savePendingMail(contact)).toBe(true);
    savePendingMail(newsletter);
    savePendingMail(another);
    expect(readPendingMails()).toEqual([contact, newsletter, another]);
    const kept = [contact, newsletter, another].map(({ id }) =>
      storage.getItem(`${PENDING_MAILS_KEY}/${id}`),
    );
    expect(kept.map((text) => JSON.parse(String(text)))).toEqual([contact, newsletter, another]);
  });

  test("a pending mail is stored once under its id", () => {
    const refused = { ...contact, refusal: { status: 403, reply: null } };
    savePendingMail(contact);
    savePendingMail(refused);
    expect(readPendingMails()).toEqual([refused]);
  });

  test("two equal mails have two ids and one idempotency key", async () => {
    const write = (message: string) =>
      createPendingMail("contact", contact.typed, {
        ...contact.mail,
        body: { ...contact.mail.body, message },
      });
    const [first, again, other] = await Promise.all(["one", "one", "two"].map(write));
    expect(first?.id).not.toBe(again?.id);
    expect(first?.idempotencyKey).toMatch(/^contact:2026-11-21:[0-9a-f]{64}$/);
    expect(again?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(other?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  test("a pending mail has no idempotency key where the browser has no digest, and is stored all the same", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const mail = await createPendingMail("contact", contact.typed, contact.mail);
    expect(mail.idempotencyKey).toBeUndefined();
    savePendingMail(mail);
    expect(readPendingMails()).toHaveLength(1);
  });

  test("a pending mail that is taken back leaves nothing in storage", () => {
    savePendingMail(contact);
    savePendingMail(another);
    removePendingMail("contact");
    expect(readPendingMails()).toEqual([another]);
    removePendingMail("another");
    expect(Object.keys(storage)).toEqual([]);
  });

  test("a pending mail is removed from storage after 30 days", () => {
    savePendingMail(contact);
    vi.setSystemTime(new Date("2026-12-21T08:59:59Z"));
    expect(findPendingMail("contact")).toEqual(contact);
    vi.setSystemTime(new Date("2026-12-21T09:00:01Z"));
    expect(findPendingMail("contact")).toBeNull();
    expect(Object.keys(storage)).toEqual([]);
  });

  test("where storage is blocked, a pending mail lives as long as the page, and says so", () => {
    vi.stubGlobal("localStorage", blockedStorage);
    expect(savePendingMail(contact)).toBe(false);
    expect(findPendingMail("contact")).toEqual(contact);
  });

  test.each([
    "{",
    "7",
    "[null]",
    '[{"form":"contact"}]',
    '[{"form":"other","typed":{},"savedAt":"2026"}]',
    JSON.stringify([{ ...contact, id: undefined }]),
  ])("there is no pending mail when storage has %s", (saved) => {
    storage.setItem(`${PENDING_MAILS_KEY}/1`, saved);
    expect(readPendingMails()).toEqual([]);
  });
});

describe("when the network is back", () => {
  const refuses = (status: number | null) => async () => {
    throw new MailError(status, "no", "Closed.");
  };

  test("all pending mails are sent once and removed, and their results are returned", async () => {
    const sent: MailRequest[] = [];
    savePendingMail(contact);
    savePendingMail(newsletter);
    const send = async (mail: MailRequest) => {
      sent.push(mail);
    };
    expect(await flushPendingMails(LATER, send)).toEqual([
      { id: "contact", form: "contact", refusal: null },
      { id: "newsletter", form: "newsletter", refusal: null },
    ]);
    expect(await flushPendingMails(LATER, send)).toEqual([]);
    expect(sent).toEqual([contact.mail, newsletter.mail]);
    expect(readPendingMails()).toEqual([]);
  });

  test("a mail that was written since the page opened is left to its own form", async () => {
    savePendingMail(contact);
    const send = vi.fn(async () => {});
    expect(await flushPendingMails(new Date(contact.savedAt), send)).toEqual([]);
    expect(send).not.toHaveBeenCalled();
    expect(readPendingMails()).toEqual([contact]);
  });

  test("a pending mail's result that its form shows is not returned", async () => {
    const heard: PendingMailResult[] = [];
    page.addEventListener(PENDING_MAIL_EVENT, (event) => {
      event.preventDefault();
      heard.push((event as CustomEvent<PendingMailResult>).detail);
    });
    savePendingMail(contact);
    expect(await sendPendingMail("contact", async () => {})).toBeNull();
    expect(heard).toEqual([{ id: "contact", form: "contact", refusal: null }]);
  });

  test.each([null, 408, 429, 500, 503])(
    "a pending mail that is answered with %s stays pending",
    async (status) => {
      savePendingMail(contact);
      expect(await flushPendingMails(LATER, refuses(status))).toEqual([]);
      expect(readPendingMails()).toEqual([contact]);
    },
  );

  test.each([400, 403, 413])(
    "a pending mail that is refused with %i is returned as refused, and not sent again",
    async (status) => {
      const refusal = { status, reply: "Closed." };
      savePendingMail(contact);
      expect(await flushPendingMails(LATER, refuses(status))).toEqual([
        { id: "contact", form: "contact", refusal },
      ]);
      expect(findPendingMail("contact")).toEqual({ ...contact, refusal });
      const send = vi.fn(async () => {});
      await flushPendingMails(LATER, send);
      expect(send).not.toHaveBeenCalled();
    },
  );

  test("a pending mail that is saved while another is being sent stays pending", async () => {
    savePendingMail(contact);
    await sendPendingMail("contact", async () => {
      savePendingMail(another);
    });
    expect(readPendingMails()).toEqual([another]);
  });

  test("each pending mail is sent under its own idempotency key, at every try", async () => {
    const keys: (string | undefined)[] = [];
    savePendingMail(contact);
    savePendingMail(another);
    const send = async (_: MailRequest, { idempotencyKey }: MailFacts) => {
      keys.push(idempotencyKey);
      throw new MailError(null, "no answer");
    };
    await flushPendingMails(LATER, send);
    vi.setSystemTime(new Date("2026-11-23T10:00:00Z"));
    await flushPendingMails(LATER, send);
    const both = [contact.idempotencyKey, another.idempotencyKey];
    expect(keys).toEqual([...both, ...both]);
  });

  test("a pending mail that was taken back while it was sent has no result when it is refused, and is not stored again", async () => {
    savePendingMail(contact);
    const news = await sendPendingMail("contact", async () => {
      removePendingMail("contact");
      throw new MailError(403, "no");
    });
    expect(news).toBeNull();
    expect(readPendingMails()).toEqual([]);
  });

  test("a pending mail that another tab is sending is not sent again", async () => {
    const locks = fakeLocks();
    vi.stubGlobal("navigator", { locks });
    savePendingMail(contact);
    savePendingMail(another);
    const sent: MailRequest[] = [];
    const send = async (mail: MailRequest) => {
      await Promise.resolve();
      sent.push(mail);
    };
    await Promise.all([flushPendingMails(LATER, send), flushPendingMails(LATER, send)]);
    expect(sent).toEqual([contact.mail, another.mail]);
  });
});
