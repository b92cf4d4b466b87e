/**
 * The contact form over time.
 *
 * editing → sending, when the message is valid; otherwise it stays in editing and shows the errors.
 * sending → sent, when the mail was accepted: only now are the fields cleared.
 * sending → pending, when there was no answer: the message is stored, and sent once the network is back.
 * sending → editing, when it was refused: the text stays, and an alert says what to do.
 * pending → sending, when the visitor tries again; → sent, when it was accepted meanwhile.
 * pending → editing, when the visitor takes the message back, or it was refused.
 * sent → editing, when the thank-you is closed.
 */
import {
  BLANK_CONTACT_MESSAGE,
  CONTACT_FIELDS,
  type ContactErrors,
  type ContactField,
  type ContactMessage,
  checkContactMessage,
  emptyFields,
} from "~/domain/contact/contact-message.ts";

export interface ContactFormState {
  readonly phase: "editing" | "sending" | "pending" | "sent";
  readonly message: ContactMessage;
  /** Errors that are shown, beside their fields. */
  readonly errors: ContactErrors;
  /** What went wrong with the form as a whole. */
  readonly alert: string | null;
}

/** Why a mail was refused. `status` is null without an answer, `reply` without a message in it. */
export interface Refusal {
  readonly status: number | null;
  readonly reply: string | null;
}

export const FILL_ALL_FIELDS = "Please fill all fields";
const SEND_FAILED = "Sorry... something went wrong on our side, please try again";

export const BLANK_FORM: ContactFormState = {
  phase: "editing",
  message: BLANK_CONTACT_MESSAGE,
  errors: {},
  alert: null,
};

/** A field changed: an error that is shown is checked again. Ignored except while editing. */
export function withText(state: ContactFormState, field: ContactField, text: string): ContactFormState {
  if (state.phase !== "editing") return state;
  const message = { ...state.message, [field]: text };
  return {
    ...state,
    message,
    errors: state.errors[field] ? recheck(state.errors, message, field) : state.errors,
  };
}

/** A field lost the focus: it is checked, unless it is empty, which only Send reports. */
export function leftField(state: ContactFormState, field: ContactField): ContactFormState {
  if (state.message[field].trim() === "") return state;
  return { ...state, errors: recheck(state.errors, state.message, field) };
}

/** Send was pressed, or Try now while the message is pending. */
export function submitted(state: ContactFormState): ContactFormState {
  if (state.phase === "pending") return { ...state, phase: "sending" };
  if (state.phase !== "editing") return state;
  const errors = checkContactMessage(state.message);
  if (Object.keys(errors).length === 0) return { ...state, phase: "sending", errors: {}, alert: null };
  return { ...state, errors, alert: emptyFields(state.message).length > 0 ? FILL_ALL_FIELDS : null };
}

/** The mail was accepted. */
export function accepted(): ContactFormState {
  return { ...BLANK_FORM, phase: "sent" };
}

/** There was no answer. */
export function postponed(state: ContactFormState): ContactFormState {
  return { ...state, phase: "pending", errors: {}, alert: null };
}

/** The visitor took the message back, or another tab removed it: it can be edited again. */
export function takenBack(state: ContactFormState): ContactFormState {
  return state.phase === "sent" ? state : { ...state, phase: "editing" };
}

/** The form filled with values by field name, of this page before hydration or of a pending mail. */
export function withValues(values: Readonly<Record<string, unknown>>): ContactFormState {
  return CONTACT_FIELDS.reduce(
    (state, field) => withText(state, field, String(values[field] ?? "")),
    BLANK_FORM,
  );
}

/** Whether every field is empty; spaces count as empty. */
export function isBlank({ message }: ContactFormState): boolean {
  return emptyFields(message).length === CONTACT_FIELDS.length;
}

/** The mail was refused. A refusal meant for the visitor shows its own message, any other a general apology. */
export function refused(state: ContactFormState, { status, reply }: Refusal): ContactFormState {
  return { ...state, phase: "editing", alert: (isForVisitor(status) && reply) || SEND_FAILED };
}

/** Whether a status is meant for the visitor: 401, 403 or 429 ("try later"). Any other is a fault of ours, to be logged. */
export function isForVisitor(status: number | null): boolean {
  return status === 401 || status === 403 || status === 429;
}

/** The first field that shows an error, in the order of the form. */
export function firstWrongField({ errors }: ContactFormState): ContactField | null {
  return CONTACT_FIELDS.find((field) => errors[field]) ?? null;
}

function recheck(visibleErrors: ContactErrors, message: ContactMessage, field: ContactField): ContactErrors {
  const { [field]: _, ...others } = visibleErrors;
  const error = checkContactMessage(message)[field];
  return error ? { ...others, [field]: error } : others;
}
