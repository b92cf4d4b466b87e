import type { MailName } from "./learner-mails.ts";
import { type ValueKind, type ValueRule, valueRules } from "./mail-values.ts";

/** The values that a template may not leave out. */
const REQUIRED: Readonly<Record<MailName, readonly string[]>> = {
  receipt: [
    "paidFor",
    "amount",
    "receiptNumber",
    "issuedOn",
    "vat",
    "buyer",
    "courseName",
    "reference",
    "academy.legalName",
    "academy.legalAddress",
    "academy.legalNumbers",
    "next.amount",
    "next.when",
    "access",
    "enrolmentLink",
  ],
  refund: ["amount", "courseName", "reference", "refundedThrough", "creditNote", "enrolmentLink"],
  "due-soon": ["dueFor", "amount", "due", "courseName", "enrolmentLink", "stopLink"],
  due: ["dueFor", "amount", "due", "courseName", "enrolmentLink", "stopLink"],
  overdue: ["dueFor", "amount", "due", "courseName", "access", "lateRule.day", "enrolmentLink", "stopLink"],
  link: ["enrolments"],
  changed: ["changes", "courseName", "enrolmentLink"],
  "next-class": ["courseName", "starts", "closes", "enrolmentLink"],
  "cohort-message": ["courseName", "message", "enrolmentLink"],
  confirm: ["about", "confirmLink", "stopLink"],
  "confirm-address": ["courseName", "confirmLink"],
  opening: ["starts", "closes", "signupLink"],
};

/** The parts of a value that a template names with a dot: {next.amount}. */
const PARTS: Partial<Record<ValueKind, Readonly<Record<string, ValueRule>>>> = {
  charge: { label: "text", amount: "money", due: "day?", when: "text" },
  rule: { words: "text", day: "day" },
};

const ACADEMY_VALUES: Readonly<Record<string, ValueKind>> = {
  "academy.name": "text",
  "academy.email": "text",
  "academy.phone": "text",
  "academy.whatsapp": "link",
  "academy.legalName": "text",
  "academy.legalAddress": "text",
  "academy.legalNumbers": "text",
};

/** Something that a template may name. */
export interface Placeholder {
  readonly kind: ValueKind;
  /** The value that a condition around this one must test, because it may be missing: `<If has="next">`. */
  readonly guard: string | null;
  readonly isRequired: boolean;
}

/** Returns everything that a mail's template may name. */
export function placeholdersOf(mail: MailName): Readonly<Record<string, Placeholder>> {
  const placeholder = (name: string, rule: ValueRule, outer: string | null): Placeholder => ({
    kind: rule.replace("?", "") as ValueKind,
    guard: rule.endsWith("?") || rule === "flag" ? name : outer,
    isRequired: REQUIRED[mail].includes(name),
  });
  const entries = Object.entries(valueRules(mail)).flatMap(([name, rule]) => {
    const whole = placeholder(name, rule, null);
    const parts = Object.entries(PARTS[whole.kind] ?? {});
    return [
      [name, whole] as const,
      ...parts.map(([partName, inner]) => {
        const path = `${name}.${partName}`;
        return [path, placeholder(path, inner, whole.guard)] as const;
      }),
    ];
  });
  const academy = Object.entries(ACADEMY_VALUES).map(
    ([name, kind]) => [name, placeholder(name, kind, null)] as const,
  );
  return Object.fromEntries([...entries, ...academy]);
}
