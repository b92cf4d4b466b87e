import { expect, test } from "vitest";
import type { StoredMail } from "~/edge/mail/mail-store.ts";
import { deliveryNote } from "~/sandbox/mail-document.ts";

const mail: StoredMail = {
  id: 1,
  createdAt: "2026-11-21T09:00:00.000Z",
  from: "no-reply@academy.example",
  to: "hello@academy.example",
  subject: "Newsletter",
  message: "<p>Hi</p>",
  text: null,
  calendar: null,
  status: "queued",
  attempts: 0,
  nextAttemptAt: "2026-11-21T09:01:00.000Z",
  deliveredAt: null,
  lastError: null,
};

test.each<[Partial<StoredMail>, string]>([
  [{}, "Queued."],
  [
    { attempts: 1, lastError: "RCPT TO 451: busy" },
    "Not taken after one attempt, again at 2026-11-21T09:01:00.000Z: RCPT TO 451: busy",
  ],
  [{ status: "failed", attempts: 14, lastError: "Timeout" }, "Failed after 14 attempts: Timeout"],
  [
    { status: "delivered", attempts: 2, deliveredAt: "2026-11-21T09:02:00.000Z" },
    "Delivered at 2026-11-21T09:02:00.000Z.",
  ],
  [
    { status: "delivered", attempts: 1, lastError: "Withdrawn while it was being delivered" },
    "Withdrawn while it was being delivered.",
  ],
  [{ status: "kept" }, "Kept: there are no SMTP settings, so mails stay here."],
])("a mail in the state %j says how its delivery ended", (state, note) => {
  expect(deliveryNote({ ...mail, ...state })).toBe(note);
});
