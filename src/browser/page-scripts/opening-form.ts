/** Sends the form that asks for a mail when registration opens. */
import { askForOpening } from "~/browser/edge-client/enrolments.ts";
import { payerEmailError, readEmail } from "~/domain/contact/email-address.ts";
import { requireElement } from "./require-element.ts";

const CONFIRM =
  "Almost done: open the email we just sent you and confirm. Can't see it? Check your spam folder.";

const form = requireElement<HTMLFormElement>("[data-opening-form]");
const email = requireElement<HTMLInputElement>("[data-opening-form] [name=email]");
const course = requireElement<HTMLSelectElement>("[data-opening-form] [name=course]");
const button = requireElement<HTMLButtonElement>("[data-opening-form] button");
const error = requireElement("#opening-email-error");
const outcome = requireElement("[data-unsent]");

email.addEventListener("input", () => showError(null));

function showError(text: string | null): void {
  error.textContent = text;
  error.hidden = text === null;
  if (text) email.setAttribute("aria-invalid", "true");
  else email.removeAttribute("aria-invalid");
}

/** Sends the form, or shows its error beside the field. */
export async function sendOpeningForm(): Promise<void> {
  const problem = email.value.trim() ? payerEmailError(email.value) : "Enter your email address.";
  showError(problem);
  if (problem) return email.focus();
  if (button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  outcome.textContent = "";
  const answer = await askForOpening(readEmail(email.value), course.value || null);
  button.removeAttribute("aria-busy");
  if (answer.type === "answered") form.reset();
  const refusal = answer.type === "refused" ? answer.message : (outcome.dataset.unsent ?? "");
  outcome.textContent = answer.type === "answered" ? CONFIRM : refusal;
}
