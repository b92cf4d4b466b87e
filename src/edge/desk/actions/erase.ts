import { learnerKeys } from "~/domain/enrolment/learner.ts";
import { counted } from "~/domain/text.ts";
import type { Database, Statement } from "~/edge/database.ts";
import { selectField, textField } from "~/edge/desk/desk-form.tsx";
import { type DeskEnrolment, learnerName } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { erasure, type Person, type PersonalData, personalData } from "~/edge/erase/personal-data.ts";
import { defineAction } from "./action.ts";

/** The field that confirms that a person is erased. */
export const ERASE_FIELD = textField("sure", "Type ERASE to confirm");
export const NOT_CONFIRMED = { sure: "Type the word ERASE." };

export function isErase(typed: string): boolean {
  return typed.toUpperCase() === "ERASE";
}

export const erase = defineAction<null>({
  name: "erase",
  title: "Erase this person",
  role: "owner",
  intro: () =>
    "Deletes this person’s name, addresses, phone, details, notes and emails everywhere. What " +
    "they owed and paid stays for the accounts. You can’t undo this.",
  fields: async () => [ERASE_FIELD],
  read: (typed) => (isErase(typed("sure")) ? { input: null } : { problems: NOT_CONFIRMED }),
  confirm: async (_, subject, { context }) =>
    effectsOf(learnerName(subject.enrolment), await personalData(context.db, learnerOf(subject))),
  prepare: async (_, subject, { context: { db, now } }) => ({
    summary: "Erased the personal data",
    statements: await erasing(db, learnerOf(subject), now),
  }),
});

/** The action that erases a person who paid for this learner, with everything under their address. */
export const erasePayer = defineAction<string>({
  name: "erase-payer",
  title: "Erase a payer",
  role: "owner",
  intro: () =>
    "Deletes someone who paid for this learner: name, address and emails, and what they’ve registered for themselves. You can’t undo this.",
  refusal: (subject) =>
    payersOf(subject).length === 0 ? "Nobody but the learner is known to have paid." : null,
  fields: async (subject) => [
    selectField("payer", "Payer", [
      ["", "Choose one"],
      ...payersOf(subject).map((email) => [email, email] as const),
    ]),
  ],
  read: (typed, subject) =>
    payersOf(subject).includes(typed("payer"))
      ? { input: typed("payer") }
      : { problems: { payer: "Choose a payer of the list." } },
  confirm: async (email, _, { context }) =>
    effectsOf(email, await personalData(context.db, { email, enrolmentId: null })),
  prepare: async (email, _, { context: { db, now } }) => ({
    summary: "Erased a payer",
    statements: await erasing(db, { email, enrolmentId: null }, now),
  }),
});

/** Returns the addresses of payers who are not the learner. */
function payersOf({ enrolment, payments }: DeskEnrolment): string[] {
  const addresses = payments.map(({ payerEmail }) => keyOf(payerEmail));
  return [...new Set(addresses)].filter((email) => email !== "" && email !== keyOf(enrolment.learner.email));
}

function keyOf(email: string): string {
  return learnerKeys({ email, phone: "" }).email ?? "";
}

function learnerOf({ enrolment: { id, learner } }: DeskEnrolment): Person {
  return { email: keyOf(learner.email), enrolmentId: id };
}

function effectsOf(
  person: string,
  { mails, payments, enrolments, mentions, requests }: PersonalData,
): string[] {
  const enrolmentNames = enrolments.map(({ id, name }) => `${id}, ${name || "name not known"}`).join("; ");
  const inRequests = requests.length > 0 ? `, ${counted(requests.length, "request")}` : "";
  const inEnrolments =
    enrolmentNames && `, and in ${counted(enrolments.length, "enrolment")}: ${enrolmentNames}`;
  return [
    `This erases ${person}: ${counted(mails.length, "email")}${inRequests}, and the person in ` +
      `${counted(payments.length, "payment")}${inEnrolments}.`,
    ...(mentions.length > 0
      ? [`Others' payments name the same address, and stay: ${mentions.join(", ")}.`]
      : []),
    "It doesn't reach staff mailboxes, Paystack, PayPal, exported lists or copies of the database.",
  ];
}

async function erasing(db: Database, person: Person, now: Date): Promise<Statement[]> {
  return erasure(db, await personalData(db, person), now);
}
