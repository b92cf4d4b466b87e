import { learnerKeys } from "~/domain/enrolment/learner.ts";
import { counted } from "~/domain/text.ts";
import type { Database, Query } from "~/edge/database.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { erasure, type PersonalData, personalData } from "~/edge/erase/personal-data.ts";
import { defineAction } from "./action.ts";

export const erase = defineAction<null>({
  name: "erase",
  title: "Erase this person",
  role: "owner",
  intro: () =>
    "Deletes this person’s name, addresses, phone, details, notes and emails everywhere. What they owed and paid stays for the accounts. You can’t undo this.",
  fields: async () => [{ name: "sure", label: "Type ERASE to confirm", kind: "text", value: "" }],
  read: (typed) =>
    typed("sure").toUpperCase() === "ERASE"
      ? { input: null }
      : { problems: { sure: "Type the word ERASE." } },
  confirm: async (_, subject, { context }) => {
    const data = await everythingOf(context.db, subject);
    const mentions = data.mentions.join(", ");
    return [
      `This deletes ${counted(data.mails.length, "mail")}, and the person in ${counted(data.payments.length, "payment")} and ${counted(data.enrolments.length, "enrolment")}: ${data.enrolments.map(({ id, name }) => `${id}, ${name || "name not known"}`).join("; ")}.`,
      ...(mentions ? [`Others' payments name the same address, and stay: ${mentions}.`] : []),
      "It doesn't reach staff mailboxes, Paystack, PayPal, exported lists or copies of the database.",
    ];
  },
  prepare: async (_, subject, { context: { db, now } }) => ({
    summary: "Erased the personal data",
    statements: erasure(await everythingOf(db, subject), now).map((sql) => db.prepare(sql)),
  }),
});

async function everythingOf(
  db: Database,
  { enrolment: { id, learner } }: DeskEnrolment,
): Promise<PersonalData> {
  const query: Query = (statements) =>
    Promise.all(
      statements.map(async (sql) => (await db.prepare(sql).all<Record<string, unknown>>()).results),
    );
  const data = await personalData(query, { email: learnerKeys(learner).email ?? "", enrolmentId: id });
  // This one is not deleted even if nothing was paid: the page that asked for this must show what was done.
  const enrolments = data.enrolments.map((enrolment) =>
    enrolment.id === id ? { ...enrolment, isStartedOnly: false } : enrolment,
  );
  return { ...data, enrolments };
}
