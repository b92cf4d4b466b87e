/** The state of My enrolment. It opens, changes and removes the enrolments of this browser. */
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
import type { EndedPayment } from "../enrolment/useEnrolmentPayment.ts";
import {
  closedWith,
  expiredEnrolments,
  type LocalEnrolment,
  listEnrolments,
  type MyEnrolmentState,
  UNDECIDED,
  whileOpening,
} from "./my-enrolment-state.ts";

const CUT_OFF = "Part of this link is missing. Open it from the email again, or request a new one.";
const NOT_SAVED = "You’re offline, and this enrolment isn’t saved on this device.";
const NOT_REACHED = "We couldn't save that. Check your connection, then try again.";
const NO_ANSWER = "There was no answer. Please try again.";

/** The pauses before the edge is asked again whether a payment has arrived. */
const RETRY_PAUSES_MS = [1_000, 3_000, 6_000, 15_000];

/** The reason why a change was not saved. */
type ChangeRefusal = Pick<Extract<EdgeAnswer<unknown>, { type: "refused" }>, "message" | "errors">;

export function createMyEnrolmentStore() {
  const $state = atom(UNDECIDED);
  /** The number of the last request or change. The response to an earlier request is dropped. */
  let turn = 0;

  const opened = () => $state.get().enrolment;
  const update = (changes: Partial<MyEnrolmentState>) => $state.set({ ...$state.get(), ...changes });

  function showView(access: EnrolmentAccess, view: EnrolmentView, isCopy = false): void {
    if (!isCopy) saveView(view);
    const enrolment = { access, view, isCopy };
    const evidence = { payments: paymentsOf(access.id), isAnswered: !isCopy };
    const enrolments = listEnrolments(localEnrolments());
    update({ step: "open", enrolment, evidence, enrolments, message: "", retry: null });
  }

  async function openFirst(): Promise<void> {
    for (const id of expiredEnrolments(localEnrolments(), new Date())) forget(id);
    const link = takeLink();
    const access = link && link !== "unreadable" ? link : listEnrolments(localEnrolments())[0];
    if (!access) return $state.set(closedWith(link ? CUT_OFF : ""));
    await open(access);
    if (link === "unreadable") update({ message: CUT_OFF });
  }

  /** Requests an enrolment and shows it. */
  async function open({ id, key }: EnrolmentAccess): Promise<void> {
    const access = { id, key };
    turn += 1;
    const requestTurn = turn;
    $state.set(whileOpening($state.get(), access));
    const response = await readEnrolment(access);
    if (requestTurn !== turn) return;
    if (response.type === "answered") {
      if (response.body.kind === "payer") return leaveToPayer(access);
      saveAccess(access);
      return showView(access, response.body);
    }
    const storedAccess = knownEnrolments().find((enrolment) => enrolment.id === id);
    if (response.type === "refused" && response.status === 404) {
      // After a change of address this browser may have a newer key, which an old link must not remove.
      return storedAccess && storedAccess.key !== key ? open(storedAccess) : removeAnd(id, response.message);
    }
    // The link is no longer in the address bar, so it is saved even if it could not be opened now.
    if (!storedAccess) saveAccess(access);
    // An open enrolment may hold typed details, so it is not replaced by a stored copy.
    const copy = opened() ? null : savedView(id);
    if (copy && response.type === "unreachable") return showView(access, copy, true);
    const refusal = response.type === "refused" ? response.message : null;
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
    // A pending response would bring the enrolment and its key back, so it is dropped.
    turn += 1;
    forget(id);
    const [nextEnrolment] = listEnrolments(localEnrolments());
    if (!nextEnrolment) return $state.set(closedWith(message));
    await open(nextEnrolment);
    update({ message });
  }

  /** Sends a change and shows the changed enrolment. @returns why it was not saved; otherwise `null` */
  async function save(
    send: (access: EnrolmentAccess) => Promise<EdgeAnswer<ChangedEnrolment>>,
  ): Promise<ChangeRefusal | null> {
    const access = opened()?.access;
    if (!access) return null;
    const response = await send(access);
    if (response.type === "unreachable") return { message: NOT_REACHED, errors: {} };
    if (response.type === "refused") return response;
    const { key = access.key, ...view } = response.body;
    const changedAccess = { ...access, key };
    // The visitor may have removed the enrolment or opened another one during the request.
    const isStored = knownEnrolments().some(({ id }) => id === access.id);
    if (isStored && key !== access.key) saveAccess(changedAccess);
    if (opened()?.access.id !== access.id) return null;
    // A pending response is from before the change and may hold the old key, so it is dropped.
    turn += 1;
    showView(changedAccess, view);
    return null;
  }

  /** Requests the enrolment after a payment, and again until money that has moved is shown. */
  async function showEnded({ reference, hasMoved }: EndedPayment): Promise<void> {
    const access = opened()?.access;
    if (!access) return;
    const isOpen = () => opened()?.access.id === access.id;
    const hasReceipt = () =>
      opened()?.view.receipts.some((receipt) => receipt.reference === reference) ?? false;
    update({ paymentMessage: "" });
    await open(access);
    if (!hasMoved) return;
    for (const pause of RETRY_PAUSES_MS) {
      if (hasReceipt() || !isOpen()) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isOpen()) await open(access);
    }
    if (isOpen() && hasReceipt()) update({ paymentMessage: "Your payment has been received." });
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
      // No mail with a link is sent before the first payment.
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

/** Leads a payer's link to Sponsor. It never replaces the learner's own key. */
function leaveToPayer(access: EnrolmentAccess): void {
  if (knownEnrolments().some(({ key }) => key === access.key)) removeAccess(access.id);
  location.replace(`/Sponsor#${fragmentOf(access)}`);
}

function localEnrolments(): LocalEnrolment[] {
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
