import { getEntry } from "astro:content";
import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handleMail } from "~/server/mail/handle-mail.ts";
import { providersOf } from "../_content/payments.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request }) => {
  const site = await getEntry("site", "site");
  if (!site) throw new Error("content/site.yaml is missing.");
  const { senderEmail, email, staffRecipients } = site.data;
  const { paystack, paypal } = providersOf(env);
  return handleMail(request, {
    db: env.DB,
    jobs: env.JOBS,
    canVerify: paystack !== null || paypal !== null,
    limits: { visitor: env.MAILS_OF_VISITOR, recipient: env.MAILS_TO_RECIPIENT },
    addresses: { sender: senderEmail, academy: email, staff: staffRecipients.map((staff) => staff.email) },
  });
};
