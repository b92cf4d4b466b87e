/** Which enrolment is on the page: what the edge says of one that this browser has a key to, or else the copy of the last visit. */
import { readEnrolment } from "~/browser/enrolments/ask-edge.ts";
import { forgetAccess, knownEnrolments, saveAccess } from "~/browser/enrolments/enrolment-access.ts";
import { takeLink } from "~/browser/enrolments/link-in-address.ts";
import { forgetView, savedView, saveView } from "~/browser/enrolments/saved-view.ts";
import { type EnrolmentAccess, fragmentOf } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import {
  drawEnrolment,
  drawLinkForm,
  drawWaiting,
  knownInOrder,
  setPageText,
  setPaymentsText,
} from "./draw-enrolment.ts";

interface ShownEnrolment {
  readonly access: EnrolmentAccess;
  readonly view: EnrolmentView;
  /** It is from the last visit, because there is no network. */
  readonly isCopy: boolean;
}

/** What is on the page; null before there is anything. */
let onPage: ShownEnrolment | null = null;
/** The enrolment that could not be shown last, for a passing reason; null while there is none. */
let notShown: EnrolmentAccess | null = null;
/** Number of the last request: an answer that comes after a newer request is dropped. */
let turn = 0;

/** What is on the page now; null where that is no enrolment. */
export const shown = (): ShownEnrolment | null => onPage;

/** Opens the link that was followed, or the enrolment that this browser knows. */
export async function openEnrolment(): Promise<void> {
  const link = takeLink();
  const known = knownInOrder();
  const access = link && link !== "unreadable" ? link : known[0];
  const cutOff = "Part of this link is missing. Open it from the email again, or request a new one.";
  if (!access) return showLinkForm(link ? cutOff : "");
  await show(access);
  if (link === "unreadable") setPageText(cutOff);
}

/** Asks for an enrolment and shows it. */
export async function show(access: EnrolmentAccess): Promise<void> {
  turn += 1;
  const ownTurn = turn;
  if (onPage?.access.id !== access.id) {
    onPage = null;
    drawWaiting();
  }
  const answer = await readEnrolment(access);
  if (ownTurn !== turn) return;
  if (answer.type === "answered") {
    const { body } = answer;
    if (body.kind === "payer") return leaveToPayer(access);
    saveAccess(access);
    return showAnswered(access, body);
  }
  if (answer.type === "refused" && answer.status === 404) {
    // An old link must not take away the newer key that this browser has, as after a change of address.
    const newer = knownEnrolments().find(({ id, key }) => id === access.id && key !== access.key);
    return newer ? show(newer) : forget(access, answer.message);
  }
  // It has left the address, and must not be lost because there is no network.
  if (!knownEnrolments().some(({ id }) => id === access.id)) saveAccess(access);
  const copy = savedView(access.id);
  if (copy && answer.type === "unreachable") return draw({ access, view: copy, isCopy: true });
  if (onPage) {
    return setPaymentsText(
      answer.type === "refused" ? answer.message : "There was no answer. Please try again.",
    );
  }
  notShown = access;
  showLinkForm(
    answer.type === "refused"
      ? answer.message
      : "You’re offline, and this enrolment isn’t saved on this device.",
    true,
  );
}

/** Asks once more for what could not be shown. */
export async function tryAgain(): Promise<void> {
  if (notShown) await show(notShown);
}

/** Shows what the edge has just answered, and keeps it for a visit without a network. */
export function showAnswered(access: EnrolmentAccess, view: EnrolmentView): void {
  saveView(view);
  draw({ access, view, isCopy: false });
}

/** Forgets an enrolment on this device and shows the next one, or else the form for a link. @param text says why */
export async function forget({ id }: EnrolmentAccess, text: string): Promise<void> {
  forgetAccess(id);
  forgetView(id);
  const [next] = knownInOrder();
  if (!next) return showLinkForm(text);
  await show(next);
  setPageText(text);
}

/** A link for somebody else who pays was opened here: it never takes the place of the learner's own. */
function leaveToPayer(access: EnrolmentAccess): void {
  if (knownEnrolments().some(({ key }) => key === access.key)) forgetAccess(access.id);
  location.replace(`/Sponsor#${fragmentOf(access)}`);
}

function showLinkForm(text: string, isPassing = false): void {
  onPage = null;
  drawLinkForm(text, isPassing);
}

function draw(next: ShownEnrolment): void {
  onPage = next;
  drawEnrolment(next.access, next.view, next.isCopy);
}
