import { getEntry } from "astro:content";
import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { handleMail } from "~/server/mail/handle-mail.ts";

export const prerender = false;

export const ALL: APIRoute = async ({ request }) => {
  const site = await getEntry("site", "site");
  if (!site) throw new Error("content/site.yaml is missing.");
  const { senderEmail, email, staffRecipients } = site.data;
  return handleMail(request, {
    db: env.DB,
    addresses: { sender: senderEmail, recipients: [email, ...staffRecipients.map((staff) => staff.email)] },
  });
};
