/**
 * My enrolment: what the edge says of an enrolment that this browser has a key to, or else the copy of the last visit; and
 * what its learner can do about it. The code that pays comes when Pay is pressed.
 */
import { changeDetails, mailLinks, readEnrolment } from "~/browser/enrolments/ask-edge.ts";
import { forgetAccess, keepAccess, knownEnrolments } from "~/browser/enrolments/enrolment-access.ts";
import { $endedPayment, $paymentRequest, type EndedPayment } from "~/browser/enrolments/enrolment-payment.ts";
import { takeLink } from "~/browser/enrolments/link-in-address.ts";
import { forgetView, savedView, saveView } from "~/browser/enrolments/saved-view.ts";
import { loadModule } from "~/browser/payments/load-module.ts";
import { lagosDay } from "~/domain/dates/lagos-day.ts";
import { ENROLMENT_PAYMENT_EVENT } from "~/domain/enrolment/enrolment-events.ts";
import { type EnrolmentAccess, fragmentOf } from "~/domain/enrolment/enrolment-key.ts";
import type { DetailChanges, EnrolmentView } from "~/domain/enrolment/enrolment-view.ts";
import { type PaymentChoice, paymentChoices } from "~/domain/enrolment/payment-choices.ts";
import { FIELD_LABELS } from "~/domain/enrolment/registration.ts";
import type { Currency } from "~/domain/money/money.ts";
import { hideLoadFailed } from "../page-frame/load-failed.ts";
import { loadIslands } from "../page-frame/load-islands.ts";
import { part } from "../part.ts";
import { choiceTexts, describeChosen, describeEnrolment } from "./describe-enrolment.ts";
import { fill } from "./fill.ts";
import { drawPayments } from "./payments-list.ts";

/** How long a payment that was made may take to show: the edge is asked again after each of these. */
const ASK_AGAIN_MS = [1_000, 3_000, 6_000, 15_000];

const page = part("[data-my-enrolment]");
const root = part("[data-enrolment]", page);
const linkForm = part("[data-link-form]", page);
const status = part("[data-enrolment-status]", page);
const news = part("[data-news]", root);
const choose = part("[data-choose]", root);
const chooseSelect = part<HTMLSelectElement>("select", choose);
const payForm = part<HTMLFormElement>("[data-pay-form]", root);
const amounts = part<HTMLSelectElement>("select", payForm);
const reminders = part<HTMLInputElement>("[data-reminders]", root);

/** What is on the page; null before there is anything. */
let shown: {
  readonly access: EnrolmentAccess;
  readonly view: EnrolmentView;
  readonly isCopy: boolean;
} | null = null;
/** Of what was asked last: an answer that comes later than the next one is dropped. */
let turn = 0;

listen();

/** Opens the link that was followed, or the enrolment that this browser knows. */
export async function openEnrolment(): Promise<void> {
  const link = takeLink();
  const known = inOrder(knownEnrolments());
  const access = link && link !== "unreadable" ? link : known[0];
  const cutOff = "A part of this link is missing. Open it again from the mail, or ask for a new one.";
  if (!access) return showLinkForm(link ? cutOff : "");
  await show(access);
  if (link === "unreadable") status.textContent = cutOff;
}

/** The one that was seen last comes first. */
function inOrder(known: readonly EnrolmentAccess[]): EnrolmentAccess[] {
  const seen = ({ id }: EnrolmentAccess) => savedView(id)?.asOf ?? "";
  return known.toSorted((a, b) => (seen(a) < seen(b) ? 1 : -1));
}

async function show(access: EnrolmentAccess): Promise<void> {
  turn += 1;
  const ownTurn = turn;
  if (shown?.access.id !== access.id) {
    shown = null;
    root.hidden = true;
    status.textContent = "Opening your enrolment.";
  }
  const answer = await readEnrolment(access);
  if (ownTurn !== turn) return;
  if (answer.type === "answered") {
    const { body } = answer;
    if (body.kind === "payer") return leaveToPayer(access);
    keepAccess(access);
    saveView(body);
    return draw(access, body, false);
  }
  if (answer.type === "refused" && answer.status === 404) {
    forgetAccess(access.id);
    forgetView(access.id);
    const [next] = inOrder(knownEnrolments());
    if (!next) return showLinkForm(answer.message);
    await show(next);
    status.textContent = answer.message;
    return;
  }
  // It has left the address, and must not be lost for want of a network.
  if (!knownEnrolments().some(({ id }) => id === access.id)) keepAccess(access);
  const copy = savedView(access.id);
  if (copy && answer.type === "unreachable") return draw(access, copy, true);
  if (shown) {
    news.textContent = answer.type === "refused" ? answer.message : "There was no answer. Please try again.";
    return;
  }
  showLinkForm(
    answer.type === "refused"
      ? answer.message
      : "There is no network just now, and this enrolment has not been opened on this device before. Please load the page again later.",
  );
}

/** A link for somebody else who pays was opened here: it never takes the place of the learner's own. */
function leaveToPayer(access: EnrolmentAccess): void {
  if (knownEnrolments().some(({ key }) => key === access.key)) forgetAccess(access.id);
  location.replace(`/Sponsor#${fragmentOf(access)}`);
}

function showLinkForm(text: string): void {
  shown = null;
  root.hidden = true;
  linkForm.hidden = false;
  status.textContent = text;
}

function draw(access: EnrolmentAccess, view: EnrolmentView, isCopy: boolean): void {
  shown = { access, view, isCopy };
  status.textContent = "";
  linkForm.hidden = true;
  fill(root, describeEnrolment(view, { isCopy, today: lagosDay(isCopy ? new Date() : new Date(view.asOf)) }));
  const chosen = amounts.selectedIndex;
  amounts.replaceChildren(...choiceTexts(view).map((text, index) => new Option(text, String(index))));
  amounts.selectedIndex = Math.min(Math.max(chosen, 0), amounts.options.length - 1);
  showChosen();
  drawPayments(root, view);
  drawDetails(view);
  drawKnown(access);
  reminders.checked = !view.hasStoppedReminders;
  for (const link of root.querySelectorAll<HTMLAnchorElement>("[data-mail-about]")) {
    const [address = ""] = link.href.split("?");
    link.href = `${address}?subject=${encodeURIComponent(`${link.dataset.mailAbout}: ${view.id}`)}`;
  }
  root.hidden = false;
}

function showChosen(): void {
  if (shown) fill(payForm, { texts: describeChosen(shown.view, amounts.selectedIndex), flags: {} });
}

const LISTED = [
  "email",
  "phone",
  "whatsapp",
  "country",
  "state",
  "age",
  "gender",
  "education",
  "cohort",
] as const;

function drawDetails({ learner }: EnrolmentView): void {
  const rows = LISTED.filter((name) => learner[name]).map((name) => {
    const row = document.createElement("div");
    const [term, value] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = FIELD_LABELS[name];
    value.textContent = learner[name];
    row.append(term, value);
    return row;
  });
  part("[data-details]", root).replaceChildren(...rows);
}

function drawKnown({ id }: EnrolmentAccess): void {
  const known = inOrder(knownEnrolments());
  choose.hidden = known.length < 2;
  chooseSelect.replaceChildren(
    ...known.map((each) => {
      const saved = savedView(each.id);
      return new Option(saved ? `${saved.course.name}, ${each.id}` : each.id, each.id, false, each.id === id);
    }),
  );
}

function listen(): void {
  chooseSelect.addEventListener("change", () => {
    const access = knownEnrolments().find(({ id }) => id === chooseSelect.value);
    if (!access) return;
    leave();
    void show(access);
  });
  amounts.addEventListener("change", () => {
    showChosen();
    hidePayerLink();
  });
  payForm.addEventListener("submit", (event) => {
    event.preventDefault();
    const choice = shown && paymentChoices(shown.view.charges)[amounts.selectedIndex];
    if (shown && choice) void pay(shown.view.currency, choice, part("[type=submit]", payForm));
  });
  reminders.addEventListener("change", () => void changeReminders());
  root.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-act]");
    const act = ACTS[button?.dataset.act ?? ""];
    if (!button || !act) return;
    hideLoadFailed();
    // What rejects is the code of an act, which did not arrive.
    Promise.resolve(act(button)).catch(() => dispatchEvent(new Event("astro:hydration-error")));
  });
  $endedPayment.listen((ended) => ended && void showEnded(ended));
  $paymentRequest.listen((request) => request || clearBusy());
  // The pay dialogs' code did not load: the button can be pressed again.
  addEventListener("astro:hydration-error", () => $paymentRequest.set(null));
  // Back from the provider's own page it may have been paid.
  addEventListener("pageshow", ({ persisted }) => persisted && shown && void show(shown.access));
  addEventListener("online", () => shown?.isCopy && void show(shown.access));
}

const ACTS: Readonly<Record<string, (button: HTMLElement) => void | Promise<void>>> = {
  reload: () => {
    if (shown) void show(shown.access);
  },
  "pay-otherwise": async (button) => {
    const { view } = shown ?? {};
    const all = view && paymentChoices(view.charges).at(-1);
    if (view?.otherwise && all) await pay(view.otherwise.currency, all, button);
  },
  payer: async (button) => {
    const choice = shown && paymentChoices(shown.view.charges)[amounts.selectedIndex];
    if (!shown || !choice || button.ariaBusy === "true") return;
    const { access } = shown;
    button.ariaBusy = "true";
    news.textContent = "";
    try {
      const { offerPayerLink } = await loadModule(() => import("./payer-link.ts"));
      news.textContent = await offerPayerLink(access, choice.count);
    } finally {
      button.ariaBusy = null;
    }
  },
  calendar: async () => {
    if (!shown) return;
    const { view } = shown;
    const { academy = "" } = page.dataset;
    const { dueDatesCalendar } = await loadModule(() => import("~/domain/enrolment/due-dates-calendar.ts"));
    const file = dueDatesCalendar(view, { academy, site: new URL(location.origin), now: new Date() });
    download(new Blob([file], { type: "text/calendar" }), "payments.ics");
  },
  details: async () => {
    if (!shown) return;
    const said = part("[data-details-news]", root);
    said.textContent = "";
    const { openDetailsForm } = await loadModule(() => import("./details-form.ts"));
    showDetails(false);
    openDetailsForm(part("[data-details-place]", root), shown.view.learner, {
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
  },
  "new-link": async () => {
    if (!shown) return;
    const { email } = shown.view.learner;
    const said = part("[data-link-news]", root);
    if (!email) {
      said.textContent = "First give us your email address, under Your details.";
      return;
    }
    const { LINK_NOT_SENT, LINK_SENT } = await loadModule(() => import("./send-link.ts"));
    const answer = await mailLinks(email);
    said.textContent =
      answer.type === "answered" ? LINK_SENT : answer.type === "refused" ? answer.message : LINK_NOT_SENT;
  },
  forget: async () => {
    if (!shown) return;
    forgetAccess(shown.access.id);
    forgetView(shown.access.id);
    leave();
    const [next] = inOrder(knownEnrolments());
    if (next) await show(next);
    else showLinkForm("Forgotten. The link in your mail opens it again.");
  },
};

/** What belongs to the enrolment that was shown goes before another one is. */
function leave(): void {
  showDetails(true);
  for (const said of root.querySelectorAll("[role=status]")) said.textContent = "";
  hidePayerLink();
}

/** The details as they are, or, while they are being changed, the form in their place. */
function showDetails(isShown: boolean): void {
  for (const name of ["[data-details]", "[data-details-change]"]) part(name, root).hidden = !isShown;
  if (isShown) part("[data-details-place]", root).replaceChildren();
}

/** What is paid meanwhile, or chosen anew, is not what the link is for. */
function hidePayerLink(): void {
  part("[data-payer]", root).hidden = true;
}

async function pay(currency: Currency, choice: PaymentChoice, button: HTMLElement): Promise<void> {
  if (!shown || shown.isCopy || button.ariaBusy === "true") return;
  hideLoadFailed();
  news.textContent = "";
  button.ariaBusy = "true";
  const { access, view } = shown;
  const { count, charges } = choice;
  $paymentRequest.set({ access, view, count, charges, currency });
  await loadIslands();
  dispatchEvent(new Event(ENROLMENT_PAYMENT_EVENT));
}

function clearBusy(): void {
  for (const button of payForm.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
}

/** Asks how it stands now, and a few times more while a payment that was made does not show yet. */
async function showEnded({ reference, hasMoved }: EndedPayment): Promise<void> {
  if (!shown) return;
  const { access } = shown;
  const isKnown = () => shown?.view.receipts.some((receipt) => receipt.reference === reference) ?? false;
  hidePayerLink();
  await show(access);
  if (!hasMoved) return;
  for (const pause of ASK_AGAIN_MS) {
    if (isKnown() || shown?.access.id !== access.id) break;
    news.textContent = "Your payment shows here in a moment. Please do not pay again.";
    await new Promise((resolve) => setTimeout(resolve, pause));
    await show(access);
  }
  news.textContent = isKnown()
    ? "Your payment has been received."
    : "Your payment does not show here yet. Please do not pay again: look again later, or ask our staff.";
}

async function change(changes: DetailChanges): Promise<string | null> {
  if (!shown) return null;
  const { access } = shown;
  const answer = await changeDetails(access, changes);
  if (answer.type === "unreachable")
    return "There was no answer, so nothing was saved. Check your connection, then try again.";
  if (answer.type === "refused") return answer.message;
  saveView(answer.body);
  draw(access, answer.body, false);
  return null;
}

async function changeReminders(): Promise<void> {
  const refusal = await change({ hasStoppedReminders: !reminders.checked });
  part("[data-reminders-news]", root).textContent =
    refusal ?? (reminders.checked ? "We remind you by mail." : "We do not remind you any more.");
  if (refusal) reminders.checked = !reminders.checked;
}

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
