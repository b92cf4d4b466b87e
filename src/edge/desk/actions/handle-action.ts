import { FORM_TOKEN, FROM_ANOTHER_PAGE } from "~/edge/desk/desk-form.tsx";
import { messagePage, notAllowedPage, seeOther } from "~/edge/desk/desk-page.tsx";
import { type DeskRequest, mayAs, posted } from "~/edge/desk/desk-request.ts";
import { readDeskEnrolment } from "~/edge/desk/enrolment/desk-enrolment.ts";
import { actionOfToken, addingAction, undoingAction } from "~/edge/desk/trail.tsx";
import { failIfChanged } from "~/edge/enrolments/enrolment-store.ts";
import { log, logError, reasonOf } from "~/edge/log.ts";
import type { ActionEffect, AnyAction, Effect } from "./action.ts";
import { type ChosenAction, confirmPage, formPage } from "./action-page.tsx";
import { ACTIONS } from "./actions.ts";
import { changesSince, seenText } from "./seen.ts";

function findAction(name: string): AnyAction | undefined {
  return ACTIONS.find((action) => action.name === name);
}

export async function showAction(request: DeskRequest, id: string, name: string): Promise<Response> {
  const lookup = await findSubjectAndAction(request, id, name);
  return lookup.ok ? formPage(request, lookup, {}) : lookup.refusal;
}

/**
 * Does an action, once for each form: POST. 200 to confirm · 303 done · 403 · 404 · 409 others have changed
 * the enrolment since the form was opened · 410 the person was erased · 422 to correct. A form that is not
 * done comes back with all typed values.
 */
export async function doAction(request: DeskRequest, id: string, name: string): Promise<Response> {
  const lookup = await findSubjectAndAction(request, id, name);
  if (!lookup.ok) return lookup.refusal;
  const { subject, action } = lookup;
  const { db } = request.context;
  const token = posted(request, "token");
  if (!FORM_TOKEN.test(token)) return formPage(request, lookup, { problems: FROM_ANOTHER_PAGE });
  const earlierAction = await actionOfToken(db, token);
  if (earlierAction) return seeOther(donePath(id, earlierAction.id));
  const changes = action.isAddition ? [] : await changesSince(subject, posted(request, "seen"));
  if (changes.length > 0) return formPage(request, lookup, { changes });
  const form = action.readForm((field) => posted(request, field), subject, request);
  if ("problems" in form) return formPage(request, lookup, { problems: form.problems });
  const confirmation = await form.confirmation();
  if (confirmation && posted(request, "confirmed") !== "yes") {
    return confirmPage(request, lookup, { sentences: confirmation, preview: form.preview() });
  }
  const effect = await form.prepare(token);
  try {
    await applyAction(request, lookup, { token, effect });
  } catch (error) {
    const sameAction = await actionOfToken(db, token);
    if (sameAction) return seeOther(donePath(id, sameAction.id));
    const latest = await readDeskEnrolment(request.context, id);
    if (!latest || latest.enrolment.version === subject.enrolment.version) throw error;
    const latestChanges = await changesSince(latest, await seenText(subject));
    if (latestChanges.length === 0) latestChanges.push("Something else was recorded at the same moment.");
    return formPage(request, { action, subject: latest }, { changes: latestChanges });
  }
  const done = await actionOfToken(db, token);
  return seeOther(donePath(id, done?.id ?? 0));
}

/** Does an action with its line in the trail. Throws if the enrolment was written since it was read. */
export async function applyAction(
  request: DeskRequest,
  { subject, action }: ChosenAction,
  { token, effect }: { readonly token: string; readonly effect: ActionEffect },
): Promise<void> {
  const { id } = subject.enrolment;
  const { db } = request.context;
  await db.batch([
    addingAction(request, { ...effect, token, action: action.name, enrolmentId: id }),
    failIfChanged(db, subject.enrolment),
    ...effect.statements,
  ]);
  log("desk-action", { action: action.name, id });
  await follow(effect, id);
}

/** Undoes an action: POST `{ line }`, the number of its line in the trail. */
export async function undoAction(request: DeskRequest, id: string): Promise<Response> {
  const { context, user } = request;
  const subject = await readDeskEnrolment(context, id);
  const line = subject?.actions.find((entry) => String(entry.id) === posted(request, "line"));
  const action = line && findAction(line.action);
  if (!subject || !line || !action?.undo) {
    return messagePage(request, { title: "Not undone", text: "There's nothing to undo.", status: 404 });
  }
  if (!mayAs(user, action.role)) return notAllowedPage(request, action.role, action.title);
  if (line.undoneAt === null) {
    const effect = await action.undo(line, subject, request);
    if ("refusal" in effect) {
      const back = `/desk/enrolments/${id}`;
      return messagePage(request, { title: "Not undone", text: effect.refusal, status: 409, back });
    }
    const { db } = context;
    await db.batch([
      undoingAction(request, line.id),
      failIfChanged(db, subject.enrolment),
      ...effect.statements,
    ]);
    log("desk-action-undone", { action: action.name, id });
    await follow(effect, id);
  }
  return seeOther(`/desk/enrolments/${id}?undone=${line.id}`);
}

/** Runs an effect's `after`. A failure is only logged, because a sweep does the same work later. */
export async function follow({ after }: Pick<Effect, "after">, id: string): Promise<void> {
  try {
    await after?.();
  } catch (error) {
    logError("desk-action-not-followed", { id, reason: reasonOf(error) });
  }
}

export function donePath(id: string, line: number): string {
  return `/desk/enrolments/${id}?done=${line}`;
}

type Lookup = ({ readonly ok: true } & ChosenAction) | { readonly ok: false; readonly refusal: Response };

async function findSubjectAndAction(request: DeskRequest, id: string, name: string): Promise<Lookup> {
  const refuse = async (status: number, text: string, back: string): Promise<Lookup> => ({
    ok: false,
    refusal: await messagePage(request, { title: "Not done", text, status, back }),
  });
  const action = findAction(name);
  const subject = await readDeskEnrolment(request.context, id);
  const page = `/desk/enrolments/${id}`;
  if (!subject) return refuse(404, "There is no such enrolment, or it has gone since.", "/desk/enrolments");
  if (!action) return refuse(404, "The desk has no such action.", page);
  if (!mayAs(request.user, action.role)) {
    return { ok: false, refusal: await notAllowedPage(request, action.role, action.title) };
  }
  if (subject.enrolment.erasedAt && !action.isOfBooks) {
    return refuse(410, "This person’s data was erased. Nothing about them can be changed any more.", page);
  }
  const refusal = action.refusal?.(subject);
  // A form that was applied before is not refused. Its sender is redirected to the result.
  if (refusal && !(await actionOfToken(request.context.db, posted(request, "token")))) {
    return refuse(409, refusal, page);
  }
  return { ok: true, subject, action };
}
