import { PROVIDER_NAMES, paymentMode } from "~/browser/payments/load-checkout.ts";
import { type SupportContacts, whatsappLink } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import type { Currency } from "~/domain/money/money.ts";
import { part, showText } from "../part.ts";

/** What staff read first. */
export const NOT_SET_UP = "I want to register, and online payment is not set up";

/** Whether nothing can be paid in a currency: then staff register by hand. The page has the notice only where there is one. */
export function isPaymentMissing(currency: Currency): boolean {
  return paymentMode(currency) === "missing";
}

/** @param amount formatted */
export function showPaymentMissing(
  form: HTMLFormElement,
  {
    currency,
    support,
    ...of
  }: {
    currency: Currency;
    support: SupportContacts;
    course: string | undefined;
    amount: string;
  },
): void {
  const notice = form.querySelector<HTMLElement>("[data-payment-missing]");
  if (!notice) return;
  notice.hidden = !isPaymentMissing(currency);
  showText(part("[data-provider]", notice), PROVIDER_NAMES[currency]);
  part<HTMLAnchorElement>('a[href^="https://wa.me/"]', notice).href = whatsappLink(
    support.whatsappNumber,
    supportMessage({ problem: NOT_SET_UP, ...of }),
  );
}
