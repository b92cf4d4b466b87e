/** What must be corrected, at the top of the form: without script the edge fills in the same part of the page. */
import { type SupportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import { labelOf, type RegistrationErrors, type RegistrationField } from "~/domain/enrolment/registration.ts";
import { formName } from "~/domain/enrolment/registration-form.ts";
import { part } from "../part.ts";
import { fieldNamed } from "./fields.ts";

/** Before the page's title while something must be corrected. */
const ERROR = "Error: ";

/** Lists the errors with links to their fields, and takes the focus. @param course the chosen course's name */
export function showSummary(
  form: HTMLFormElement,
  errors: RegistrationErrors,
  { support, course }: { support: SupportContacts; course: string | undefined },
): void {
  const summary = part("[data-error-summary]", form);
  const fields = Object.keys(errors) as RegistrationField[];
  part("[data-error-list]", summary).replaceChildren(
    ...fields.map((field) => listItem(fieldNamed(form, formName(field))?.id ?? "", errors[field] ?? "")),
  );
  // For visitors who cannot get past a field: staff read its name, and not what was typed into it.
  const problem = `the registration form does not take my ${fields.map(labelOf).join(", ")}`;
  part<HTMLAnchorElement>('a[href^="https://wa.me/"]', summary).href = whatsappLink(
    support.whatsappNumber,
    supportMessage({ problem, course }),
  );
  summary.hidden = false;
  document.title = ERROR + document.title.replace(ERROR, "");
  summary.focus();
}

export function hideSummary(form: HTMLFormElement): void {
  part("[data-error-summary]", form).hidden = true;
  document.title = document.title.replace(ERROR, "");
}

function listItem(id: string, text: string): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.className = "link";
  link.href = `#${id}`;
  link.textContent = text;
  item.append(link);
  return item;
}
