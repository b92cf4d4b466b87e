import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handleMail } from "~/server/mail/handle-mail.ts";
import { providersOf } from "../_content/payments.ts";
import { getSite } from "../_content/site.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request }) => {
  const { senderEmail, email, staffRecipients } = await getSite();
  const { paystack, paypal } = providersOf(env);
  return handleMail(request, {
    db: env.DB,
    jobs: env.JOBS,
    canVerify: paystack !== null || paypal !== null,
    limits: { visitor: env.MAILS_OF_VISITOR, recipient: env.MAILS_TO_RECIPIENT },
    addresses: { sender: senderEmail, academy: email, staff: staffRecipients.map((staff) => staff.email) },
  });
};
