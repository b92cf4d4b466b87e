import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  deliverWaitingMail,
  deliverWaitingMails,
  WAITING_MAIL_EVENT,
  type WaitingMailNews,
} from "~/mail/deliver-waiting.ts";
import { MailError, type MailRequest } from "~/mail/mail-client.ts";
import {
  findWaitingMail,
  forgetWaitingMail,
  keepWaitingMail,
  readWaitingMails,
  type WaitingMail,
} from "~/mail/waiting-mails.ts";
import { WAITING_MAILS_KEY } from "~/stores/browser-storage.ts";
import { blockedStorage, FakeStorage } from "../../fixtures/fake-storage.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

function waitingMail(change: Partial<WaitingMail> = {}): WaitingMail {
  const form = change.form ?? "contact";
  return {
    form,
    typed: { email: "ada@example.com" },
    mail: {
      config: { fromEmailAddress: "no-reply@academy.example", toEmailAddress: "hello@academy.example" },
      body: { subject: form, message: `<p>${form}</p>` },
    },
    keptAt: "2026-11-21T09:00:00.000Z",
    ...change,
  };
}

const contact = waitingMail();
const newsletter = waitingMail({ form: "newsletter" });

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
  forgetWaitingMail("contact");
  forgetWaitingMail("newsletter");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what waits", () => {
  test("is kept over a reload, one mail for each form, the last one", () => {
    expect(keepWaitingMail(waitingMail({ typed: { message: "first" } }))).toBe(true);
    keepWaitingMail(newsletter);
    keepWaitingMail(contact);
    expect(readWaitingMails()).toEqual([newsletter, contact]);
    expect(JSON.parse(String(storage.getItem(WAITING_MAILS_KEY)))).toEqual([newsletter, contact]);
  });

  test("is gone when it is taken back, and leaves nothing behind", () => {
    keepWaitingMail(contact);
    forgetWaitingMail("contact");
    expect(storage.getItem(WAITING_MAILS_KEY)).toBeNull();
  });

  test("is forgotten after 30 days, and removed from the browser", () => {
    keepWaitingMail(contact);
    vi.setSystemTime(new Date("2026-12-21T08:59:59Z"));
    expect(findWaitingMail("contact")).toEqual(contact);
    vi.setSystemTime(new Date("2026-12-21T09:00:01Z"));
    expect(findWaitingMail("contact")).toBeNull();
    expect(storage.getItem(WAITING_MAILS_KEY)).toBeNull();
  });

  test("lives as long as the page where storage is blocked, and says so", () => {
    vi.stubGlobal("localStorage", blockedStorage);
    expect(keepWaitingMail(contact)).toBe(false);
    expect(findWaitingMail("contact")).toEqual(contact);
  });

  test.each(["{", "7", "[null]", '[{"form":"contact"}]', '[{"form":"other","typed":{},"keptAt":"2026"}]'])(
    "is nothing when %s is found",
    (saved) => {
      storage.setItem(WAITING_MAILS_KEY, saved);
      expect(readWaitingMails()).toEqual([]);
    },
  );
});

describe("when the network is back", () => {
  const refuses = (status: number | null) => async () => {
    throw new MailError(status, "no", "Closed.");
  };

  test("all that waits is sent once, is not kept any more, and the news is told", async () => {
    const sent: MailRequest[] = [];
    keepWaitingMail(contact);
    keepWaitingMail(newsletter);
    const send = async (mail: MailRequest) => {
      sent.push(mail);
    };
    expect(await deliverWaitingMails(send)).toEqual([
      { form: "contact", refusal: null },
      { form: "newsletter", refusal: null },
    ]);
    expect(await deliverWaitingMails(send)).toEqual([]);
    expect(sent).toEqual([contact.mail, newsletter.mail]);
    expect(readWaitingMails()).toEqual([]);
  });

  test("news that the form itself shows is not told again", async () => {
    const heard: WaitingMailNews[] = [];
    page.addEventListener(WAITING_MAIL_EVENT, (event) => {
      event.preventDefault();
      heard.push((event as CustomEvent<WaitingMailNews>).detail);
    });
    keepWaitingMail(contact);
    expect(await deliverWaitingMail("contact", async () => {})).toBeNull();
    expect(heard).toEqual([{ form: "contact", refusal: null }]);
  });

  test.each([null, 408, 429, 500, 503])("a mail that is answered with %s goes on waiting", async (status) => {
    keepWaitingMail(contact);
    expect(await deliverWaitingMails(refuses(status))).toEqual([]);
    expect(readWaitingMails()).toEqual([contact]);
  });

  test.each([400, 403, 413])(
    "a mail that is refused with %i is told of, and not sent again",
    async (status) => {
      const refusal = { status, reply: "Closed." };
      keepWaitingMail(contact);
      expect(await deliverWaitingMails(refuses(status))).toEqual([{ form: "contact", refusal }]);
      expect(findWaitingMail("contact")).toEqual({ ...contact, refusal });
      const send = vi.fn(async () => {});
      await deliverWaitingMails(send);
      expect(send).not.toHaveBeenCalled();
    },
  );

  test("a mail that was written while the one before it was on its way stays for its own turn", async () => {
    const later = waitingMail({ keptAt: "2026-11-21T09:59:00.000Z" });
    keepWaitingMail(contact);
    await deliverWaitingMail("contact", async () => {
      keepWaitingMail(later);
    });
    expect(findWaitingMail("contact")).toEqual(later);
  });
});
