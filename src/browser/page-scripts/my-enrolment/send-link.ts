/** Has a fresh link mailed to the address in the form. The answer is the same whether it is known or not. */
import { mailLinks } from "~/browser/enrolments/ask-edge.ts";
import { payerEmailError } from "~/domain/contact/email-address.ts";
import { part } from "../part.ts";

export const LINK_SENT =
  "If we know this address, a link is on its way to it. Give it a few minutes, and check your spam folder.";
export const LINK_NOT_SENT = "We couldn't send it. Check your connection, then try again.";

const section = part("[data-link-form]");
const field = part<HTMLInputElement>("input", section);
const error = part("#link-email-error", section);
const news = part("[data-link-sent]", section);
const button = part<HTMLButtonElement>("button", section);

field.addEventListener("input", () => showError(null));

function showError(text: string | null): void {
  error.textContent = text;
  error.hidden = text === null;
  field.toggleAttribute("aria-invalid", false);
  if (text) field.setAttribute("aria-invalid", "true");
}

/** Sends the form. */
export async function send(): Promise<void> {
  const wrong = field.value.trim() ? payerEmailError(field.value) : "Enter your email address.";
  showError(wrong);
  if (wrong) return field.focus();
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  news.textContent = "";
  const answer = await mailLinks(field.value.trim());
  button.ariaBusy = null;
  if (answer.type === "unreachable") news.textContent = LINK_NOT_SENT;
  else news.textContent = answer.type === "refused" ? answer.message : LINK_SENT;
}
