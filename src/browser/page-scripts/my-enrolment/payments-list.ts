/** The rows of what was agreed, the bar that draws them to scale, and the receipts. */

import type { EnrolmentView, ReceiptView } from "~/domain/enrolment/enrolment-view.ts";
import { formatExact } from "~/domain/money/money.ts";
import { segmentsOf } from "~/domain/pricing/payment-plan.ts";
import { part } from "../part.ts";
import { describeCharge, describeReceipt, shownCharges } from "./describe-enrolment.ts";
import { copyOf, fill } from "./fill.ts";

const SVG = "http://www.w3.org/2000/svg";

export function drawPayments(root: ParentNode, view: EnrolmentView): void {
  part("[data-charges]", root).replaceChildren(...shownCharges(view).map((charge) => row(charge, view)));
  const returned = view.receipts.filter(({ isRefunded }) => isRefunded);
  part("[data-returned]", root).replaceChildren(
    ...returned.map((receipt) => {
      const item = document.createElement("li");
      item.append(receiptButton(receipt, view, `Returned: ${receipt.reference}`));
      return item;
    }),
  );
  drawBar(part<SVGElement>("[data-bar]", root), view);
}

function row(charge: EnrolmentView["charges"][number], view: EnrolmentView): DocumentFragment {
  const copy = copyOf("[data-charge-row]");
  fill(copy, describeCharge(charge, view));
  part(".charge", copy).dataset.state = charge.state;
  const receipts = view.receipts.filter(({ reference }) => charge.references.includes(reference));
  part("[data-receipts]", copy).append(
    ...receipts.map((receipt, index) =>
      receiptButton(receipt, view, index ? `Receipt ${index + 1}` : "Receipt"),
    ),
  );
  return copy;
}

function receiptButton(receipt: ReceiptView, view: EnrolmentView, text: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link receipt-button";
  button.textContent = text;
  button.ariaLabel = `${text} of ${formatExact(receipt.amount)}, ${receipt.reference}`;
  button.addEventListener("click", () => openReceipt(receipt, view));
  return button;
}

/** The sheet is on the page only while it is open: what prints is the page without it, or the sheet alone. */
function openReceipt(receipt: ReceiptView, view: EnrolmentView): void {
  const dialog = part<HTMLDialogElement>("[data-receipt]");
  const sheet = copyOf("[data-receipt-sheet]");
  fill(sheet, describeReceipt(receipt, view));
  part("[data-act=print]", sheet).addEventListener("click", () => print());
  part("[data-act=close]", sheet).addEventListener("click", () => dialog.close());
  dialog.replaceChildren(sheet);
  dialog.addEventListener("close", () => dialog.replaceChildren(), { once: true });
  dialog.showModal();
  // Its first button is its last line: what is read first must not be scrolled away on a small screen.
  dialog.scrollTop = 0;
}

/** Each payment as wide as it is large, filled as far as it is paid; what is late has the colour of that. */
function drawBar(bar: SVGElement, view: EnrolmentView): void {
  const charges = shownCharges(view);
  const segments = segmentsOf(charges.map(({ amount }) => amount));
  bar.replaceChildren(
    ...segments.flatMap(({ start, width }, index) => {
      const { amount, paid, state } = charges[index] ?? {};
      const share = amount && paid && amount.minor > 0 ? paid.minor / amount.minor : 0;
      const ground = state === "overdue" && view.state !== "withdrawn" ? "is-overdue" : "is-later";
      return [rect(start, width, ground), ...(share > 0 ? [rect(start, width * share, "is-now")] : [])];
    }),
  );
}

function rect(start: number, width: number, className: string): SVGElement {
  const drawn = document.createElementNS(SVG, "rect");
  const attributes = { x: `${start}%`, width: `${width}%`, height: "12", rx: "6", class: className };
  for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value);
  return drawn;
}
