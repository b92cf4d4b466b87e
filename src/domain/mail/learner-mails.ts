/** The mails to learners and payers, and the values that each of them needs. */
import type { Vat } from "~/domain/contact/site-facts.ts";
import type { Day } from "~/domain/dates/day.ts";
import type { Money } from "~/domain/money/money.ts";
import { oneLine } from "~/domain/visible-text.ts";

/** The mails' names, each that of a file in content/mails. */
export const MAIL_NAMES = [
  "receipt",
  "refund",
  "due-soon",
  "due",
  "overdue",
  "link",
  "changed",
  "next-class",
  "cohort-message",
  "confirm",
  "confirm-address",
  "opening",
] as const;
export type MailName = (typeof MAIL_NAMES)[number];

/** The beginning of each subject, by which mailboxes are searched. Editors cannot change it. */
export const SUBJECT_BEGINS: Readonly<Record<MailName, string>> = {
  receipt: "Receipt",
  refund: "Refund",
  "due-soon": "Due on",
  due: "Due today",
  overdue: "Overdue",
  link: "Your link",
  changed: "Your enrolment",
  "next-class": "The next class",
  "cohort-message": "A message",
  confirm: "Please confirm",
  "confirm-address": "Please confirm",
  opening: "Registration is open",
};

/** One charge of an enrolment, as a line of a table. */
export interface MailCharge {
  /** "Registration fee", "Tuition, payment 2 of 6". */
  readonly label: string;
  readonly amount: Money;
  /** The last day on which it is in time; null while the cohort has none. */
  readonly due: Day | null;
  /** "Due on Jan 5, 2027", "Due 1 month after the first class"; empty for one that is paid. */
  readonly when: string;
  readonly status: "open" | "due" | "overdue" | "paid";
}

/** One detail that was changed. */
export interface MailChange {
  /** "Cohort", "Phone number". */
  readonly what: string;
  /** The academy's own words; null for a value that a visitor typed, which no mail repeats. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the current and the previous value as words; `previous` is null if it is not shown. */
export function changeWords({ before, after }: MailChange): { current: string; previous: string | null } {
  return {
    current: after === null ? "Changed" : oneLine(after),
    previous: before === null ? null : `Before: ${oneLine(before)}`,
  };
}

/** An enrolment and a link that opens it. */
export interface LinkedEnrolment {
  readonly courseName: string;
  readonly cohort: string | null;
  readonly link: URL;
}

/** The consequence of a late payment, by the terms of its plan. */
export interface LateRule {
  /** One or two sentences. */
  readonly words: string;
  /** The first day on which it applies. */
  readonly day: Day;
}

/** Typed lines. An empty line separates two paragraphs. */
export type TypedLines = readonly string[];

interface Enrolled {
  /** The learner's, as typed; null while it is not known. */
  readonly firstName: string | null;
  readonly courseName: string;
  readonly planName: string | null;
  /** The cohort's name in content, never as a visitor typed it. */
  readonly cohort: string | null;
}

/**
 * The receipt for a guardian, or for a payer other than the learner. It does not lead to the enrolment or
 * list other charges.
 */
export interface ReceiptForOthers extends Enrolled {
  /** "Registration fee and tuition, payment 1 of 6". */
  readonly paidFor: string;
  readonly amount: Money;
  /** "2026-000123". */
  readonly receiptNumber: string;
  /** In Lagos. */
  readonly issuedOn: Day;
  /** The text of `ReceiptView`; null if the receipt has no line of VAT. */
  readonly vat: string | null;
  /** The payer's name; null if it is unknown. */
  readonly buyer: string | null;
  readonly reference: string;
  /** In Lagos. */
  readonly paidOn: Day;
  /** "Paystack", "PayPal", "bank transfer". */
  readonly paidThrough: string;
}

export interface ReceiptForLearner extends ReceiptForOthers {
  /** The sentence about access to the learning portal; null without access. */
  readonly access: string | null;
  /** Every charge of the enrolment, in order, after this payment. */
  readonly charges: readonly MailCharge[];
  /** The outstanding amount; null if it is zero. */
  readonly left: Money | null;
  readonly next: MailCharge | null;
  /** The amount that was paid beyond all charges; null if it is zero. */
  readonly credit: Money | null;
  /** The tolerated shortfall of the charges that this payment paid; null if it is zero. */
  readonly short: Money | null;
  /** The registration fee, while it is not paid. */
  readonly feeDue: Money | null;
  /** Whether tuition is not announced yet. Then `left` is null although not everything is paid. */
  readonly tuitionToCome: boolean;
  /** Whether the learner's details are still to be given. */
  readonly detailsMissing: boolean;
  readonly enrolmentLink: URL;
}

/** To the learner, once a requested refund has gone back to the payer. */
export interface RefundNotice extends Enrolled {
  readonly amount: Money;
  /** The reference of the payment. */
  readonly reference: string;
  /** In Lagos. */
  readonly refundedOn: Day;
  /** "Paystack", "PayPal". */
  readonly refundedThrough: string;
  /** "2026-C00007 for receipt 2026-000123"; null while it has no number. */
  readonly creditNote: string | null;
  readonly enrolmentLink: URL;
}

export interface Reminder extends Enrolled {
  /** "Tuition, payment 2 of 6". */
  readonly dueFor: string;
  /** The amount that is to be paid by `due`. */
  readonly amount: Money;
  readonly due: Day;
  readonly charges: readonly MailCharge[];
  readonly enrolmentLink: URL;
  /** The page that asks whether to stop reminders; a POST stops them. Also the mail's List-Unsubscribe. */
  readonly stopLink: URL;
}

export interface OverdueReminder extends Reminder {
  /** The access to the learning portal, as in {@link ReceiptForLearner}. */
  readonly access: string | null;
  /** null if the plan has no such rule. */
  readonly lateRule: LateRule | null;
}

export interface FreshLinks {
  readonly firstName: string | null;
  readonly enrolments: readonly LinkedEnrolment[];
}

export interface EnrolmentChanged extends Enrolled {
  /** Null, like the link, in the mail to a former address: a stranger may read it. */
  readonly changes: readonly MailChange[] | null;
  /** In Lagos. */
  readonly changedOn: Day;
  /** Whether staff made the change; otherwise the learner did. */
  readonly byStaff: boolean;
  readonly enrolmentLink: URL | null;
}

/** To a learner who is in no cohort, once for each that is announced. */
export interface NextClass extends Enrolled {
  /** Day of the first class. */
  readonly starts: Day;
  /** Last day to join. */
  readonly closes: Day;
  readonly enrolmentLink: URL;
}

/** A message from staff to the learners of a cohort, or to one of them. */
export interface CohortMessage extends Enrolled {
  readonly message: TypedLines;
  readonly enrolmentLink: URL;
}

/** Double opt-in: asks the owner of a typed address whether the mails are wanted. */
export interface Confirmation {
  /** "news of courses and dates". */
  readonly about: string;
  /** The page that asks; a POST confirms. */
  readonly confirmLink: URL;
  /** The page that asks; a POST leaves the list. Also the mail's List-Unsubscribe. */
  readonly stopLink: URL;
}

/** To a learner's new address. Its owner may be somebody else, so it names the course and opens nothing. */
export interface AddressConfirmation {
  readonly firstName: string | null;
  readonly courseName: string;
  /** The page that asks; a POST confirms. */
  readonly confirmLink: URL;
}

export interface OpeningNotice {
  /** null if it is about any course. */
  readonly courseName: string | null;
  /** Day of the first class. */
  readonly starts: Day;
  /** Last day to register. */
  readonly closes: Day;
  readonly signupLink: URL;
}

/** The values that each mail needs. */
export interface MailValues {
  readonly receipt: ReceiptForLearner | ReceiptForOthers;
  readonly refund: RefundNotice;
  readonly "due-soon": Reminder;
  readonly due: Reminder;
  readonly overdue: OverdueReminder;
  readonly link: FreshLinks;
  readonly changed: EnrolmentChanged;
  readonly "next-class": NextClass;
  readonly "cohort-message": CohortMessage;
  readonly confirm: Confirmation;
  readonly "confirm-address": AddressConfirmation;
  readonly opening: OpeningNotice;
}

/** The academy, as every mail may name it. */
export interface MailAcademy {
  readonly name: string;
  readonly email: string;
  /** The number as people read it. */
  readonly phone: string;
  /** "+" and digits. */
  readonly dial: string;
  readonly whatsapp: URL;
  /** The site's own address. */
  readonly site: URL;
  readonly legalName: string;
  readonly legalAddress: string;
  /** "RC 1234567, TIN 12345678-0001". */
  readonly legalNumbers: string;
  readonly vat: Vat;
}

/** The page that the links of mails open. The edge shows one part of it. */
export const MAIL_LINK_PAGE = "/Email-link";

/** The parts of the page: questions that a POST answers, their outcomes, and errors of links. */
export const MAIL_LINK_PARTS = [
  "list-question",
  "list-joined",
  "list-unknown",
  "leave-question",
  "left",
  "not-listed",
  "leave-unknown",
  "address-question",
  "address-confirmed",
  "address-unknown",
  "reminders-question",
  "reminders-stopped",
  "reminders-unknown",
  "not-opened",
  "failed",
] as const;
export type MailLinkPart = (typeof MAIL_LINK_PARTS)[number];
