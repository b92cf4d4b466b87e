/** My enrolment's page as it is drawn: one enrolment, or the form for a link in its place. */
import { knownEnrolments } from "~/browser/enrolments/enrolment-access.ts";
import { savedView } from "~/browser/enrolments/saved-view.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import type { EnrolmentAccess } from "~/domain/enrolment/enrolment-key.ts";
import type { EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { LEARNER_FACTS } from "~/domain/enrolment/learner.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/payment-choices.ts";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import { part } from "../part.ts";
import { choiceTexts, describeChosen, describeEnrolment } from "./describe-enrolment.ts";
import { fill } from "./fill.ts";
import { drawPayments } from "./payments-list.ts";

const page = part("[data-my-enrolment]");
/** Holds all of an enrolment. */
export const root = part("[data-enrolment]", page);
export const payForm = part<HTMLFormElement>("[data-pay-form]", root);
export const amounts = part<HTMLSelectElement>("select", payForm);
export const choose = part<HTMLSelectElement>("[data-choose] select", root);
export const reminders = part<HTMLInputElement>("[data-reminders]", root);
const linkForm = part("[data-link-form]", page);
const status = part("[data-enrolment-status]", page);
const news = part("[data-news]", root);
/** Asks once more for what could not be shown just now. */
export const again = part("[data-again]", page);

/** The academy's name. */
export const { academy = "" } = page.dataset;

/** Says what concerns the page as a whole. @param isPassing the same may be asked again */
export function setPageText(text: string, isPassing = false): void {
  status.textContent = text;
  again.hidden = !isPassing;
}

/** Says what concerns the payments. */
export function setPaymentsText(text: string): void {
  news.textContent = text;
}

/** Nothing is on the page but that it is being asked for. */
export function drawWaiting(): void {
  root.hidden = true;
  // A button that was pressed keeps the focus until there is something else.
  setPageText("Opening your enrolment.", !again.hidden);
}

/** @param isPassing as {@link setPageText} */
export function drawLinkForm(text: string, isPassing: boolean): void {
  root.hidden = true;
  linkForm.hidden = false;
  setPageText(text, isPassing);
}

/** @param isCopy it is from the last visit, because there is no network */
export function drawEnrolment({ id }: EnrolmentAccess, view: EnrolmentView, isCopy: boolean): void {
  setPageText("");
  linkForm.hidden = true;
  fill(root, describeEnrolment(view, { isCopy, today: lagosDay(isCopy ? new Date() : new Date(view.asOf)) }));
  drawAmounts(view);
  drawPayments(root, view);
  drawDetails(view);
  drawKnown(id);
  reminders.checked = !view.hasStoppedReminders;
  for (const link of root.querySelectorAll<HTMLAnchorElement>("[data-mail-about]")) {
    const [address = ""] = link.href.split("?");
    link.href = `${address}?subject=${encodeURIComponent(`${link.dataset.mailAbout}: ${view.id}`)}`;
  }
  root.hidden = false;
}

function drawAmounts(view: EnrolmentView): void {
  const chosen = amounts.selectedIndex;
  amounts.replaceChildren(...choiceTexts(view).map((text, index) => new Option(text, String(index))));
  amounts.selectedIndex = Math.min(Math.max(chosen, 0), amounts.options.length - 1);
  drawChosen(view);
}

/** What follows from how much was chosen to be paid. */
export function drawChosen(view: EnrolmentView): void {
  fill(payForm, { texts: describeChosen(view, amounts.selectedIndex), flags: {} });
}

/** How much was chosen to be paid; none where nothing is owed. */
export function chosenPayment(view: EnrolmentView): PaymentChoice | undefined {
  return paymentChoices(view.charges)[amounts.selectedIndex];
}

function drawDetails({ learner, cohortName }: EnrolmentView): void {
  const rows = LEARNER_FACTS.filter((name) => learner[name]).map((name) => {
    const row = document.createElement("div");
    const [term, value] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = FIELD_LABELS[name];
    value.textContent = name === "cohort" ? cohortName : learner[name];
    row.append(term, value);
    return row;
  });
  part("[data-details]", root).replaceChildren(...rows);
}

function drawKnown(id: string): void {
  const known = knownInOrder();
  part("[data-choose]", root).hidden = known.length < 2;
  choose.replaceChildren(
    ...known.map((each) => {
      const saved = savedView(each.id);
      return new Option(saved ? `${saved.course.name}, ${each.id}` : each.id, each.id, false, each.id === id);
    }),
  );
}

/** The enrolments that this browser knows: the one that was seen last comes first. */
export function knownInOrder(): EnrolmentAccess[] {
  const seen = ({ id }: EnrolmentAccess) => savedView(id)?.asOf ?? "";
  return knownEnrolments().toSorted((a, b) => (seen(a) < seen(b) ? 1 : -1));
}
