import type { Child } from "hono/jsx";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import type { Statement } from "~/edge/database.ts";
import type { FormField } from "~/edge/desk/desk-parts.tsx";
import type { DeskRequest, DeskRole } from "~/edge/desk/desk-request.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { DeskAction } from "~/edge/desk/trail.tsx";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import {
  changeRecipients,
  isOtherAddress,
  rewritingReminders,
  writingChanges,
} from "~/edge/enrolments/mails/changed-mail.ts";
import { updateEnrolment } from "~/edge/enrolments/update-enrolment.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";

/** Returns what is typed into a field of an action's form, by the field's name. */
export type Typed = (name: string) => string;

/** The messages about fields, by the fields' names. */
export type Problems = Readonly<Record<string, string>>;

export interface ActionEffect {
  /** The effect in words, without personal data. */
  readonly summary: string;
  readonly detail?: string;
  /** The earlier agreement for an undo, as JSON without personal data. */
  readonly restores?: string;
  /** The reference of a payment or the number of a mail that the action is about. */
  readonly subject?: string;
  /** Statements that run in one batch with the trail's line. */
  readonly statements: readonly Statement[];
  /** Runs after the batch. Sweeps repeat it if it fails. */
  readonly after?: () => Promise<unknown>;
}

/** The sentence that says why something cannot be done. */
interface Refused {
  readonly refusal: string;
}

export type Reading<Input> = { readonly input: Input } | { readonly problems: Problems };

export interface Action<Input> {
  /** The action's name in addresses. */
  readonly name: string;
  readonly title: string;
  readonly role: DeskRole;
  /** Returns why the action cannot be done now, in a sentence; `null` if it can. */
  readonly refusal?: (subject: DeskEnrolment) => string | null;
  readonly intro?: (subject: DeskEnrolment, request: DeskRequest) => string;
  readonly fields: (subject: DeskEnrolment, request: DeskRequest) => Promise<readonly FormField[]>;
  readonly read: (typed: Typed, subject: DeskEnrolment, request: DeskRequest) => Reading<Input>;
  /** Returns the effect in sentences for the user to confirm; `null` if the action can be undone instead. */
  readonly confirm:
    | ((input: Input, subject: DeskEnrolment, request: DeskRequest) => Promise<readonly string[]>)
    | null;
  /** Returns the preview that is shown with the question. */
  readonly preview?: (input: Input, subject: DeskEnrolment, request: DeskRequest) => Child;
  /** Prepares the effect. @param token the form's token, which makes a repeated post have no second effect */
  readonly prepare: (
    input: Input,
    subject: DeskEnrolment,
    request: DeskRequest,
    token: string,
  ) => Promise<ActionEffect>;
  /** Whether the action only adds something, so that changes by others need not be shown first. */
  readonly isAddition?: boolean;
  /** Whether the action concerns state and money, not the person, so that it is allowed after erasing. */
  readonly isOfBooks?: boolean;
  readonly undo?: (
    action: DeskAction,
    subject: DeskEnrolment,
    request: DeskRequest,
  ) => Promise<ActionEffect | Refused>;
}

export interface AnyAction
  extends Pick<
    Action<never>,
    "name" | "title" | "role" | "refusal" | "intro" | "isAddition" | "isOfBooks" | "undo" | "fields"
  > {
  /** Reads a form and returns its confirmation and its effect. */
  readonly ask: (
    typed: Typed,
    subject: DeskEnrolment,
    request: DeskRequest,
  ) =>
    | { readonly problems: Problems }
    | {
        readonly confirmation: () => Promise<readonly string[]> | null;
        readonly preview: () => Child;
        readonly prepare: (token: string) => Promise<ActionEffect>;
      };
}

/** Makes an action whose input type is hidden, so that all actions fit into one list. */
export function defineAction<Input>({ read, confirm, preview, prepare, ...rest }: Action<Input>): AnyAction {
  return {
    ...rest,
    ask: (typed, subject, request) => {
      const reading = read(typed, subject, request);
      if ("problems" in reading) return reading;
      const { input } = reading;
      return {
        confirmation: () => confirm?.(input, subject, request) ?? null,
        preview: () => preview?.(input, subject, request) ?? null,
        prepare: (token) => prepare(input, subject, request, token),
      };
    },
  };
}

/** Returns the effect of a change: the change, and a mail to its learner, once for each mark. */
export async function changeEffect(
  context: DeskRequest["context"],
  before: EnrolmentRecord,
  mark: string,
  {
    after = before,
    changes,
    statements,
    ...words
  }: Omit<ActionEffect, "after"> & { after?: EnrolmentRecord; changes: readonly MailChange[] },
): Promise<ActionEffect> {
  const key = `${before.id}:changed:${mark}:`;
  const rewriteReminders = await rewritingReminders(context, before);
  const mails = await writingChanges(context, { before, after, changes }, { key, byStaff: true });
  return {
    ...words,
    statements: [...statements, ...mails],
    after: async () => {
      await updateEnrolment(context, before.id);
      await enqueueLearnerMails(context, key);
      if (isOtherAddress(before, after)) await rewriteReminders();
    },
  };
}

/** Says in a sentence who is notified of a change by mail. @param what the end of the sentence: "about it" */
export function recipientsText(before: EnrolmentRecord, after: EnrolmentRecord, what: string): string {
  const { length } = changeRecipients(before, after);
  if (length > 0) return `${length > 1 ? "Both addresses get" : "The learner gets"} an email ${what}.`;
  return `No email is sent: ${after.state === "started" ? "nothing is paid for this enrolment" : "no address is known"}.`;
}
