import { ACCESS_WORDS } from "~/domain/enrolment/access.ts";
import { describePolicy, lateConsequence } from "~/domain/enrolment/late-payment.ts";
import type { MailCharge, MailName } from "~/domain/mail/learner-mails.ts";
import type { MailValues } from "~/domain/mail/mail-values.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { describeDue } from "~/domain/pricing/payment-plan.ts";

export type MailExample = { [Name in MailName]: ExampleOf<Name> }[MailName];
interface ExampleOf<Name extends MailName> {
  readonly title: string;
  readonly name: Name;
  readonly values: MailValues[Name];
}

const ENROLMENT_LINK = new URL("https://academy.example/My-enrolment#ENR-7Q2M4X8K9A.4f1c9a3de07b4c5a9e21");
const STOP_LINK = new URL("https://academy.example/prod/reminders/4f1c9a3de07b4c5a9e21");

const enrolled = {
  firstName: "Adaeze",
  courseName: "DevOps Full",
  planName: "Five Installments",
  cohort: "15 February 2027",
};

const naira = (amount: number) => fromMajor("NGN", amount);

/** Returns the charges of the plan of five installments. @param nextStatus the status of the first unpaid one */
function installments(paidCount: number, nextStatus: MailCharge["status"]): MailCharge[] {
  const charges: Omit<MailCharge, "when" | "status">[] = [
    { label: "Registration fee", amount: naira(15_000), due: "2026-11-22" },
    { label: "Tuition, payment 1 of 6", amount: naira(194_000), due: "2026-11-22" },
    ...[3, 4, 5, 6, 7].map((month, index) => ({
      label: `Tuition, payment ${index + 2} of 6`,
      amount: naira(70_000),
      due: `2027-0${month}-15`,
    })),
  ];
  return charges.map((charge, index) => {
    if (index < paidCount) return { ...charge, when: "", status: "paid" };
    const status = index === paidCount ? nextStatus : "open";
    return { ...charge, when: describeDue(charge.due, { isOverdue: status === "overdue" }), status };
  });
}

/** Returns a charge for a cohort without a date. */
function undatedCharge(label: string, dollars: number, when: string): MailCharge {
  return { label, amount: fromMajor("USD", dollars), due: null, when, status: when === "" ? "paid" : "open" };
}

const FIRST_OF_TWO = undatedCharge("Tuition, payment 1 of 2", 250, "");
const SECOND_OF_TWO = undatedCharge("Tuition, payment 2 of 2", 250, describeDue({ count: 3, unit: "week" }));

const receiptForOthers = {
  ...enrolled,
  paidFor: "Registration fee and tuition, payment 1 of 6",
  amount: naira(209_000),
  receiptNumber: "2026-000123",
  issuedOn: "2026-11-22",
  vat: "7.5%, included: N14,581.40",
  buyer: "Adaeze Okafor",
  reference: "TUI-20261122-7Q2M4X8K9A",
  paidOn: "2026-11-22",
  paidThrough: "Paystack",
} as const;

const receipt = {
  ...receiptForOthers,
  access: ACCESS_WORDS.active,
  charges: installments(2, "open"),
  left: naira(350_000),
  next: installments(2, "open")[2] ?? null,
  credit: null,
  short: null,
  feeDue: null,
  tuitionToCome: false,
  detailsMissing: false,
  enrolmentLink: ENROLMENT_LINK,
} as const;

const changed = {
  ...enrolled,
  changedOn: "2026-11-22",
  byStaff: false,
  enrolmentLink: ENROLMENT_LINK,
} as const;

const reminder = {
  ...enrolled,
  dueFor: "Tuition, payment 2 of 6",
  amount: naira(70_000),
  due: "2027-03-15",
  enrolmentLink: ENROLMENT_LINK,
  stopLink: STOP_LINK,
} as const;

const LATE_CONSEQUENCE = lateConsequence("dropped-after-a-month", reminder.due);

function example<Name extends MailName>(
  title: string,
  name: Name,
  values: MailValues[Name],
): ExampleOf<Name> {
  return { title, name, values };
}

export const mailExamples: readonly MailExample[] = [
  example("Receipt", "receipt", receipt),
  example("Receipt of someone who paid on Pricing, and has given no details yet", "receipt", {
    ...receipt,
    firstName: null,
    cohort: null,
    courseName: "AWS Combined",
    planName: "Two Installments",
    paidFor: "Tuition, payment 1 of 2",
    amount: fromMajor("USD", 250),
    vat: null,
    buyer: null,
    paidThrough: "PayPal",
    charges: [undatedCharge("Registration fee", 9, describeDue("first-class")), FIRST_OF_TWO, SECOND_OF_TWO],
    left: fromMajor("USD", 259),
    next: SECOND_OF_TWO,
    feeDue: fromMajor("USD", 9),
    detailsMissing: true,
  }),
  example("Receipt of a little less than was asked for", "receipt", {
    ...receipt,
    paidFor: "Tuition, payment 2 of 6",
    amount: naira(69_500),
    vat: "exempt",
    paidThrough: "bank transfer",
    charges: installments(3, "open"),
    left: naira(280_000),
    short: naira(500),
  }),
  example("Receipt of the last payment, with more than was asked for", "receipt", {
    ...receipt,
    paidFor: "Tuition, payment 6 of 6",
    amount: naira(75_000),
    vat: "exempt",
    paidThrough: "bank transfer",
    charges: installments(7, "open"),
    left: null,
    next: null,
    credit: naira(5_000),
  }),
  example("Receipt for someone else who paid, or a guardian", "receipt", {
    ...receiptForOthers,
    paidFor: "Tuition, payment 2 of 6",
    amount: naira(70_000),
    vat: "exempt",
  }),
  example("Refund", "refund", {
    ...enrolled,
    amount: naira(184_000),
    reference: receiptForOthers.reference,
    refundedOn: "2027-02-19",
    refundedThrough: "Paystack",
    creditNote: "2027-C00007 for receipt 2026-000123",
    enrolmentLink: ENROLMENT_LINK,
  }),
  example("A week before the day", "due-soon", { ...reminder, charges: installments(2, "due") }),
  example("On the day", "due", { ...reminder, charges: installments(2, "due") }),
  example("Three days after the day", "overdue", {
    ...reminder,
    charges: installments(2, "overdue"),
    access: ACCESS_WORDS.restricted,
    lateRule: LATE_CONSEQUENCE && {
      words: describePolicy(LATE_CONSEQUENCE.policy),
      day: LATE_CONSEQUENCE.from,
    },
  }),
  example("Two links", "link", {
    firstName: "Adaeze",
    enrolments: [
      { courseName: "DevOps Full", cohort: "15 February 2027", link: ENROLMENT_LINK },
      { courseName: "AI Advanced", cohort: null, link: ENROLMENT_LINK },
    ],
  }),
  example("Changed by staff", "changed", {
    ...changed,
    changes: [
      { what: "Cohort", before: "16 November 2026", after: "15 February 2027" },
      { what: "Phone number", before: null, after: null },
    ],
    byStaff: true,
  }),
  example("Changed by the learner", "changed", {
    ...changed,
    changes: [{ what: "Email Address", before: null, after: null }],
  }),
  example("Changed, to the former address", "changed", {
    ...changed,
    firstName: null,
    changes: null,
    enrolmentLink: null,
  }),
  example("The next class, to a learner without a cohort", "next-class", {
    ...enrolled,
    cohort: null,
    starts: "2027-02-15",
    closes: "2027-02-12",
    enrolmentLink: ENROLMENT_LINK,
  }),
  example("A message of staff to a cohort", "cohort-message", {
    ...enrolled,
    message: ["The first class moves to 18:00.", "", "Bring your laptop & charger."],
    enrolmentLink: ENROLMENT_LINK,
  }),
  example("Confirm an address", "confirm", {
    about: "the next cohort of DevOps Full",
    confirmLink: new URL("https://academy.example/prod/subscriptions/4f1c9a3de07b4c5a9e21aa"),
    stopLink: new URL("https://academy.example/prod/subscriptions/4f1c9a3de07b4c5a9e21aa/stop"),
  }),
  example("Confirm a new address", "confirm-address", {
    firstName: "Adaeze",
    courseName: "DevOps Full",
    confirmLink: new URL("https://academy.example/prod/addresses/4f1c9a3de07b4c5a9e21aa"),
  }),
  example("Registration is open", "opening", {
    courseName: "DevOps Full",
    starts: "2027-02-15",
    closes: "2027-02-12",
    signupLink: new URL("https://academy.example/Signup?course=devops-full"),
  }),
];
