/**
 * An enrolment as this browser last saw it, to be read without a network. It has the learner's name and nothing else of
 * them.
 */
import { readStorage, writeStorage } from "~/browser/stores/browser-storage.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { UNKNOWN_LEARNER } from "~/domain/enrolment/learner.ts";

/** A later version of the site may show what an older one did not keep. */
const VERSION = 1;

const keyOf = (id: string) => `enrolment-copies/${id}`;

/** Keeps what the edge has just said. */
export function saveView(view: EnrolmentView): void {
  const { firstName, lastName } = view.learner;
  const copy = { ...view, learner: { ...UNKNOWN_LEARNER, firstName, lastName } };
  writeStorage("localStorage", keyOf(view.id), JSON.stringify({ version: VERSION, view: copy }));
}

/** The copy; null where there is none. */
export function savedView(id: string): EnrolmentView | null {
  try {
    const { version, view } = JSON.parse(readStorage("localStorage", keyOf(id)) ?? "");
    return version === VERSION ? view : null;
  } catch {
    return null;
  }
}

export function forgetView(id: string): void {
  writeStorage("localStorage", keyOf(id), null);
}
