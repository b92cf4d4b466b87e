/** The mails to learners and payers. */
import type { Vat } from "~/domain/contact/site-facts.ts";
import type { Day } from "~/domain/dates/day.ts";
import type { ChargeStatus } from "~/domain/enrolment/enrolment-status.ts";
import type { Money } from "~/domain/money/money.ts";
import { oneLine } from "~/domain/visible-text.ts";

/** The beginning of each mail's subject, by which mailboxes are searched. Editors cannot change it. */
export const SUBJECT_BEGINS = {
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
} as const;

export type MailName = keyof typeof SUBJECT_BEGINS;
/** The mails' names, each that of a file in content/mails. */
export const MAIL_NAMES = Object.keys(SUBJECT_BEGINS) as MailName[];

/** One charge of an enrolment, as a line of a table. */
export interface MailCharge {
  /** "Registration fee", "Tuition, payment 2 of 6". */
  readonly label: string;
  readonly amount: Money;
  /** The last day on which it is in time; null while the cohort has none. */
  readonly due: Day | null;
  /** "Due on Jan 5, 2027", "Due 1 month after the first class"; empty for one that is paid. */
  readonly when: string;
  readonly status: ChargeStatus;
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
