import type { DeskEnrolment } from "../enrolment/desk-enrolment.ts";
import { act } from "./act.ts";

/** Clears the flags, until something new comes up. */
export const lookedAt = act<readonly string[]>({
  name: "looked-at",
  title: "Looked at",
  role: "staff",
  intro: (subject) =>
    `Takes the flags off the list: ${openFlags(subject).join(", ")}. What is new later is flagged again.`,
  refusal: (subject) => (openFlags(subject).length === 0 ? "There is no flag to take off." : null),
  fields: async () => [],
  read: (_, subject) => ({ ok: true, input: openFlags(subject) }),
  confirm: null,
  prepare: async (flags, { enrolment: { id } }, { context: { db } }) => ({
    summary: `Looked at: ${flags.join(", ")}`,
    statements: [
      db.prepare("UPDATE enrolments SET seen_flags = flags WHERE id = ?").bind(id),
      db.prepare("UPDATE payments SET seen_flag = flag WHERE enrolment_id = ?").bind(id),
    ],
  }),
  undo: async (_, { enrolment: { id } }, { context: { db } }) => ({
    summary: "",
    statements: [
      db.prepare("UPDATE enrolments SET seen_flags = '' WHERE id = ?").bind(id),
      db.prepare("UPDATE payments SET seen_flag = NULL WHERE enrolment_id = ?").bind(id),
    ],
  }),
});

/** Flags of the enrolment and of its payments that staff have not looked at. */
export function openFlags({ enrolment, payments }: DeskEnrolment): string[] {
  const ofPayments = payments.flatMap(({ flag, seenFlag }) => (flag && flag !== seenFlag ? [flag] : []));
  return [
    ...new Set([...enrolment.flags.filter((flag) => !enrolment.seenFlags.includes(flag)), ...ofPayments]),
  ];
}
