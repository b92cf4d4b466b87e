import type { Day } from "~/domain/dates/day.ts";
import type { Money } from "~/domain/money/money.ts";
import type {
  LateRule,
  LinkedEnrolment,
  MailChange,
  MailCharge,
  MailName,
  TypedLines,
} from "./learner-mails.ts";

/** The types of values by their kinds. A "name" was typed by someone. A "flag" can only be a condition. */
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
export type ValueKind = keyof KindTypes;

/** The kind of a value, with a question mark if the value may be null. */
export type ValueRule = ValueKind | `${ValueKind}?`;
type ValueOf<Rule> = Rule extends `${infer Kind extends ValueKind}?`
  ? KindTypes[Kind] | null
  : Rule extends ValueKind
    ? KindTypes[Rule]
    : never;
type ValuesOf<Rules> = { readonly [Name in keyof Rules]: ValueOf<Rules[Name]> };

const ENROLLED = {
  /** The learner's name, as typed; null if it is unknown. */
  firstName: "name?",
  courseName: "text",
  planName: "text?",
  /** The cohort's name in content, never as a visitor typed it. */
  cohort: "text?",
} as const;

/**
 * The receipt for a guardian, or for a payer other than the learner. It does not lead to the enrolment or
 * list other charges.
 */
const RECEIPT = {
  ...ENROLLED,
  /** "Registration fee and tuition, payment 1 of 6". */
  paidFor: "text",
  amount: "money",
  /** "2026-000123". */
  receiptNumber: "text",
  issuedOn: "day",
  /** The text of `ReceiptView`; null if the receipt has no line of VAT. */
  vat: "text?",
  /** The payer's name; null if it is unknown. */
  buyer: "name?",
  reference: "text",
  paidOn: "day",
  /** "Paystack", "PayPal", "bank transfer". */
  paidThrough: "text",
} as const;

/** The values that only the learner's receipt has. */
const LEARNER_RECEIPT = {
  /** The sentence about access to the learning portal; null without access. */
  access: "text?",
  /** Every charge of the enrolment, in order, after this payment. */
  charges: "charges",
  /** The outstanding amount; null if it is zero. */
  left: "money?",
  next: "charge?",
  /** The amount that was paid beyond all charges; null if it is zero. */
  credit: "money?",
  /** The tolerated shortfall of the charges that this payment paid; null if it is zero. */
  short: "money?",
  /** The registration fee, while it is not paid. */
  feeDue: "money?",
  /** Whether tuition is not announced yet. Then `left` is null although not everything is paid. */
  tuitionToCome: "flag",
  /** Whether the learner's details are still to be given. */
  detailsMissing: "flag",
  enrolmentLink: "link",
} as const;

const REMINDER = {
  ...ENROLLED,
  /** "Tuition, payment 2 of 6". */
  dueFor: "text",
  /** The amount that is to be paid by `due`. */
  amount: "money",
  due: "day",
  charges: "charges",
  enrolmentLink: "link",
  /** The page that asks whether to stop reminders, and the mail's List-Unsubscribe. A POST stops the reminders. */
  stopLink: "link",
} as const;

/** The values that each mail needs, except those of the learner's receipt. Days are in Lagos. */
const VALUES = {
  receipt: RECEIPT,
  /** The mail to the learner once a requested refund has gone back to the payer. */
  refund: {
    ...ENROLLED,
    amount: "money",
    /** The reference of the payment. */
    reference: "text",
    refundedOn: "day",
    /** "Paystack", "PayPal". */
    refundedThrough: "text",
    /** "2026-C00007 for receipt 2026-000123"; null until the credit note has a number. */
    creditNote: "text?",
    enrolmentLink: "link",
  },
  "due-soon": REMINDER,
  due: REMINDER,
  overdue: {
    ...REMINDER,
    /** The sentence about access to the learning portal; null without access. */
    access: "text?",
    lateRule: "rule?",
  },
  link: { firstName: "name?", enrolments: "enrolments" },
  changed: {
    ...ENROLLED,
    /** The changes. They and the link are null in the mail to a former address, which a stranger may read. */
    changes: "changes?",
    changedOn: "day",
    /** Whether staff made the change; otherwise the learner did. */
    byStaff: "flag",
    enrolmentLink: "link?",
  },
  /** The mail to a learner without a cohort, once for each cohort that is announced. */
  "next-class": {
    ...ENROLLED,
    /** The day of the first class. */
    starts: "day",
    /** The last day to join. */
    closes: "day",
    enrolmentLink: "link",
  },
  /** A message of staff to the learners of a cohort, or to one of them. */
  "cohort-message": { ...ENROLLED, message: "lines", enrolmentLink: "link" },
  /** The mail that asks the owner of a typed address whether the mails are wanted (double opt-in). */
  confirm: {
    /** "news of courses and dates". */
    about: "text",
    /** The page that asks for the confirmation. A POST confirms. */
    confirmLink: "link",
    /** The page that asks whether to leave the list, and the mail's List-Unsubscribe. A POST leaves it. */
    stopLink: "link",
  },
  /** The mail to a learner's new address. Its owner may be somebody else, so the link opens no enrolment. */
  "confirm-address": {
    firstName: "name?",
    courseName: "text",
    /** The page that asks for the confirmation. A POST confirms. */
    confirmLink: "link",
  },
  opening: {
    /** `null` if the mail is about every course. */
    courseName: "text?",
    /** The day of the first class. */
    starts: "day",
    /** The last day to register. */
    closes: "day",
    signupLink: "link",
  },
} as const satisfies Record<MailName, Record<string, ValueRule>>;

export type ReceiptForOthers = ValuesOf<typeof RECEIPT>;
export type ReceiptForLearner = ReceiptForOthers & ValuesOf<typeof LEARNER_RECEIPT>;

/** The values that each mail needs. */
export type MailValues = {
  readonly [Name in MailName]: Name extends "receipt"
    ? ReceiptForLearner | ReceiptForOthers
    : ValuesOf<(typeof VALUES)[Name]>;
};

/** Returns the values that a mail's template may name. The learner's values are missing in others' receipts. */
export function valueRules(mail: MailName): Readonly<Record<string, ValueRule>> {
  if (mail !== "receipt") return VALUES[mail];
  const learners = Object.entries(LEARNER_RECEIPT).map(([name, rule]) => [name, `${rule.replace("?", "")}?`]);
  return { ...RECEIPT, ...Object.fromEntries(learners) };
}
