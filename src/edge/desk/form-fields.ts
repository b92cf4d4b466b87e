import { html, raw } from "hono/html";
import type { Html } from "~/edge/desk/desk-page.ts";

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "email" | "tel" | "date" | "textarea" | "select" | "file";
  readonly value: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  readonly inputmode?: "decimal";
  readonly accept?: string;
  /** Personal: browsers store nothing of it, not even for Back. */
  readonly isPersonal?: boolean;
}

export function formField(field: FormField, problem?: string): Html {
  const { name, label, hint } = field;
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(" ");
  const attributes = html`id="${name}" name="${name}" class="input"${field.isPersonal ? raw(' autocomplete="off"') : ""}${
    described ? html` aria-describedby="${described}"` : ""
  }${problem ? raw(' aria-invalid="true"') : ""}`;
  return html`<div class="field"><label class="field-label" for="${name}">${label}</label>
${hint ? html`<p class="quiet" id="${name}-hint">${hint}</p>` : ""}${control(field, attributes)}
${problem ? html`<p class="field-error" id="${name}-problem">${problem}</p>` : ""}</div>`;
}

function control(field: FormField, attributes: Html): Html {
  const { kind, value, options = [] } = field;
  if (kind === "textarea") return html`<textarea ${attributes} rows="5">${value}</textarea>`;
  if (kind === "select") {
    return html`<select ${attributes}>${options.map(
      ([option, label]) =>
        html`<option value="${option}"${option === value ? raw(" selected") : ""}>${label}</option>`,
    )}</select>`;
  }
  const accept = field.accept ? html` accept="${field.accept}"` : "";
  const mode = field.inputmode ? html` inputmode="${field.inputmode}"` : "";
  return html`<input type="${kind}" ${attributes} value="${value}"${mode}${accept}>`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
