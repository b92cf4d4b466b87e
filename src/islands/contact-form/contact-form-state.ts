/**
 * The contact form over time.
 *
 * editing → sending, when nothing is missing; otherwise it stays in editing and says what is.
 * sending → sent, when the mail was accepted: only now is what was typed let go.
 * sending → waiting, when there was no answer: the message is kept, and sent once the network is back.
 * sending → editing, when it was not accepted: the text stays, and an alert says what to do.
 * waiting → sending, when it is tried again by hand; → sent, when it was accepted meanwhile.
 * waiting → editing, when the visitor takes the message back, or it was refused.
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
  readonly phase: "editing" | "sending" | "waiting" | "sent";
  readonly message: ContactMessage;
  /** Errors that are shown, beside their fields. */
  readonly errors: ContactErrors;
  /** What went wrong with the form as a whole. */
  readonly alert: string | null;
}

/** Why a mail was not accepted; null where there was no answer, or none in words. */
export interface Refusal {
  readonly status: number | null;
  readonly reply: string | null;
}

export const FILL_ALL_FIELDS = "Please fill all fields";
export const SEND_FAILED = "Sorry... something went wrong on our side, please try again";

export const BLANK_FORM: ContactFormState = {
  phase: "editing",
  message: BLANK_CONTACT_MESSAGE,
  errors: {},
  alert: null,
};

/** A field was changed. Its error, where one is shown, follows what is typed. While sending, nothing changes. */
export function withText(state: ContactFormState, field: ContactField, text: string): ContactFormState {
  if (state.phase !== "editing") return state;
  const message = { ...state.message, [field]: text };
  return {
    ...state,
    message,
    errors: state.errors[field] ? recheck(state.errors, message, field) : state.errors,
  };
}

/** A field was left. One that is still empty is not complained about before Send. */
export function leftField(state: ContactFormState, field: ContactField): ContactFormState {
  if (state.message[field].trim() === "") return state;
  return { ...state, errors: recheck(state.errors, state.message, field) };
}

/** Send was pressed, or, while the message waits, Try now. */
export function submitted(state: ContactFormState): ContactFormState {
  if (state.phase === "waiting") return { ...state, phase: "sending" };
  if (state.phase !== "editing") return state;
  const errors = checkContactMessage(state.message);
  if (Object.keys(errors).length === 0) return { ...state, phase: "sending", errors: {}, alert: null };
  return { ...state, errors, alert: emptyFields(state.message).length > 0 ? FILL_ALL_FIELDS : null };
}

/** The mail was accepted. */
export function accepted(): ContactFormState {
  return { ...BLANK_FORM, phase: "sent" };
}

/** There was no answer: the message is kept until there is one. */
export function postponed(state: ContactFormState): ContactFormState {
  return { ...state, phase: "waiting", errors: {}, alert: null };
}

/** The message is not to be sent after all, or another tab has dealt with it: it can be changed again. */
export function takenBack(state: ContactFormState): ContactFormState {
  return state.phase === "sent" ? state : { ...state, phase: "editing" };
}

/** The form with what was typed in an earlier visit. */
export function withTyped(typed: Readonly<Record<string, unknown>>): ContactFormState {
  return CONTACT_FIELDS.reduce(
    (state, field) => withText(state, field, String(typed[field] ?? "")),
    BLANK_FORM,
  );
}

/** Whether nothing was typed; spaces are nothing. */
export function isBlank({ message }: ContactFormState): boolean {
  return emptyFields(message).length === CONTACT_FIELDS.length;
}

/** The mail was not accepted. A refusal of this visitor has its own words; anything else is ours to be sorry for. */
export function refused(state: ContactFormState, { status, reply }: Refusal): ContactFormState {
  return { ...state, phase: "editing", alert: (isForVisitor(status) && reply) || SEND_FAILED };
}

/**
 * 401, 403 and 429 ("send it again later") are answers to this visitor; everything else is a fault that must be looked
 * into.
 */
export function isForVisitor(status: number | null): boolean {
  return status === 401 || status === 403 || status === 429;
}

/** The first field that shows an error, in the order of the form. */
export function firstWrongField({ errors }: ContactFormState): ContactField | null {
  return CONTACT_FIELDS.find((field) => errors[field]) ?? null;
}

function recheck(shown: ContactErrors, message: ContactMessage, field: ContactField): ContactErrors {
  const { [field]: _, ...others } = shown;
  const error = checkContactMessage(message)[field];
  return error ? { ...others, [field]: error } : others;
}
