import { type Environment, smtpSettings } from "~/edge/environment.ts";
import { type SendMail, smtpSender } from "./smtp.ts";

/** The mail server, if one is set and its settings can be used. */
export type MailServer =
  | { readonly state: "smtp"; readonly send: SendMail }
  /** Mails stay in the database. */
  | { readonly state: "not-set" }
  /** Mails wait until the settings are corrected. */
  | { readonly state: "unusable"; readonly reason: string };

type SmtpSetting = "SMTP_HOST" | "SMTP_PORT" | "SMTP_USER" | "SMTP_PASSWORD";

/** The mail server that the settings name. */
export function mailServerOf(env: Pick<Environment, SmtpSetting>): MailServer {
  const { success, data, error } = smtpSettings.safeParse(env);
  if (!success) return { state: "unusable", reason: error.issues.map(({ message }) => message).join(" ") };
  return data ? { state: "smtp", send: smtpSender(data) } : { state: "not-set" };
}

/**
 * The function that sends mails; null where they stay in the database.
 * @throws Error that names the setting that cannot be used
 */
export function senderOf(server: MailServer): SendMail | null {
  if (server.state === "unusable") throw new Error(server.reason);
  return server.state === "smtp" ? server.send : null;
}
