/** My enrolment: what its learner can do about it, and what each of that begins. */
import { mailLinks } from "~/browser/enrolments/ask-edge.ts";
import { $endedPayment, $paymentRequest } from "~/browser/enrolments/enrolment-payment.ts";
import { loadModule } from "~/browser/payments/load-module.ts";
import { hideLoadFailed } from "../page-frame/load-failed.ts";
import { part } from "../part.ts";
import { changeDetails, changeReminders, showDetails } from "./change-details.ts";
import {
  academy,
  again,
  amounts,
  choose,
  drawChosen,
  knownInOrder,
  payForm,
  reminders,
  root,
} from "./draw-enrolment.ts";
import { askPayer, clearBusy, hidePayerLink, payChosen, payOtherwise, showEnded } from "./pay-charges.ts";
import { forget, show, shown, tryAgain } from "./shown-enrolment.ts";

export { openEnrolment } from "./shown-enrolment.ts";

const ACTS: Readonly<Record<string, (button: HTMLElement) => void | Promise<void>>> = {
  reload: () => {
    const { access } = shown() ?? {};
    if (access) void show(access);
  },
  "pay-otherwise": payOtherwise,
  payer: askPayer,
  calendar: downloadDates,
  details: changeDetails,
  "new-link": mailLink,
  forget: async () => {
    const { access } = shown() ?? {};
    if (!access) return;
    leave();
    await forget(access, "Removed. The link in your email opens it again.");
  },
};

listen();

function listen(): void {
  choose.addEventListener("change", () => {
    const access = knownInOrder().find(({ id }) => id === choose.value);
    if (!access) return;
    leave();
    void show(access);
  });
  amounts.addEventListener("change", () => {
    const { view } = shown() ?? {};
    if (view) drawChosen(view);
    hidePayerLink();
  });
  payForm.addEventListener("submit", (event) => {
    event.preventDefault();
    void payChosen();
  });
  reminders.addEventListener("change", () => void changeReminders());
  part("button", again).addEventListener("click", () => void tryAgain());
  root.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-act]");
    const act = ACTS[button?.dataset.act ?? ""];
    if (!button || !act) return;
    hideLoadFailed();
    // Only the import of an act's code rejects, when it does not load.
    Promise.resolve(act(button)).catch(() => dispatchEvent(new Event("astro:hydration-error")));
  });
  $endedPayment.listen((ended) => {
    if (ended) void showEnded(ended);
  });
  $paymentRequest.listen((request) => request || clearBusy());
  // The pay dialogs' code did not load: the button can be pressed again.
  addEventListener("astro:hydration-error", () => $paymentRequest.set(null));
  // Back from the provider's own page it may have been paid.
  addEventListener("pageshow", ({ persisted }) => {
    const { access } = shown() ?? {};
    if (persisted && access) void show(access);
  });
  addEventListener("online", () => {
    const now = shown();
    if (now?.isCopy) void show(now.access);
  });
}

/** What belongs to the enrolment that was shown goes before another one is. */
function leave(): void {
  showDetails(true);
  for (const said of root.querySelectorAll("[role=status]")) said.textContent = "";
  hidePayerLink();
}

async function downloadDates(): Promise<void> {
  const { view } = shown() ?? {};
  if (!view) return;
  const { dueDatesCalendar } = await loadModule(() => import("~/domain/enrolment/due-dates-calendar.ts"));
  const file = dueDatesCalendar(view, { academy, site: new URL(location.origin), now: new Date() });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file], { type: "text/calendar" }));
  link.download = "payments.ics";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function mailLink(): Promise<void> {
  const { email } = shown()?.view.learner ?? {};
  const said = part("[data-link-news]", root);
  if (email === undefined) return;
  if (email === "") {
    said.textContent = "First give us your email address, under Your details.";
    return;
  }
  const { LINK_NOT_SENT, LINK_SENT } = await loadModule(() => import("./send-link.ts"));
  const answer = await mailLinks(email);
  said.textContent =
    answer.type === "answered" ? LINK_SENT : answer.type === "refused" ? answer.message : LINK_NOT_SENT;
}
