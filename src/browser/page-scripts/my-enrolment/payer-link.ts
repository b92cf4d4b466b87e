/** A link for somebody else who pays: made when it is asked for, and handed to the device's own share sheet or app. */
import { makePayerLink } from "~/browser/enrolments/ask-edge.ts";
import { type EnrolmentAccess, fragmentOf } from "~/domain/enrolment/enrolment-key.ts";
import { formatExact } from "~/domain/money/money.ts";
import { part } from "../part.ts";

const section = part("[data-payer]");
const field = part<HTMLInputElement>("[data-payer-link]", section);
const news = part("[data-copied]", section);
const share = part<HTMLButtonElement>("[data-act=share]", section);
const whatsapp = part<HTMLAnchorElement>("[data-whatsapp]", section);
const canShare = typeof navigator.share === "function";

share.hidden = !canShare;
whatsapp.hidden = canShare;
field.addEventListener("focus", () => field.select());
part("[data-act=copy]", section).addEventListener("click", () => void copy());
// Closing the share sheet is no failure.
share.addEventListener("click", () => void navigator.share({ text: message() }).catch(() => undefined));

const message = () => `Please help me pay for my course:\n${field.value}`;

async function copy(): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(field.value).then(
    () => true,
    () => false,
  );
  news.textContent = isCopied ? "Copied" : "Select the link and copy it.";
}

/** Makes the link for the next charges and shows it. @returns why it could not be made, in words; null when it was */
export async function offerPayerLink(access: EnrolmentAccess, count: number): Promise<string | null> {
  const answer = await makePayerLink(access, count);
  if (answer.type === "unreachable")
    return "The link could not be made. Check your connection, then try again.";
  if (answer.type === "refused") return answer.message;
  const { key, amount } = answer.body;
  field.value = `${location.origin}/Sponsor#${fragmentOf({ id: access.id, key })}`;
  // Anybody with the key can open what is due: the device itself hands it to the app, and no server's address has it.
  whatsapp.href = `whatsapp://send?text=${encodeURIComponent(message())}`;
  part("[data-text=payerTitle]", section).textContent = `A link to pay ${formatExact(amount)}`;
  news.textContent = "";
  section.hidden = false;
  field.focus();
  return null;
}
