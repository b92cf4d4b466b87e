import { expect, test, vi } from "vitest";
import type { JobQueue } from "~/edge/jobs/job.ts";
import { paymentProviders } from "~/edge/payments/payment-providers.ts";
import { ADDRESSES, aMail, mailEndpoint, postMail } from "../../../fixtures/mail-endpoint.ts";
import { openDatabase } from "../../../fixtures/sqlite-database.ts";

const { send, kept, queued, expectRefusal } = mailEndpoint();
/** Paystack, which can be asked whether a payment is what a browser says of it. */
const providers = paymentProviders(
  { PAYSTACK_SECRET_KEY: "sk_test_mails" },
  { paypalClientId: undefined, now: () => new Date() },
);
const nobody = { paystack: null, paypal: null };
const brokenJobs: JobQueue = { send: () => Promise.reject(new Error("Queue overloaded")) };

test.each(["Newsletter", "Contact Form", "Registration"])(
  "a %s mail is accepted and stored",
  async (subject) => {
    const answer = await send(postMail(JSON.stringify(aMail({ body: { subject } }))));
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ message: "Accepted" });
    expect(await kept()).toMatchObject([
      {
        id: expect.any(Number),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        from: "no-reply@academy.example",
        to: "hello@academy.example",
        subject,
        message: "<p>Ada asks about DevOps.</p>",
        status: "queued",
      },
    ]);
  },
);

test("each of the academy's own addresses can get mail", async () => {
  const everybody = [ADDRESSES.academy, ...ADDRESSES.staff];
  for (const toEmailAddress of everybody) {
    expect((await send(postMail(JSON.stringify(aMail({ config: { toEmailAddress } }))))).status).toBe(202);
  }
  expect((await kept()).map((mail) => mail.to).sort()).toEqual(everybody.sort());
});

test("a mail sent again, because the first answer got lost, is accepted and stored once", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await send(postMail(JSON.stringify(aMail())))).status).toBe(202);
  }
  expect(await kept()).toHaveLength(1);
});

test("a mail is handed to the queue once, however often it is sent", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await send(postMail(JSON.stringify(aMail())));
  const [mail] = await kept();
  expect(queued).toEqual([{ type: "mail", id: mail?.id }]);
});

test("a mail is stored once for its idempotency key, even if another one comes under it", async () => {
  const key = { "idempotency-key": "REG-20261121-AAAAAAAAAA:staff-1:paid" };
  for (const message of ["<p>one</p>", "<p>two</p>"]) {
    expect((await send(postMail(JSON.stringify(aMail({ body: { message } })), key))).status).toBe(202);
  }
  expect((await kept()).map((mail) => mail.message)).toEqual(["<p>one</p>"]);
  expect(queued).toHaveLength(1);
});

test.each(["paid", "unconfirmed"])(
  "a registration mail that says %s of a payment that is not known here is stored once, and the provider asked",
  async (payment) => {
    const key = { "idempotency-key": `REG-20261121-AAAAAAAAAA:staff-1:${payment}` };
    for (const _ of [1, 2]) await send(postMail(JSON.stringify(aMail()), key), { providers });
    const [mail] = await kept();
    expect(queued).toEqual([
      { type: "verify", reference: "REG-20261121-AAAAAAAAAA" },
      { type: "mail", id: mail?.id },
    ]);
  },
);

test.each([
  ["no provider can be asked", "REG-20261121-AAAAAAAAAA:staff-1:paid", nobody],
  ["it is about no payment", "contact-1", providers],
])("a mail is stored and nobody asked where %s", async (_, key, asked) => {
  await send(postMail(JSON.stringify(aMail()), { "idempotency-key": key }), { providers: asked });
  expect(queued).toEqual([{ type: "mail", id: expect.any(Number) }]);
});

test("the same mail under two idempotency keys is two mails", async () => {
  for (const key of ["one", "two"]) await send(postMail(JSON.stringify(aMail()), { "idempotency-key": key }));
  expect(await kept()).toHaveLength(2);
});

test.each([
  "",
  "two words",
  "a".repeat(129),
  "digest:00",
  "provider:REG-20261121-AAAAAAAAAA:staff-1:refunded",
  "\xe9",
  ":x",
  "alert:2026-11-21T09",
  "reconciliation:2026-11-20",
  "learner:ENR-7Q2M4X8K9A:due-soon:2",
  "arrears:2027-01-06:staff-1",
  "enrolment:ENR-7Q2M4X8K9A:3:staff-1",
])("%j is no idempotency key", async (key) => {
  const request = postMail(JSON.stringify(aMail()), { "idempotency-key": key });
  await expectRefusal(request, 400, "The Idempotency-Key is not one that is known here.");
});

test("a mail that the queue does not accept is stored all the same, and the log has no personal data", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await send(postMail(JSON.stringify(aMail())), { jobs: brokenJobs });
  const logged = log.mock.calls.flat().join(" ");
  log.mockRestore();
  expect(answer.status).toBe(202);
  expect(await kept()).toMatchObject([{ status: "queued" }]);
  expect(logged).toContain("Queue overloaded");
  expect(logged).not.toMatch(/Ada|@/);
});

test("a mail to a role is stored with the role's address", async () => {
  const config = { fromEmailAddress: "site", toEmailAddress: "staff-2" };
  expect((await send(postMail(JSON.stringify(aMail({ config }))))).status).toBe(202);
  expect(await kept()).toMatchObject([{ from: "no-reply@academy.example", to: "finance@academy.example" }]);
});

test("a script in a mail is removed before the mail is stored", async () => {
  const message = `<p onclick="steal()">Hi<script>steal()</script> <a href="javascript:steal()">there</a>`;
  await send(postMail(JSON.stringify(aMail({ body: { message } }))));
  expect((await kept())[0]?.message).toBe("<p>Hi there</p>");
});

test.each(["<script>steal()</script>", "<p> </p>", "<table><tr><td>\n</td></tr></table><hr>"])(
  "a mail without readable words is refused: %j",
  async (message) => {
    const request = postMail(JSON.stringify(aMail({ body: { message } })));
    await expectRefusal(request, 400, "body.message holds nothing to read.");
  },
);

test("a mail to a stranger is refused by the endpoint", async () => {
  const request = postMail(JSON.stringify(aMail({ config: { toEmailAddress: "victim@example.com" } })));
  await expectRefusal(request, 403, "config.toEmailAddress is not one of the academy's addresses.");
});

test("when a mail cannot be stored the sender is asked to come back, and the log has no personal data", async () => {
  const bare = openDatabase({ migrated: false });
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await send(postMail(JSON.stringify(aMail())), { db: bare });
  const logged = log.mock.calls.flat().join(" ");
  log.mockRestore();

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("30");
  const message = "We couldn't save your message just now. Please try again in a minute.";
  expect(await answer.json()).toEqual({ message });
  expect(logged).toContain("no such table");
  expect(logged).not.toMatch(/Ada|@/);
});
