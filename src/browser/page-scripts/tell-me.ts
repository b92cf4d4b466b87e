/** Sends the form that asks for a mail when registration opens. */
import { tellWhenOpen } from "~/browser/enrolments/ask-edge.ts";
import { payerEmailError } from "~/domain/contact/email-address.ts";

const CONFIRM =
  "Please look into your mailbox: a mail asks you to confirm your address. Look in your spam folder, too.";
// Only pages with the form load this script.
const find = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T;

const form = find<HTMLFormElement>("[data-tell-me]");
const email = find<HTMLInputElement>("[data-tell-me] [name=email]");
const course = find<HTMLSelectElement>("[data-tell-me] [name=course]");
const button = find<HTMLButtonElement>("[data-tell-me] button");
const error = find("#tell-me-error");
const news = find("[data-tell-me-news]");

email.addEventListener("input", () => showError(null));

function showError(text: string | null): void {
  error.textContent = text;
  error.hidden = text === null;
  if (text) email.setAttribute("aria-invalid", "true");
  else email.removeAttribute("aria-invalid");
}

/** Sends what the form holds, or says beside the field what is wrong with it. @param unreachable said where nothing is sent */
export async function sendTellMe(unreachable: string): Promise<void> {
  const wrong = email.value.trim() ? payerEmailError(email.value) : "Enter your email address.";
  showError(wrong);
  if (wrong) return email.focus();
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  news.textContent = "";
  const answer = await tellWhenOpen(email.value.trim(), course.value || null);
  button.ariaBusy = null;
  if (answer.type === "answered") form.reset();
  news.textContent =
    answer.type === "answered" ? CONFIRM : answer.type === "refused" ? answer.message : unreachable;
}
