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
  /** In words, without personal data. */
  readonly summary: string;
  readonly detail?: string;
  /** The agreement before, for an undo: JSON without personal data. */
  readonly restores?: string;
  /** The reference of a payment, or the number of a mail. */
  readonly subject?: string;
  /** Done together with the trail's line, or not at all. */
  readonly statements: readonly Statement[];
  /** Runs afterwards; what fails here is done by a sweep. */
  readonly after?: () => Promise<unknown>;
}

/** Why something cannot be done, in a sentence. */
interface Refused {
  readonly refusal: string;
}

export type Reading<Input> = { readonly input: Input } | { readonly problems: Problems };

export interface Action<Input> {
  /** In its address. */
  readonly name: string;
  readonly title: string;
  readonly role: DeskRole;
  /** Why it cannot be done now, in a sentence; null where it can. */
  readonly refusal?: (subject: DeskEnrolment) => string | null;
  readonly intro?: (subject: DeskEnrolment, request: DeskRequest) => string;
  readonly fields: (subject: DeskEnrolment, request: DeskRequest) => Promise<readonly FormField[]>;
  readonly read: (typed: Typed, subject: DeskEnrolment, request: DeskRequest) => Reading<Input>;
  /**
   * Returns what will be done, in sentences, for the user to confirm; null where it can be undone instead.
   */
  readonly confirm:
    | ((input: Input, subject: DeskEnrolment, request: DeskRequest) => Promise<readonly string[]>)
    | null;
  /** Returns what is shown with the question. */
  readonly preview?: (input: Input, subject: DeskEnrolment, request: DeskRequest) => Child;
  /** @param token of the form: the same for the same */
  readonly prepare: (
    input: Input,
    subject: DeskEnrolment,
    request: DeskRequest,
    token: string,
  ) => Promise<ActionEffect>;
  /** It changes nothing that exists, so that its user is not asked to look at what others have changed meanwhile. */
  readonly isAddition?: boolean;
  /** About the enrolment's state and money, not the person: it is allowed once the learner was erased, too. */
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
  /** Reads, and gives what confirms and does it. */
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

/** Closes over what an action reads, so that actions of all kinds fit into one list. */
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

/** The effect of what staff change of an enrolment: its learner is mailed, once for each mark. */
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

/** Says in a sentence who is notified by mail of a change. @param what the mail says: "about it" */
export function recipientsText(before: EnrolmentRecord, after: EnrolmentRecord, what: string): string {
  const { length } = changeRecipients(before, after);
  if (length > 0) return `${length > 1 ? "Both addresses get" : "The learner gets"} an email ${what}.`;
  return `No email is sent: ${after.state === "started" ? "nothing is paid for this enrolment" : "no address is known"}.`;
}
