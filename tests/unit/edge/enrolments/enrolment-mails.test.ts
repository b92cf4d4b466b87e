/** What learners and payers get by mail, and when. */
import { describe, expect, test, vi } from "vitest";
import { readFragment } from "~/domain/enrolment/enrolment-key.ts";
import { dayOf } from "~/edge/limits/usage-counts.ts";
import { deliverMail } from "~/edge/mail/deliver-mail.ts";
import { EDGE_ORIGIN } from "../../../fixtures/edge.ts";
import { freshReference, newOrder, orderOf, priceList, STAFF } from "../../../fixtures/enrolment.ts";
import { bearer, enrolmentDesk, fiveInstallments } from "../../../fixtures/enrolment-desk.ts";
import { paymentDesk, post } from "../../../fixtures/payment-desk.ts";
import { captureEvent } from "../../../fixtures/paypal-events.ts";
import { chargeEvent, chargeOf } from "../../../fixtures/paystack-events.ts";

const desk = paymentDesk();
const { start, enrolled, seen, look, pay, charge, change } = enrolmentDesk(desk);

const ADA = "ada@example.com";

interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly calendar: string | null;
  readonly unsubscribeUrl: string | null;
}

/** The mails to learners and payers, in the order in which they were written. */
async function mails(): Promise<SentMail[]> {
  const { results } = await desk.db
    .prepare(
      `SELECT to_address AS "to", subject, plain_text AS text, calendar, unsubscribe_url AS unsubscribeUrl FROM mails
       WHERE idempotency_key LIKE 'learner:%' ORDER BY id`,
    )
    .all<SentMail>();
  return results;
}

const subjects = async () => (await mails()).map(({ to, subject }) => `${to}: ${subject}`);

function accessIn(mail: SentMail | undefined) {
  const [, fragment = ""] = /My-enrolment#(\S+)/.exec(mail?.text ?? "") ?? [];
  const access = readFragment(fragment.replace(/[.,)]+$/, ""));
  if (!access) throw new Error("The mail has no link to My enrolment.");
  return access;
}

/** Lets days pass, with a sweep every six hours. */
const days = (count: number) => desk.sweepFor(count * 24 * 60, 6 * 60);

async function statusOf(reference: string): Promise<unknown> {
  return (await desk.ask(new Request(`${EDGE_ORIGIN}/prod/payments/${reference}`))).json();
}

describe("a receipt", () => {
  test("is written once for each payment, even when events repeat, with what is next and a link that opens the enrolment", async () => {
    const { id, key, order } = await enrolled();
    await charge(order.reference, order.charge.minor);
    expect(await statusOf(order.reference)).toEqual({ status: "paid", payment: { id: expect.any(String) } });
    await days(1);
    await desk.db
      .prepare("UPDATE mails SET status = 'delivered' WHERE idempotency_key LIKE '%:receipt'")
      .run();
    expect(await statusOf(order.reference)).toMatchObject({ status: "paid", isReceiptSent: true });
    const [receipt, ...more] = await mails();
    expect(more).toEqual([]);
    expect(receipt?.to).toBe(ADA);
    expect(receipt?.subject).toMatch(/^Receipt/);
    expect(receipt?.text).toContain("N209,000");
    expect(receipt?.text).toContain("Jan 5, 2027");
    expect(receipt?.text).toContain(order.reference);
    const access = accessIn(receipt);
    expect(access.id).toBe(id);
    expect(access.key).not.toBe(key);
    expect(await seen(id, access.key)).toMatchObject({ kind: "learner" });
    expect((await look(id, key)).status).toBe(200);
  });

  test("goes to somebody else who paid as well, without a link to the enrolment", async () => {
    const { id, key } = await enrolled();
    const link = await desk.ask(post(`/prod/enrolments/${id}/payer-links`, {}, bearer(key)));
    const payer = (await link.json()).key;
    const started = await (await pay(id, payer, { payerEmail: "aunt@example.com" })).json();
    await charge(started.reference, 7_000_000);
    const [, learners, payers] = await mails();
    expect([learners?.to, payers?.to]).toEqual([ADA, "aunt@example.com"]);
    expect(payers?.subject).toMatch(/^Receipt/);
    expect(payers?.text).toContain("N70,000");
    expect(payers?.text).not.toContain("My-enrolment");
  });

  test("does not go to an address that was named with a payer's link, where the learner pays", async () => {
    const { id, key } = await enrolled();
    const link = await desk.ask(post(`/prod/enrolments/${id}/payer-links`, {}, bearer(key)));
    const { key: payer } = await link.json();
    await pay(id, payer, { payerEmail: "stranger@example.com" });
    const { reference } = await (await pay(id, key)).json();
    await charge(reference, 7_000_000);
    expect((await subjects()).filter((each) => each.startsWith("stranger@example.com"))).toEqual([]);
  });

  test("leaves no link behind once it is delivered", async () => {
    const order = fiveInstallments(desk.now);
    await enrolled(order);
    const stored = () =>
      desk.db
        .prepare(
          "SELECT id, status, subject, message || plain_text AS text FROM mails WHERE idempotency_key LIKE 'learner:%'",
        )
        .first<{ id: number; status: string; subject: string; text: string }>();
    const receipt = await stored();
    expect(receipt?.text).toMatch(/#ENR-\w{10}\.[\w-]{22}/);
    let sent = "";
    const send = async (mail: object) => {
      sent = JSON.stringify(mail);
    };
    await deliverMail(receipt?.id ?? 0, { db: desk.db, send, now: () => desk.now });
    expect(sent).toMatch(/#ENR-\w{10}\.[\w-]{22}/);
    expect(await stored()).toMatchObject({ status: "delivered", subject: receipt?.subject, text: "" });
  });

  test("is not written for what only a browser says", async () => {
    await start(fiveInstallments(desk.now));
    await days(1);
    expect(await mails()).toEqual([]);
  });
});

describe("reminders", () => {
  test("leave seven days before, on the day, and three days after, and not again", async () => {
    const { id } = await enrolled();
    desk.later((24 * 60 * (new Date("2026-12-28T00:00:00Z").getTime() - desk.now.getTime())) / 86_400_000);
    await days(14);
    const [, soon, today, late, ...more] = await mails();
    expect([soon?.subject, today?.subject, late?.subject].map((subject) => subject?.split(" ")[0])).toEqual([
      "Due",
      "Due",
      "Overdue:",
    ]);
    expect(soon?.subject).toContain("Due on");
    expect(today?.subject).toContain("Due today");
    expect(more).toEqual([]);
    expect(soon?.calendar).toContain("20270105");
    expect(late?.text.match(/6 Feb\w*|Feb\w* 6/g), "the day is said once").toEqual(["Feb 6"]);
    expect(accessIn(soon).id).toBe(id);
    expect(soon?.unsubscribeUrl).toMatch(/\/prod\/reminders\/[A-Za-z0-9_-]{22}$/);
  });

  test("of a payment that has come are neither written nor delivered", async () => {
    const { id, key } = await enrolled();
    desk.later((24 * 60 * (new Date("2026-12-29T07:00:00Z").getTime() - desk.now.getTime())) / 86_400_000);
    await days(1);
    expect(await subjects()).toHaveLength(2);
    const started = await (await pay(id, key)).json();
    await charge(started.reference, 7_000_000);
    const left = await subjects();
    expect(left.filter((subject) => subject.includes("Due on"))).toEqual([]);
    await days(12);
    expect((await subjects()).filter((subject) => !subject.includes("Receipt"))).toEqual([]);
  });

  describe("while a payment's end is not known", () => {
    /** On the due date, when reminders leave; a payment was started two minutes before. */
    async function startedOnTheDay() {
      const { id, key } = await enrolled();
      desk.later((Date.parse("2027-01-04T07:45:00Z") - desk.now.getTime()) / 60_000);
      await desk.sweep();
      desk.later(24 * 60 + 14);
      const { reference } = await (await pay(id, key)).json();
      desk.later(2);
      const sweepWhere = async (status: string) => {
        await desk.paystackKnows(
          reference,
          chargeOf({ ...newOrder(), reference }, { amount: 7_000_000, status }),
        );
        await desk.sweep();
        desk.later(5);
        return (await subjects()).filter((subject) => subject.includes("Due today"));
      };
      return { reference, sweepWhere };
    }

    test("are not written where the provider has the money, though no webhook came", async () => {
      const { sweepWhere } = await startedOnTheDay();
      expect(await sweepWhere("success")).toEqual([]);
      expect(await sweepWhere("success")).toEqual([]);
      expect((await subjects()).filter((subject) => subject.includes("Receipt"))).toHaveLength(2);
    });

    test("wait while the provider gives no answer", async () => {
      const { reference, sweepWhere } = await startedOnTheDay();
      await desk.paystackKnows(reference, { trouble: 503 });
      await desk.sweep();
      expect((await subjects()).filter((subject) => subject.includes("Due today"))).toEqual([]);
      expect(await sweepWhere("abandoned")).toHaveLength(1);
    });

    test("do not hold up other learners' reminders, however many wait", async () => {
      const learners = [];
      for (let number = 0; number <= 100; number += 1) {
        const order = fiveInstallments(desk.now);
        const own = { email: `learner-${number}@example.com`, phone: `+234803${1_000_000 + number}` };
        learners.push(await start({ ...order, learner: { ...order.learner, ...own } }));
        await charge(order.reference, order.charge.minor);
      }
      desk.later((Date.parse("2027-01-04T08:00:00Z") - desk.now.getTime()) / 60_000);
      await desk.sweep();
      desk.later(24 * 60 + 14);
      const [last, ...waiting] = learners;
      for (const { id, key } of waiting) {
        const { reference } = await (await pay(id, key)).json();
        const underWay = chargeOf({ ...newOrder(), reference }, { amount: 7_000_000, status: "pending" });
        await desk.paystackKnows(reference, underWay);
      }
      await desk.db
        .prepare(
          "UPDATE charges SET remind_at = ? WHERE enrolment_id = ? AND currency = 'NGN' AND number = 2",
        )
        .bind(new Date(desk.now.getTime() - 1000).toISOString(), last?.id ?? "")
        .run();
      const written = async () => (await subjects()).filter((subject) => subject.includes("Due today"));
      await desk.sweep();
      expect(await written()).toEqual([]);
      desk.later(5);
      await desk.sweep();
      expect(await written()).toEqual([expect.stringContaining("learner-0@example.com: Due today")]);
    });

    /** A payment is started at that time, whose money PayPal holds back. */
    async function heldBack(timeOf: (due: string) => number) {
      const order = fiveInstallments(desk.now, "USD");
      const { id, key } = await start(order);
      await desk.capture(await desk.agree(order));
      const { due } = (await seen(id, key)).charges[2];
      desk.later((timeOf(due) - desk.now.getTime()) / 60_000);
      const { reference, checkout } = await (await pay(id, key)).json();
      await desk.paypal.approve(checkout.orderId);
      await desk.paypal.captureAs(checkout.orderId, "pending");
      await desk.capture(checkout.orderId);
      expect((await desk.registration(reference))?.flag).toBe("payment-pending");
      const held = { id: `CAP${checkout.orderId.slice(0, 14)}` };
      return {
        refuse: () => desk.paypalSends(captureEvent("DENIED", { ...order, reference }, held)),
        written: async (begin: string) => (await subjects()).filter((subject) => subject.includes(begin)),
      };
    }

    test("wait while PayPal holds the money back, and leave once it was refused", async () => {
      const { refuse, written } = await heldBack((due) => Date.parse(`${due}T07:00:00Z`));
      desk.later(60);
      await desk.sweep();
      desk.later(5);
      await desk.sweep();
      expect(await written("Due today")).toEqual([]);
      await refuse();
      await desk.sweep();
      expect(await written("Due today")).toHaveLength(1);
    });

    test("that payment is overdue leaves days later, where PayPal held the money back over its day and refused it", async () => {
      const { refuse, written } = await heldBack((due) => Date.parse(`${due}T07:00:00Z`) + 3 * 86_400_000);
      await days(2);
      expect(await written("Overdue")).toEqual([]);
      await refuse();
      await days(2);
      expect(await written("Overdue")).toHaveLength(1);
    });

    test("wait while money is on its way", async () => {
      const { sweepWhere } = await startedOnTheDay();
      expect(await sweepWhere("pending")).toEqual([]);
      expect(await sweepWhere("failed")).toHaveLength(1);
    });
  });

  test.each(["from a mailbox", "on My enrolment"])(
    "that were written and have not left do not leave after a stop %s",
    async (where) => {
      const { id, key } = await enrolled();
      desk.later((24 * 60 * (new Date("2026-12-29T07:00:00Z").getTime() - desk.now.getTime())) / 86_400_000);
      await days(1);
      const [, reminder] = await mails();
      expect(reminder?.subject).toContain("Due on");
      const { pathname } = new URL(reminder?.unsubscribeUrl ?? "");
      const stopped =
        where === "on My enrolment"
          ? await change(id, key, { hasStoppedReminders: true })
          : await desk.ask(new Request(EDGE_ORIGIN + pathname, { method: "POST" }));
      expect(stopped.status).toBe(200);
      expect((await subjects()).filter((subject) => subject.includes("Due on"))).toEqual([]);
    },
  );

  test("stop in one click from a mailbox, and start again on My enrolment", async () => {
    const { id, key } = await enrolled();
    desk.later((24 * 60 * (new Date("2026-12-29T07:00:00Z").getTime() - desk.now.getTime())) / 86_400_000);
    await days(1);
    const stop = new URL((await mails())[1]?.unsubscribeUrl ?? "");
    const asked = await desk.ask(new Request(EDGE_ORIGIN + stop.pathname));
    expect([asked.status, (await asked.text()).includes("Stop reminders")]).toEqual([200, true]);
    expect(await seen(id, key)).toMatchObject({ hasStoppedReminders: false });
    const posted = await desk.ask(
      new Request(EDGE_ORIGIN + stop.pathname, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      }),
    );
    expect(posted.status).toBe(200);
    expect(await seen(id, key)).toMatchObject({ hasStoppedReminders: true });
    const before = await subjects();
    await days(12);
    expect(await subjects()).toEqual(before);
    expect(await (await change(id, key, { hasStoppedReminders: false })).json()).toMatchObject({
      hasStoppedReminders: false,
    });
  });
});

describe("a link that was asked for", () => {
  const ask = (email: string, from = "203.0.113.7") =>
    desk.ask(post("/prod/enrolments/links", { email }, { "cf-connecting-ip": from }));
  const answer = async () => {
    for (const job of desk.queued.splice(0)) if (job.type === "links") await desk.doJob(job);
  };

  test("is mailed to an address that is known, and ends the one before once it is used", async () => {
    const { id, key } = await enrolled();
    desk.later(1);
    expect((await ask(" ADA@example.com ")).status).toBe(202);
    await answer();
    const fresh = accessIn((await mails()).at(-1));
    expect((await look(id, key)).status).toBe(200);
    expect((await look(id, fresh.key)).status).toBe(200);
    expect((await look(id, key)).status).toBe(404);
  });

  test("is mailed to no other address, not even one whose letters lower case makes alike", async () => {
    const victim = orderOf({ reference: freshReference(), registration: { email: "kemi@example.com" } });
    const { id } = await enrolled(victim);
    desk.later(1);
    await enrolled(
      orderOf({ reference: freshReference(), registration: { email: "\u212Aemi@example.com" } }),
    );
    await ask("kemi@example.com");
    await answer();
    const link = (await mails()).at(-1);
    expect([link?.to, accessIn(link).id]).toEqual(["kemi@example.com", id]);
  });

  test("is not kept back by small payments that others make under the address", async () => {
    const { id } = await enrolled();
    for (let count = 0; count < 5; count += 1) {
      desk.later(1);
      await desk.paystackSends(chargeEvent(newOrder(), { amount: 10_000, id: 8_000_000_000 + count }));
    }
    await ask(ADA);
    await answer();
    expect((await mails()).at(-1)?.text).toContain(id);
  });

  test("is answered alike for an unknown address, and no mail leaves", async () => {
    await enrolled();
    const before = await subjects();
    const [known, unknown] = [await ask(ADA), await ask("nobody@example.com")];
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    const queued = desk.queued.filter(({ type }) => type === "links");
    expect(queued).toHaveLength(2);
    await answer();
    expect((await subjects()).length - before.length).toBe(1);
  });

  test("is answered after the same statements, whether the address is known or not", async () => {
    await enrolled();
    const statements = async (email: string) => {
      const prepare = vi.fn(desk.db.prepare);
      const request = post("/prod/enrolments/links", { email });
      expect((await desk.ask(request, { db: { prepare, batch: desk.db.batch } })).status).toBe(202);
      return prepare.mock.calls;
    };
    expect(await statements(ADA)).toEqual(await statements("nobody@example.com"));
  });

  test("is written five times a day for one address at most", async () => {
    await enrolled();
    for (let tries = 0; tries < 8; tries += 1) expect((await ask(ADA)).status).toBe(202);
    await answer();
    expect((await subjects()).filter((subject) => subject.includes("Your link"))).toHaveLength(5);
  });

  test.each([
    ["one address", () => "nobody@example.com"],
    ["made-up addresses", (each: number) => `nobody${each}@example.com`],
  ])("is mailed though another visitor asks for %s all day", async (_, addressOf) => {
    await enrolled();
    // Of a day's 5,000 for all, those that one visitor gets are left, and one.
    await desk.db
      .prepare("INSERT INTO usage_counts (period, counter, count, bytes) VALUES (?, 'links', 4899, 0)")
      .bind(dayOf(desk.now))
      .run();
    for (let asked = 0; asked < 120; asked += 1) await ask(addressOf(asked), "198.51.100.9");
    desk.queued.length = 0;
    await ask(ADA);
    await answer();
    expect((await subjects()).at(-1)).toContain("Your link");
  });

  test("counts for all only where it is answered, however many visitors ask for one address", async () => {
    for (let asked = 0; asked < 8; asked += 1) await ask("nobody@example.com", `198.51.100.${asked}`);
    const all = desk.db.prepare("SELECT count FROM usage_counts WHERE counter = 'links'").bind();
    expect(await all.first()).toEqual({ count: 5 });
  });

  test("is mailed by a sweep where its job was lost", async () => {
    await enrolled();
    await ask(ADA);
    desk.later(5);
    await desk.sweep();
    expect((await subjects()).at(-1)).toContain("Your link");
  });

  test("that cannot be answered now keeps no other one back, and is answered by a later sweep", async () => {
    await enrolled();
    for (let each = 0; each < 2; each += 1) await ask(ADA);
    desk.later(5);
    let mayFail = true;
    const prepare: typeof desk.db.prepare = (sql) => {
      if (mayFail && sql.includes("FROM link_requests WHERE id = ?")) {
        mayFail = false;
        throw new Error("The database is busy.");
      }
      return desk.db.prepare(sql);
    };
    const links = async () => (await subjects()).filter((subject) => subject.includes("Your link")).length;
    await desk.sweep({ db: { prepare, batch: desk.db.batch } });
    expect(await links()).toBe(1);
    await desk.sweep();
    expect(await links()).toBe(2);
  });
});

describe("a change of address", () => {
  const NEW = "ada.obi@example.com";
  const fragment = /My-enrolment#\S+/;
  const noticeTo = async (address: string) => (await mails()).filter(({ to }) => to === address).at(-1);

  test("is mailed to the previous one without a link, a name or a detail, and to the new one with a link", async () => {
    const { id, key } = await enrolled();
    await change(id, key, { email: NEW, state: "<b>Kano</b>" });
    const [, ...told] = await mails();
    expect(told.map(({ to }) => to)).toEqual([ADA, NEW]);
    expect(told[0]?.subject).toMatch(/^Your enrolment/);
    expect(told[0]?.text).not.toMatch(fragment);
    expect(told[0]?.text).not.toMatch(/Ada|State|Email Address/);
    expect(told[1]?.text).toMatch(fragment);
    expect(told.some(({ text }) => /ada\.obi@example|Kano/.test(text))).toBe(false);
  });

  test("ends every older key of the learner; the browser that made it and the new address get one each", async () => {
    const { id, key } = await enrolled();
    const former = accessIn((await mails()).at(-1));
    const answer = await change(id, key, { email: NEW });
    const { key: own } = await answer.json();
    expect((await look(id, key)).status).toBe(404);
    expect((await look(id, former.key)).status).toBe(404);
    expect((await look(id, own)).status).toBe(200);
    expect((await look(id, accessIn(await noticeTo(NEW)).key)).status).toBe(200);
  });

  test("at the moment in which a link is written for the previous one leaves that no key", async () => {
    const { id, key } = await enrolled();
    await desk.ask(post("/prod/enrolments/links", { email: ADA }));
    let isChanged = false;
    const batch: typeof desk.db.batch = async (statements) => {
      if (!isChanged) {
        isChanged = true;
        await change(id, key, { email: NEW });
      }
      return desk.db.batch(statements);
    };
    for (const job of desk.queued.splice(0)) {
      if (job.type === "links") await desk.doJob(job, { db: { prepare: desk.db.prepare, batch } });
    }
    desk.later(5);
    await desk.sweep();
    expect(isChanged).toBe(true);
    expect((await subjects()).filter((subject) => subject.startsWith("Your link"))).toEqual([]);
    const keys = desk.db
      .prepare("SELECT COUNT(*) AS count FROM enrolment_keys WHERE enrolment_id = ?")
      .bind(id);
    expect(await keys.first(), "the browser's and the new address's").toEqual({ count: 2 });
  });

  test("ends every older key also before anything is paid", async () => {
    const { id, key } = await start(fiveInstallments(desk.now));
    const { key: own } = await (await change(id, key, { email: NEW })).json();
    expect((await look(id, key)).status).toBe(404);
    expect((await look(id, own)).status).toBe(200);
    expect(await mails()).toEqual([]);
  });

  test("leaves a payer's link as it is", async () => {
    const { id, key } = await enrolled();
    const made = await desk.ask(post(`/prod/enrolments/${id}/payer-links`, {}, bearer(key)));
    const payer = (await made.json()).key;
    await change(id, key, { email: NEW });
    expect((await look(id, payer)).status).toBe(200);
  });

  test.each([
    ["before anything is paid", async () => start(fiveInstallments(desk.now))],
    ["once something is paid", async () => enrolled()],
  ])(
    "is no change where only its spelling differs, and other details end no key, %s",
    async (_, beginning) => {
      const { id, key } = await beginning();
      const changed = await change(id, key, { email: "ADA@example.com", state: "Kano" });
      expect((await changed.json()).key).toBeUndefined();
      expect((await look(id, key)).status).toBe(200);
    },
  );

  test("changes nothing where the database fails midway", async () => {
    const { id, key } = await enrolled();
    const before = (await mails()).length;
    const batch: typeof desk.db.batch = (statements) =>
      desk.db.batch([...statements, desk.db.prepare("INSERT INTO enrolments (id) VALUES (NULL)")]);
    const request = new Request(`${EDGE_ORIGIN}/prod/enrolments/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...bearer(key) },
      body: JSON.stringify({ email: NEW }),
    });
    expect((await desk.ask(request, { db: { prepare: desk.db.prepare, batch } })).status).toBe(503);
    expect((await seen(id, key)).learner.email).toBe(ADA);
    expect(await mails()).toHaveLength(before);
  });
});

test.each([
  ["one@example.com,other@example.com"],
  ["one@example.com; other@example.com"],
  ["Ada <one@example.com>"],
])("%s is taken for no address: of a change, of a payer, of a receipt", async (email) => {
  const { id, key } = await enrolled();
  expect((await change(id, key, { email })).status).toBe(400);
  expect((await pay(id, key, { payerEmail: email })).status).toBe(400);
  const order = fiveInstallments(desk.now);
  const taken = { ...order, learner: { ...order.learner, email } };
  expect((await desk.register(taken)).status).toBe(422);
  await desk.paystackSends(chargeEvent(taken));
  expect((await desk.registration(order.reference))?.enrolmentId).not.toBeNull();
  expect((await mails()).map(({ to }) => to)).toEqual([ADA]);
});

test("reminders that are stopped again and again are written down once, so that a payment at that moment is recorded", async () => {
  await enrolled();
  const stop = async () => {
    const { unsubscribe_token, version } =
      (await desk.db
        .prepare("SELECT unsubscribe_token, version FROM enrolments")
        .first<{ unsubscribe_token: string; version: number }>()) ?? expect.fail();
    await desk.ask(new Request(`${EDGE_ORIGIN}/prod/reminders/${unsubscribe_token}`, { method: "POST" }));
    return version;
  };
  const [before, once, again] = [await stop(), await stop(), await stop()];
  expect([once - before, again - once]).toEqual([1, 0]);
});

test("details that are changed without end write twenty mails a day to an address, and are then refused in words", async () => {
  const { id, key: first } = await enrolled();
  const { key } = await (await change(id, first, { email: "eve@example.com" })).json();
  const statuses: number[] = [];
  for (let each = 0; each < 29; each += 1) {
    statuses.push(
      (await change(id, key, { email: "eve@example.com", whatsapp: `+23480312345${10 + each}` })).status,
    );
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await mails()).filter(({ to }) => to === "eve@example.com")).toHaveLength(20);
  desk.later(24 * 60);
  expect((await change(id, key, { state: "Kano" })).status).toBe(200);
});

describe("words that somebody typed to have them mailed in the academy's name", () => {
  const TYPED = "Your account is blocked, call 0800 123";
  const written = async () => JSON.stringify(await mails());

  test("do not appear in a receipt or beside a link in the place of a cohort, nor of a name", async () => {
    const order = fiveInstallments(desk.now);
    const { learner } = order;
    await start({ ...order, learner: { ...learner, cohort: TYPED, firstName: `Ada. ${TYPED}. ${TYPED}` } });
    await charge(order.reference, order.charge.minor);
    await desk.ask(post("/prod/enrolments/links", { email: ADA }));
    desk.later(5);
    await desk.sweep();
    expect(await subjects()).toEqual([
      expect.stringContaining(`${ADA}: Receipt`),
      expect.stringContaining(`${ADA}: Your link`),
    ]);
    expect(await written()).not.toContain(TYPED);
  });

  test("do not appear in a receipt in the place of a course or a plan that is not offered", async () => {
    const order = newOrder();
    const forged = { ...order, course: { id: "none", name: TYPED }, plan: { id: "none", name: TYPED } };
    await desk.paystackSends(chargeEvent(forged, { amount: 10_000 }));
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Unknown course"),
    ]);
    expect(await written()).not.toContain(TYPED);
  });

  test("are not mailed as a change of cohort to anybody", async () => {
    const order = fiveInstallments(desk.now, "NGN", "");
    const { id, key } = await enrolled(order);
    expect((await change(id, key, { email: "eve@example.com", cohort: TYPED })).status).toBe(409);
    await change(id, key, { cohort: "cohort-2027-01-09", state: TYPED });
    expect(await mails()).toHaveLength(2);
    expect(await written()).not.toContain(TYPED);
    expect((await mails()).at(-1)?.text).toContain("9 January 2027, cohort 9");
  });
});

test("staff get the list of late payments once a day, with the day on which the Terms' rule applies", async () => {
  await enrolled();
  desk.later((24 * 60 * (new Date("2027-01-06T12:00:00Z").getTime() - desk.now.getTime())) / 86_400_000);
  await desk.sweep();
  await desk.sweep();
  const { results } = await desk.db
    .prepare("SELECT subject, message FROM mails WHERE idempotency_key LIKE 'overdue:%'")
    .all<{ subject: string; message: string }>();
  expect(new Set(results.map(({ subject }) => subject))).toEqual(new Set(["Late payments: 1"]));
  expect(results[0]?.message).toContain("N70,000 NGN was due on Jan 5, 2027");
  expect(results[0]?.message).toContain("Feb 6, 2027");
});

test("the Terms' rule of a late payment stays when content gives its plan another name", async () => {
  await enrolled();
  const prices = structuredClone(priceList);
  for (const { plans } of [...prices.registrationCourses, ...prices.pricingCourses])
    for (const plan of plans) Object.assign(plan, { name: "Bit by bit" });
  desk.later((24 * 60 * (new Date("2027-01-06T12:00:00Z").getTime() - desk.now.getTime())) / 86_400_000);
  await desk.sweep({ prices });
  const late = await desk.db
    .prepare("SELECT message FROM mails WHERE subject = 'Late payments: 1'")
    .first<{ message: string }>();
  expect(late?.message).toContain("dropped from the course from Feb 6, 2027");
});

test("the list of late payments is written by the next sweep where the database failed as it was kept", async () => {
  await enrolled();
  desk.later((24 * 60 * (new Date("2027-01-06T12:00:00Z").getTime() - desk.now.getTime())) / 86_400_000);
  const batch = async () => Promise.reject(new Error("The database is busy."));
  await desk.sweep({ db: { prepare: desk.db.prepare, batch } });
  await desk.sweep();
  const { results } = await desk.db
    .prepare("SELECT subject FROM mails WHERE idempotency_key LIKE 'overdue:%'")
    .all();
  expect(results).toHaveLength(STAFF.length);
});

test("an enrolment that cannot be read keeps no other link back, and the log names it", async () => {
  const { id } = await enrolled();
  const whole = await enrolled();
  await desk.db.prepare("UPDATE enrolments SET learner = 'null' WHERE id = ?").bind(id).run();
  const order = fiveInstallments(desk.now);
  await start({ ...order, learner: { ...order.learner, email: "eve@example.com" } });
  await charge(order.reference, order.charge.minor);
  for (const email of [ADA, "eve@example.com"]) await desk.ask(post("/prod/enrolments/links", { email }));
  desk.later(5);
  await desk.sweep();
  const links = (await mails()).filter(({ subject }) => subject.startsWith("Your link"));
  expect(links.map(({ to }) => to)).toEqual([ADA, "eve@example.com"]);
  expect(accessIn(links[0]).id).toBe(whole.id);
  expect(JSON.stringify(vi.mocked(console.error).mock.calls)).toContain(`enrolment-unreadable`);
  expect(await desk.db.prepare("SELECT id FROM link_requests").first()).toBeNull();
});
