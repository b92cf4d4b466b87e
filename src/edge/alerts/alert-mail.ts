import { escapeHtml } from "~/domain/text.ts";
import type { AlertNews } from "./find-alerts.ts";

const WORDS: Record<AlertNews, { title: string; what: string; toDo: string }> = {
  "payment-checks-overdue": {
    title: "payment checks are overdue",
    what: "Payments should have been asked after more than an hour ago, and were not.",
    toDo: "Look at /prod/health and at the log: a provider may be out of reach, or refuse the site's keys.",
  },
  "paystack-webhook-silent": {
    title: "Paystack's webhook is silent",
    what: "Payments in naira came in during the last day, and Paystack told the site of none.",
    toDo: "Look at the webhook's address in Paystack's dashboard, under Settings, API Keys & Webhooks. Nothing is lost: the site asks by itself.",
  },
  "paypal-webhook-silent": {
    title: "PayPal's webhook is silent",
    what: "Payments in dollars came in during the last day, and PayPal told the site of none.",
    toDo: "Look at the webhook of the app at developer.paypal.com, and whether PAYPAL_WEBHOOK_ID is its id. Refunds and disputes are heard of late.",
  },
  "mails-failed": {
    title: "mails could not be delivered",
    what: "Mails were tried for a day and are not tried again.",
    toDo: "The first page of the desk says why, and sends them again.",
  },
  "books-not-compared": {
    title: "the books could not be compared",
    what: "The comparison with a provider's books began hours ago, and is not done.",
    toDo: "Look for books-not-compared in the log: it says why.",
  },
};

/** The mail about what needs attention now. */
export function alertMail(news: readonly AlertNews[]): { subject: string; message: string } {
  const subject = `Alert: ${news.map((each) => WORDS[each].title).join("; ")}`;
  const items = news.map((each) => {
    const { what, toDo } = WORDS[each];
    return `<li>${escapeHtml(what)} ${escapeHtml(toDo)}</li>`;
  });
  return {
    subject,
    message: `<h1>The site needs you</h1><ul>${items.join("")}</ul><p>More: docs/operations.md, Day by day. We’ll repeat this in a day at the earliest.</p>`,
  };
}
