/** What a learner changes on My enrolment: the details, and whether to be reminded. */
import { changeDetails as askEdge } from "~/browser/enrolments/ask-edge.ts";
import { saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { loadModule } from "~/browser/payments/load-module.ts";
import type { DetailChanges } from "~/domain/enrolment/enrolment-view.ts";
import { part } from "../part.ts";
import { reminders, root } from "./draw-enrolment.ts";
import { showAnswered, shown } from "./shown-enrolment.ts";

/** Opens the form for the details in their place. */
export async function changeDetails(): Promise<void> {
  const { view } = shown() ?? {};
  if (!view) return;
  const said = part("[data-details-news]", root);
  said.textContent = "";
  const { openDetailsForm } = await loadModule(() => import("./details-form.ts"));
  showDetails(false);
  openDetailsForm(part("[data-details-place]", root), view.learner, {
    save: async (changes) => {
      const refusal = await change(changes);
      said.textContent = refusal ?? "Saved";
      return refusal;
    },
    onClose: () => {
      showDetails(true);
      part("[data-act=details]", root).focus();
    },
  });
}

/** The details as they are, or, while they are being changed, the form in their place. */
export function showDetails(isShown: boolean): void {
  for (const name of ["[data-details]", "[data-details-change]"]) part(name, root).hidden = !isShown;
  if (isShown) part("[data-details-place]", root).replaceChildren();
}

export async function changeReminders(): Promise<void> {
  const refusal = await change({ hasStoppedReminders: !reminders.checked });
  part("[data-reminders-news]", root).textContent =
    refusal ?? (reminders.checked ? "We’ll remind you by email." : "We’ve stopped your reminders.");
  if (refusal) reminders.checked = !reminders.checked;
}

/** @returns why it was not changed, in words; null when it was */
async function change(changes: DetailChanges): Promise<string | null> {
  const { access } = shown() ?? {};
  if (!access) return null;
  const answer = await askEdge(access, changes);
  if (answer.type === "unreachable") return "We couldn't save that. Check your connection, then try again.";
  if (answer.type === "refused") return answer.message;
  const { key = access.key, ...view } = answer.body;
  const opened = { ...access, key };
  if (key !== access.key) saveAccess(opened);
  showAnswered(opened, view);
  return null;
}
