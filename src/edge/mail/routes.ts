import { Hono } from "hono";
import type { EdgeBindings, EdgeEnv } from "~/edge/app-context.ts";
import { onFailure, only, unavailable } from "~/edge/middleware/answers.ts";
import { body, jsonType } from "~/edge/middleware/request-body.ts";
import { ownPages } from "~/edge/middleware/who-may-call.ts";
import { handleMail, MAX_MAIL_BYTES, type Newsletter, type UnverifiedPayments } from "./handle-mail.ts";

/** What other rooms do about the mails that browsers send. */
interface MailFollowers {
  readonly unverified: (bindings: EdgeBindings) => UnverifiedPayments;
  readonly newsletter: (bindings: EdgeBindings) => Newsletter;
}

/** The mails that the site's pages send. Its limits are handleMail's: they depend on what a mail is about. */
export function mailRoutes({ unverified, newsletter }: MailFollowers) {
  return new Hono<EdgeEnv>()
    .post(
      "/prod/mailing",
      body(MAX_MAIL_BYTES),
      ownPages("Mails are"),
      jsonType("The mail"),
      onFailure({
        event: "mail-not-stored",
        answer: unavailable("We couldn't save your message just now. Please try again in a minute.", 30),
      }),
      (c) =>
        handleMail(c.req.raw, c.var.body, {
          ...c.env.context,
          limits: c.env.mailLimits,
          unverified: unverified(c.env),
          newsletter: newsletter(c.env),
        }),
    )
    .all("/prod/mailing", only("POST"));
}
