/** Asks about an address whose domain looks like a slip of the keys, and corrects it on request. */
import { likelyEmail } from "~/domain/contact/email-slip.ts";
import { part, showText } from "../part.ts";
import { fieldNamed } from "./fields.ts";

export interface EmailSlip {
  /** Asks once the field is left; what was asked goes as soon as it is corrected. */
  show(): void;
}

export function emailSlip(form: HTMLFormElement): EmailSlip {
  const field = fieldNamed(form, "email") as HTMLInputElement;
  const question = part<HTMLButtonElement>("[data-email-slip]", form);

  question.addEventListener("click", () => {
    field.value = likelyEmail(field.value) ?? field.value;
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  return {
    show() {
      const likely = likelyEmail(field.value);
      if (likely && question.hidden && document.activeElement === field) return;
      showText(question, likely && `Did you mean ${likely.split("@")[1]}?`);
    },
  };
}
