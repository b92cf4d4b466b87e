import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  deliverWaitingMail,
  deliverWaitingMails,
  WAITING_MAIL_EVENT,
  type WaitingMailNews,
} from "~/mail/deliver-waiting.ts";
import { MailError, type MailFacts, type MailRequest } from "~/mail/mail-client.ts";
import {
  findWaitingMail,
  forgetWaitingMail,
  keepWaitingMail,
  newWaitingMail,
  readWaitingMails,
  type WaitingMail,
} from "~/mail/waiting-mails.ts";
import { WAITING_MAILS_KEY } from "~/stores/browser-storage.ts";
import { fakeLocks } from "../../fixtures/fake-locks.ts";
import { blockedStorage, FakeStorage } from "../../fixtures/fake-storage.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

function waitingMail(change: Partial<WaitingMail> = {}): WaitingMail {
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
    keptAt: "2026-11-21T09:00:00.000Z",
    ...change,
  };
}

const contact = waitingMail();
const newsletter = waitingMail({ form: "newsletter" });
const another = waitingMail({
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
  for (const { id } of readWaitingMails()) forgetWaitingMail(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what waits", () => {
  test("is kept over a reload, each mail for itself, also two of one form", () => {
    expect(keepWaitingMail(contact)).toBe(true);
    keepWaitingMail(newsletter);
    keepWaitingMail(another);
    expect(readWaitingMails()).toEqual([contact, newsletter, another]);
    expect(JSON.parse(String(storage.getItem(WAITING_MAILS_KEY)))).toEqual([contact, newsletter, another]);
  });

  test("is not kept twice under its id", () => {
    const refused = { ...contact, refusal: { status: 403, reply: null } };
    keepWaitingMail(contact);
    keepWaitingMail(refused);
    expect(readWaitingMails()).toEqual([refused]);
  });

  test("is told apart from what was typed alike in the same moment, and has its key", async () => {
    const write = (message: string) =>
      newWaitingMail("contact", contact.typed, {
        ...contact.mail,
        body: { ...contact.mail.body, message },
      });
    const [first, again, other] = await Promise.all(["one", "one", "two"].map(write));
    expect(first?.id).not.toBe(again?.id);
    expect(first?.idempotencyKey).toMatch(/^contact:2026-11-21:[0-9a-f]{64}$/);
    expect(again?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(other?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  test("has no key where browsers digest nothing, and can be kept all the same", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const mail = await newWaitingMail("contact", contact.typed, contact.mail);
    expect(mail.idempotencyKey).toBeUndefined();
    keepWaitingMail(mail);
    expect(readWaitingMails()).toHaveLength(1);
  });

  test("is read as an earlier version kept it, one for each form without an id, and can be sent", async () => {
    const earlier = [contact, newsletter].map(({ id: _, idempotencyKey: __, ...mail }) => mail);
    storage.setItem(WAITING_MAILS_KEY, JSON.stringify(earlier));
    expect(readWaitingMails()).toMatchObject(earlier);
    keepWaitingMail(another);
    expect(readWaitingMails()).toMatchObject([...earlier, another]);
    const sent: (readonly [MailRequest, MailFacts])[] = [];
    await deliverWaitingMails(async (...request) => {
      sent.push(request);
    });
    expect(sent).toEqual([
      [contact.mail, {}],
      [newsletter.mail, {}],
      [another.mail, { idempotencyKey: another.idempotencyKey }],
    ]);
    expect(readWaitingMails()).toEqual([]);
  });

  test("is gone when it is taken back, and leaves nothing behind", () => {
    keepWaitingMail(contact);
    keepWaitingMail(another);
    forgetWaitingMail("contact");
    expect(readWaitingMails()).toEqual([another]);
    forgetWaitingMail("another");
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
      { id: "contact", form: "contact", refusal: null },
      { id: "newsletter", form: "newsletter", refusal: null },
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
    expect(heard).toEqual([{ id: "contact", form: "contact", refusal: null }]);
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
      expect(await deliverWaitingMails(refuses(status))).toEqual([
        { id: "contact", form: "contact", refusal },
      ]);
      expect(findWaitingMail("contact")).toEqual({ ...contact, refusal });
      const send = vi.fn(async () => {});
      await deliverWaitingMails(send);
      expect(send).not.toHaveBeenCalled();
    },
  );

  test("a mail that is kept while another is on its way stays for its own turn", async () => {
    keepWaitingMail(contact);
    await deliverWaitingMail("contact", async () => {
      keepWaitingMail(another);
    });
    expect(readWaitingMails()).toEqual([another]);
  });

  test("each mail goes out under its own key, whenever it is tried", async () => {
    const keys: (string | undefined)[] = [];
    keepWaitingMail(contact);
    keepWaitingMail(another);
    const send = async (_: MailRequest, { idempotencyKey }: MailFacts) => {
      keys.push(idempotencyKey);
      throw new MailError(null, "no answer");
    };
    await deliverWaitingMails(send);
    vi.setSystemTime(new Date("2026-11-23T10:00:00Z"));
    await deliverWaitingMails(send);
    const both = [contact.idempotencyKey, another.idempotencyKey];
    expect(keys).toEqual([...both, ...both]);
  });

  test("a mail that was taken back on its way is no news when it is refused, and is not kept again", async () => {
    keepWaitingMail(contact);
    const news = await deliverWaitingMail("contact", async () => {
      forgetWaitingMail("contact");
      throw new MailError(403, "no");
    });
    expect(news).toBeNull();
    expect(readWaitingMails()).toEqual([]);
  });

  test("a mail that another tab is sending waits for its turn, and is not sent again", async () => {
    const locks = fakeLocks();
    vi.stubGlobal("navigator", { locks });
    keepWaitingMail(contact);
    keepWaitingMail(another);
    const sent: MailRequest[] = [];
    const send = async (mail: MailRequest) => {
      await Promise.resolve();
      sent.push(mail);
    };
    await Promise.all([deliverWaitingMails(send), deliverWaitingMails(send)]);
    expect(sent).toEqual([contact.mail, another.mail]);
  });
});
