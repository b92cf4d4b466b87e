/**
 * The values that each mail's template may name. The compiler checks them against the types of the values.
 */
import type { Day } from "~/domain/dates/day.ts";
import type { Money } from "~/domain/money/money.ts";
import type {
  LateRule,
  LinkedEnrolment,
  MailChange,
  MailCharge,
  MailName,
  MailValues,
  TypedLines,
} from "./learner-mails.ts";

/** The kind of a value. A "name" was typed by someone. A "flag" can only be a condition. */
export type ValueKind = keyof KindTypes;
interface KindTypes {
  name: string;
  text: string;
  lines: TypedLines;
  day: Day;
  money: Money;
  link: URL;
  flag: boolean;
  charge: MailCharge;
  rule: LateRule;
  charges: readonly MailCharge[];
  changes: readonly MailChange[];
  enrolments: readonly LinkedEnrolment[];
}

type KeysOf<Values> = Values extends unknown ? keyof Values : never;
type At<Values, Key> = Values extends unknown ? (Key extends keyof Values ? Values[Key] : null) : never;
type KindsOf<Type> = { [Kind in ValueKind]: [Type] extends [KindTypes[Kind]] ? Kind : never }[ValueKind];
/** A kind; with a question mark where the value may be null. */
type Rule<Type> = null extends Type ? `${KindsOf<NonNullable<Type>>}?` : KindsOf<Type>;
type Rules<Values> = { readonly [Key in KeysOf<Values>]: Rule<At<Values, Key>> };

const ENROLLED = { firstName: "name?", courseName: "text", planName: "text?", cohort: "text?" } as const;
const REMINDER = {
  ...ENROLLED,
  dueFor: "text",
  amount: "money",
  due: "day",
  charges: "charges",
  enrolmentLink: "link",
  stopLink: "link",
} as const;

const RULES: { readonly [Name in MailName]: Rules<MailValues[Name]> } = {
  receipt: {
    ...ENROLLED,
    paidFor: "text",
    amount: "money",
    receiptNumber: "text",
    issuedOn: "day",
    vat: "text?",
    buyer: "name?",
    reference: "text",
    paidOn: "day",
    paidThrough: "text",
    access: "text?",
    charges: "charges?",
    left: "money?",
    next: "charge?",
    credit: "money?",
    short: "money?",
    feeDue: "money?",
    tuitionToCome: "flag?",
    detailsMissing: "flag?",
    enrolmentLink: "link?",
  },
  refund: {
    ...ENROLLED,
    amount: "money",
    reference: "text",
    refundedOn: "day",
    refundedThrough: "text",
    creditNote: "text?",
    enrolmentLink: "link",
  },
  "due-soon": REMINDER,
  due: REMINDER,
  overdue: { ...REMINDER, access: "text?", lateRule: "rule?" },
  link: { firstName: "name?", enrolments: "enrolments" },
  changed: { ...ENROLLED, changes: "changes?", changedOn: "day", byStaff: "flag", enrolmentLink: "link?" },
  "next-class": { ...ENROLLED, starts: "day", closes: "day", enrolmentLink: "link" },
  "cohort-message": { ...ENROLLED, message: "lines", enrolmentLink: "link" },
  confirm: { about: "text", confirmLink: "link", stopLink: "link" },
  "confirm-address": { firstName: "name?", courseName: "text", confirmLink: "link" },
  opening: { courseName: "text?", starts: "day", closes: "day", signupLink: "link" },
};

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
const PARTS: Partial<Record<string, Readonly<Record<string, string>>>> = {
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
  const placeholder = (name: string, rule: string, outer: string | null): Placeholder => ({
    kind: rule.replace("?", "") as ValueKind,
    guard: rule.endsWith("?") || rule === "flag" ? name : outer,
    isRequired: REQUIRED[mail].includes(name),
  });
  const entries = Object.entries<string>(RULES[mail]).flatMap(([name, rule]) => {
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
