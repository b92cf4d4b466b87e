import type { Child } from "hono/jsx";
import type { MailChange } from "~/domain/mail/learner-mails.ts";
import type { AppContext } from "~/edge/app-context.ts";
import type { Statement } from "~/edge/database.ts";
import type { FormField, Problems } from "~/edge/desk/desk-form.tsx";
import type { DeskRequest, DeskRole } from "~/edge/desk/desk-request.ts";
import type { DeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import type { DeskAction, NewAction } from "~/edge/desk/trail.tsx";
import type { EnrolmentRecord } from "~/edge/enrolments/enrolment-record.ts";
import {
  changeRecipients,
  isOtherAddress,
  rewritingReminders,
  writingChanges,
} from "~/edge/enrolments/mails/changed-mail.ts";
import { updateEnrolment } from "~/edge/enrolments/update-enrolment.ts";
import { enqueueLearnerMails } from "~/edge/mail/learner-mail.ts";

/** A function that returns the typed value of a field. */
export type Typed = (name: string) => string;

export interface Effect {
  /** Statements that run in one batch with the trail's line. */
  readonly statements: readonly Statement[];
  /** Runs after the batch. Sweeps repeat it if it fails. */
  readonly after?: () => Promise<unknown>;
}

/** The effect of an action, with what its line in the trail says. */
export interface ActionEffect
  extends Effect,
    Pick<NewAction, "summary" | "detail" | "restores" | "subject"> {}

/** A sentence that says why something cannot be done. */
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
  /** Returns the preview below the sentences. */
  readonly preview?: (input: Input, subject: DeskEnrolment, request: DeskRequest) => Child;
  /** @param token the form's token, with which an effect that is repeated by accident is recognised */
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
  ) => Promise<Effect | Refused>;
}

/** A form that was read, with the functions that depend on its input. */
interface ReadForm {
  readonly confirmation: () => Promise<readonly string[]> | null;
  readonly preview: () => Child;
  readonly prepare: (token: string) => Promise<ActionEffect>;
}

type InputFunctions = "read" | "confirm" | "preview" | "prepare";

export interface AnyAction extends Omit<Action<never>, InputFunctions> {
  readonly readForm: (
    typed: Typed,
    subject: DeskEnrolment,
    request: DeskRequest,
  ) => { readonly problems: Problems } | ReadForm;
}

/** Returns an action whose input type is hidden, so that all actions fit into one list. */
export function defineAction<Input>(action: Action<Input>): AnyAction {
  const { read, confirm, preview, prepare, ...common } = action;
  return {
    ...common,
    readForm: (typed, subject, request) => {
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

interface Change {
  /** The enrolment after the change, if its record differs in what mails depend on. */
  readonly after?: EnrolmentRecord;
  readonly changes: readonly MailChange[];
  readonly statements: readonly Statement[];
}

/** Returns the effect of a change: its statements, and a mail to the learner. @param token is unique to the change */
export async function changeEffect(
  context: AppContext,
  before: EnrolmentRecord,
  token: string,
  { after = before, changes, statements }: Change,
): Promise<Effect> {
  const keyPrefix = `${before.id}:changed:${token}:`;
  const rewriteReminders = await rewritingReminders(context, before);
  const mails = await writingChanges(context, { before, after, changes }, { keyPrefix, byStaff: true });
  return {
    statements: [...statements, ...mails],
    after: async () => {
      await updateEnrolment(context, before.id);
      await enqueueLearnerMails(context, keyPrefix);
      if (isOtherAddress(before, after)) await rewriteReminders();
    },
  };
}

/** Whether a later agreement, which has not been undone, would be lost by undoing an action. */
export function hasLaterAgreement(actions: readonly DeskAction[], actionId: number): boolean {
  return actions.some(({ id, restores, undoneAt }) => id > actionId && restores !== "" && undoneAt === null);
}

/** Says in a sentence who is notified of a change by mail. @param ending ends the sentence: "about it" */
export function recipientsText(before: EnrolmentRecord, ending: string, after = before): string {
  const { length } = changeRecipients(before, after);
  if (length > 0) return `${length > 1 ? "Both addresses get" : "The learner gets"} an email ${ending}.`;
  return `No email is sent: ${after.state === "started" ? "nothing is paid for this enrolment" : "no address is known"}.`;
}
