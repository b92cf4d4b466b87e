import { isBlank } from "~/domain/text.ts";
import { emailProblem, readEmail } from "./email-address.ts";

/** The visible labels of the contact form's fields in its order, also in the mail. */
export const CONTACT_LABELS = {
  firstname: "First Name",
  lastname: "Last Name",
  email: "Email Address",
  phone: "Phone Number",
  message: "Message",
} as const;
export type ContactField = keyof typeof CONTACT_LABELS;
export const CONTACT_FIELDS = Object.keys(CONTACT_LABELS) as ContactField[];

export type ContactMessage = Readonly<Record<ContactField, string>>;
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>;

const CONTACT_LINES = new RegExp(
  CONTACT_FIELDS.map(
    (field) => `${CONTACT_LABELS[field]}: ${field === "message" ? "([\\s\\S]*)" : "(.*)"}`,
  ).join("\n"),
);

/** Reads a message from the plain text of its mail; null if the text has another form. */
export function readContactText(text: string): ContactMessage | null {
  const match = CONTACT_LINES.exec(text);
  if (!match) return null;
  const values = CONTACT_FIELDS.map((field, index) => [field, match[index + 1]]);
  return Object.fromEntries(values);
}

const MISSING: Record<ContactField, string> = {
  firstname: "Enter your first name.",
  lastname: "Enter your last name.",
  email: "Enter your email address. We'll reply there.",
  phone: "Enter your phone number.",
  message: "Tell us what you'd like to know.",
};

/** Returns the empty fields; spaces count as empty. */
export function emptyFields(message: ContactMessage): ContactField[] {
  return CONTACT_FIELDS.filter((field) => isBlank(message[field]));
}

/** Returns the errors by field, each saying how to correct it; empty if the message is valid. */
export function checkContactMessage(message: ContactMessage): ContactErrors {
  const errors: Partial<Record<ContactField, string>> = {};
  for (const field of emptyFields(message)) errors[field] = MISSING[field];
  const problem = errors.email ? null : emailProblem(readEmail(message.email));
  if (problem) errors.email = problem;
  return errors;
}

/** The minimum time from page load to submit. A faster sender is a program. */
export const MIN_FILL_MS = 2_000;

/** The request header that tells how long the page was open when the form was submitted, in ms. */
export const FILL_TIME_HEADER = "Form-Open-Ms";

/** The roles of senders and recipients. The edge knows their addresses; the visitor's browser does not. */
export const SITE_ROLE = "site";
export const ACADEMY_ROLE = "academy";

/** Returns the role of a member of staff, e.g. `staff-1`. @param index the place in content/site.yaml, from 0 */
export function staffRole(index: number): string {
  return `staff-${index + 1}`;
}

/** The sender and the recipient of a visitor's mail, as roles, or as addresses if a gateway delivers. */
export interface MailRoute {
  readonly from: string;
  readonly to: string;
}
