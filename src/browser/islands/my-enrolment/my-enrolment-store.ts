/** Opens, changes and removes the enrolments of this browser: the state of My enrolment, and all that changes it. */
import { atom } from "nanostores";
import {
  type ChangedEnrolment,
  changeDetails,
  type EdgeAnswer,
  readEnrolment,
  sendRequest,
} from "~/browser/edge-client/enrolments.ts";
import {
  knownEnrolments,
  removeAccess,
  removeView,
  saveAccess,
  savedView,
  saveView,
  takeLink,
} from "~/browser/enrolments/enrolment-access.ts";
import { paymentsOf } from "~/browser/enrolments/local-payments.ts";
import { type EnrolmentAccess, fragmentOf } from "~/domain/enrolment/enrolment-key.ts";
import type { DetailChanges, EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import type { LearnerRequest } from "~/domain/enrolment/learner-request.ts";
import type { EndedPayment } from "../payment/useEnrolmentPayment.ts";
import {
  closedWith,
  expiredEnrolments,
  type KnownEnrolment,
  listEnrolments,
  type MyEnrolmentState,
  UNDECIDED,
  whileOpening,
} from "./my-enrolment-state.ts";

const CUT_OFF = "Part of this link is missing. Open it from the email again, or request a new one.";
const NOT_SAVED = "You’re offline, and this enrolment isn’t saved on this device.";
const NOT_REACHED = "We couldn't save that. Check your connection, then try again.";
const NO_ANSWER = "There was no answer. Please try again.";

/** How long a payment that was made may take to show: the edge is asked again after each of these. */
const ASK_AGAIN_MS = [1_000, 3_000, 6_000, 15_000];

/** Why something was not saved. */
export interface ChangeRefusal {
  /** A message to show to the visitor. */
  readonly message: string;
  /** The messages about fields, by the fields' names. */
  readonly errors: Readonly<Partial<Record<string, string>>>;
}

export function createMyEnrolmentStore() {
  const $state = atom(UNDECIDED);
  /** Number of the last request or change: an answer to an earlier request is dropped. */
  let turn = 0;

  const opened = () => $state.get().enrolment;
  const update = (changes: Partial<MyEnrolmentState>) => $state.set({ ...$state.get(), ...changes });

  function showView(access: EnrolmentAccess, view: EnrolmentView, isCopy = false): void {
    if (!isCopy) saveView(view);
    const enrolment = { access, view, isCopy };
    const evidence = { payments: paymentsOf(access.id), isAnswered: !isCopy };
    const enrolments = listEnrolments(knownHere());
    update({ step: "open", enrolment, evidence, enrolments, message: "", retry: null });
  }

  async function openFirst(): Promise<void> {
    for (const id of expiredEnrolments(knownHere(), new Date())) forget(id);
    const link = takeLink();
    const access = link && link !== "unreadable" ? link : listEnrolments(knownHere())[0];
    if (!access) return $state.set(closedWith(link ? CUT_OFF : ""));
    await open(access);
    if (link === "unreadable") update({ message: CUT_OFF });
  }

  /** Asks for an enrolment and shows it: another one, or the same anew. */
  async function open({ id, key }: EnrolmentAccess): Promise<void> {
    const access = { id, key };
    turn += 1;
    const ownTurn = turn;
    $state.set(whileOpening($state.get(), access));
    const answer = await readEnrolment(access);
    if (ownTurn !== turn) return;
    if (answer.type === "answered") {
      if (answer.body.kind === "payer") return leaveToPayer(access);
      saveAccess(access);
      return showView(access, answer.body);
    }
    const storedAccess = knownEnrolments().find((enrolment) => enrolment.id === id);
    if (answer.type === "refused" && answer.status === 404) {
      // An old link must not take away the newer key that this browser has, as after a change of address.
      return storedAccess && storedAccess.key !== key ? open(storedAccess) : removeAnd(id, answer.message);
    }
    // It has left the address, and must not be lost because there is no network.
    if (!storedAccess) saveAccess(access);
    // What is open stays, as it may hold typed details: a copy is for a page that shows nothing of the enrolment yet.
    const copy = opened() ? null : savedView(id);
    if (copy && answer.type === "unreachable") return showView(access, copy, true);
    const refusal = answer.type === "refused" ? answer.message : null;
    const evidence = { payments: paymentsOf(id), isAnswered: false };
    if (opened()) update({ evidence, paymentMessage: refusal ?? NO_ANSWER });
    else $state.set(closedWith(refusal ?? NOT_SAVED, access));
  }

  async function openAgain(): Promise<void> {
    const access = opened()?.access ?? $state.get().retry;
    update({ paymentMessage: "" });
    if (access) await open(access);
  }

  async function removeAnd(id: string, message: string): Promise<void> {
    // An answer that is on its way would bring it back, and its key.
    turn += 1;
    forget(id);
    const [next] = listEnrolments(knownHere());
    if (!next) return $state.set(closedWith(message));
    await open(next);
    update({ message });
  }

  /** Sends a change, and shows the enrolment after it. @returns why it was not made; null when it was */
  async function save(
    send: (access: EnrolmentAccess) => Promise<EdgeAnswer<ChangedEnrolment>>,
  ): Promise<ChangeRefusal | null> {
    const access = opened()?.access;
    if (!access) return null;
    const answer = await send(access);
    if (answer.type === "unreachable") return { message: NOT_REACHED, errors: {} };
    if (answer.type === "refused") return answer;
    const { key = access.key, ...view } = answer.body;
    const changed = { ...access, key };
    // It may have been forgotten meanwhile.
    const isKnown = knownEnrolments().some(({ id }) => id === access.id);
    if (isKnown && key !== access.key) saveAccess(changed);
    // Another enrolment may have been opened meanwhile.
    if (opened()?.access.id !== access.id) return null;
    // An answer that is on its way is from before the change, and may have the key from before it.
    turn += 1;
    showView(changed, view);
    return null;
  }

  /** Asks how the enrolment is after a payment, and a few times more while one that was made does not show yet. */
  async function showEnded({ reference, hasMoved }: EndedPayment): Promise<void> {
    const access = opened()?.access;
    if (!access) return;
    const isOpen = () => opened()?.access.id === access.id;
    const isKnown = () => opened()?.view.receipts.some((receipt) => receipt.reference === reference) ?? false;
    update({ paymentMessage: "" });
    await open(access);
    if (!hasMoved) return;
    for (const pause of ASK_AGAIN_MS) {
      if (isKnown() || !isOpen()) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isOpen()) await open(access);
    }
    if (isOpen() && isKnown()) update({ paymentMessage: "Your payment has been received." });
  }

  return {
    $state,
    openFirst,
    open,
    openAgain,
    removeFromDevice: async () => {
      const enrolment = opened();
      if (!enrolment) return;
      const { access, view } = enrolment;
      // Before the first payment no mail has a link.
      await removeAnd(
        access.id,
        view.state === "started" ? "Removed." : "Removed. The link in your email opens it again.",
      );
    },
    change: (changes: DetailChanges) => save((access) => changeDetails(access, changes)),
    request: (request: LearnerRequest) => save((access) => sendRequest(access, request)),
    showEnded,
    setPaymentMessage: (paymentMessage: string) => update({ paymentMessage }),
  };
}

/** A link for somebody else who pays was opened here: it never takes the place of the learner's own. */
function leaveToPayer(access: EnrolmentAccess): void {
  if (knownEnrolments().some(({ key }) => key === access.key)) removeAccess(access.id);
  location.replace(`/Sponsor#${fragmentOf(access)}`);
}

function knownHere(): KnownEnrolment[] {
  return knownEnrolments().map((access) => ({
    access,
    copy: savedView(access.id),
    payments: paymentsOf(access.id),
  }));
}

function forget(id: string): void {
  removeAccess(id);
  removeView(id);
}
