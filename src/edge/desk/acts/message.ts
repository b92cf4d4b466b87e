import { dayLabel } from "~/domain/dates/day.ts";
import { chargeLabel } from "~/domain/enrolment/charge.ts";
import { missingOf, unpaidCharges } from "~/domain/enrolment/enrolment-standing.ts";
import { formatExact } from "~/domain/money/money.ts";
import type { DeskEnrolment } from "../enrolment/desk-enrolment.ts";
import { act } from "./act.ts";

const LONGEST = 1500;

/** The app's own scheme: through no server's address, which would store the number. */
export function whatsappAddress(number: string, text: string): string {
  return `whatsapp://send?phone=${number.replace(/\D/g, "")}&text=${encodeURIComponent(text)}`;
}

/** The learner's WhatsApp number; empty where none is known. */
export function whatsappNumber({ enrolment: { learner } }: Pick<DeskEnrolment, "enrolment">): string {
  return learner.whatsapp || learner.phone;
}

/** A message to the learner, already written. The desk notes it, and hands it to WhatsApp on this device. */
export const message = act<string>({
  name: "message",
  title: "Message by WhatsApp",
  role: "staff",
  isAddition: true,
  intro: (subject) => `To ${whatsappNumber(subject)}. Read it, change what you like, and go on to WhatsApp.`,
  refusal: (subject) =>
    whatsappNumber(subject) === "" ? "No number of this learner is known. Correct the details first." : null,
  fields: async (subject, { context }) => [
    { name: "text", label: "Message", kind: "textarea", value: written(subject, context.templates.academy) },
  ],
  read: (typed) => {
    const text = typed("text");
    if (text === "") return { ok: false, problems: { text: "Write the message first." } };
    if (text.length > LONGEST) {
      return {
        ok: false,
        problems: { text: `Write ${LONGEST} characters at most; this has ${text.length}.` },
      };
    }
    return { ok: true, input: text };
  },
  confirm: null,
  prepare: async (text) => ({ summary: "Wrote a WhatsApp message", detail: text, statements: [] }),
});

function written(
  { enrolment, standing }: DeskEnrolment,
  { name, site }: { readonly name: string; readonly site: URL },
): string {
  const { learner, course } = enrolment;
  const hello = `Hello${learner.firstName ? ` ${learner.firstName}` : ""}, this is ${name}, about ${course.name}.`;
  const [next] = unpaidCharges(standing.charges);
  const where = `You can see and pay it here:\n${new URL("/My-enrolment", site).href}`;
  if (!next || enrolment.withdrawnOn) return hello;
  const label = chargeLabel(next, standing.charges.length);
  const amount = formatExact(missingOf(next));
  if (next.state === "overdue" && next.due) {
    return `${hello} ${label}, ${amount}, was due on ${dayLabel(next.due)}. ${where}\n\nIf something keeps you from paying, please tell us.`;
  }
  return `${hello} Next to pay: ${label}, ${amount}${next.due ? `, by ${dayLabel(next.due)}` : ""}. ${where}`;
}
