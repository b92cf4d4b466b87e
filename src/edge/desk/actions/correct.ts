import { z } from "astro/zod";
import { emailProblem } from "~/domain/contact/email-address.ts";
import { isPhoneNumber, readDialled } from "~/domain/contact/phone-number.ts";
import type { Learner } from "~/domain/enrolment/learner.ts";
import { REGISTRATION_FIELDS } from "~/domain/enrolment/registration.ts";
import { NUMBER_FIELDS, type NumberField } from "~/domain/enrolment/registration-numbers.ts";
import { savingLearner } from "~/edge/enrolments/enrolment-store.ts";
import { changesBetween, isOtherAddress } from "~/edge/enrolments/mails/changed-mail.ts";
import { learnerFields } from "~/edge/payments/parse-order.ts";
import { defineAction, type Problems } from "./action.ts";
import { changeEffect, recipientsText } from "./change-effect.ts";

const FIELDS = ["firstName", "lastName", "email", "phone", "whatsapp", "country", "state"] as const;
const KINDS: Partial<Record<(typeof FIELDS)[number], "email" | "tel">> = {
  email: "email",
  phone: "tel",
  whatsapp: "tel",
};

/** Where staff dial, for a number without a calling code. */
const STAFF_COUNTRIES = ["NG"];

const { firstName, lastName, email, phone, whatsapp, country, state } = learnerFields;
const details = z.object({ firstName, lastName, email, phone, whatsapp, country, state });

/** Corrects what a learner may not change alone, such as a name, or what someone has misspelt. */
export const correct = defineAction<Learner>({
  name: "correct",
  title: "Correct details",
  role: "staff",
  fields: async ({ enrolment: { learner } }) =>
    FIELDS.map((name) => ({
      name,
      label: REGISTRATION_FIELDS[name].label,
      kind: KINDS[name] ?? "text",
      value: learner[name],
      isPersonal: true,
    })),
  read: (typed, { enrolment: { learner } }, { context }) => {
    const parsed = details.safeParse(Object.fromEntries(FIELDS.map((name) => [name, typed(name)])));
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => [String(path[0]), `This ${message}.`]);
      return { problems: Object.fromEntries(problems) };
    }
    const after = { ...learner, ...withReadNumbers(parsed.data, learner) };
    const problems = contactProblems(after, learner);
    if (Object.keys(problems).length > 0) return { problems };
    if (changesBetween(learner, after, context.prices).length === 0) {
      return { problems: { "": "Nothing has changed yet." } };
    }
    return { input: after };
  },
  confirm: async (after, { enrolment }) => [
    ...FIELDS.filter((name) => enrolment.learner[name] !== after[name]).map(
      (name) =>
        `${REGISTRATION_FIELDS[name].label}: from “${enrolment.learner[name] || "nothing"}” to “${after[name] || "nothing"}”.`,
    ),
    recipientsText(enrolment, { ...enrolment, learner: after }, "that says so, without the details"),
    ...(enrolment.state !== "started" && isOtherAddress(enrolment, { ...enrolment, learner: after })
      ? ["Links to My enrolment that were sent before end; the new address gets one of its own."]
      : []),
  ],
  prepare: async (learner, { enrolment }, { context }, token) => {
    const after = { ...enrolment, learner };
    const changes = changesBetween(enrolment.learner, learner, context.prices);
    return changeEffect(context, enrolment, token, {
      after,
      changes,
      summary: `Corrected: ${changes.map(({ what }) => what).join(", ")}`,
      detail: FIELDS.filter((name) => enrolment.learner[name] !== learner[name])
        .map((name) => `${REGISTRATION_FIELDS[name].label} was “${enrolment.learner[name]}”`)
        .join("\n"),
      statements: savingLearner(context.db, enrolment.id, learner, context.now),
    });
  },
});

type Contacts = Pick<Learner, "email" | "phone" | "whatsapp">;

/** The details with the changed numbers in E.164. One that an older form took stays. */
function withReadNumbers<Details extends Contacts>(typed: Details, before: Contacts): Details {
  const read = (name: NumberField) =>
    typed[name] === before[name] ? typed[name] : readDialled(typed[name], STAFF_COUNTRIES).number;
  return { ...typed, phone: read("phone"), whatsapp: read("whatsapp") };
}

function contactProblems(after: Contacts, before: Contacts): Problems {
  const problems: Record<string, string> = {};
  const email = after.email && emailProblem(after.email);
  if (email) problems.email = email;
  for (const name of NUMBER_FIELDS) {
    const isChanged = after[name] !== before[name] && after[name] !== "";
    if (isChanged && !isPhoneNumber(after[name])) problems[name] = "Check this number and its country code.";
  }
  return problems;
}
