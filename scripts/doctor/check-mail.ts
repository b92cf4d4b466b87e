import { isExampleAddress } from "~/domain/contact/example-address.ts";
import { smtpSettings } from "~/server/mail/smtp-settings.ts";
import { advice, type Finding, isGiven, missing, type Patient, settingsFile } from "./finding.ts";
import { unset } from "./unset.ts";

/** The addresses of content/site.yaml that mails go from and to. */
export interface MailAddresses {
  readonly email: string;
  readonly senderEmail: string;
  readonly staff: readonly string[];
}

/** Who delivers mails, and between which addresses. */
export function checkMail(patient: Patient, addresses: MailAddresses): Finding[] {
  return [...checkServer(patient), ...(patient.place === "local" ? [] : checkAddresses(patient, addresses))];
}

function checkServer(patient: Patient): Finding[] {
  const { place, settings } = patient;
  const file = settingsFile(place);
  const how = `Take the server's name, port, user and password from your mail provider's page about SMTP, and write them into ${file}.`;
  const host = settings.SMTP_HOST?.trim();
  if (!host) {
    if (place === "local" || isGiven(patient, "SMTP_HOST")) return [];
    return [unset(patient, "SMTP_HOST", `Without it mails stay in the database, unread. ${how}`)];
  }
  if (/[/:@\s]/.test(host)) {
    return [missing("SMTP_HOST is more than the name of a server, such as smtp.example.com.", how)];
  }
  try {
    const server = smtpSettings(settings);
    if (server?.port === 25) {
      return [
        missing(
          "SMTP_PORT is 25, which the edge may not use.",
          "Use 587 or 465, whichever your provider names.",
        ),
      ];
    }
    if (place === "local") return [];
    if (["localhost", "127.0.0.1"].includes(host) || isExampleAddress(host)) {
      return [missing("SMTP_HOST is not the name of a mail server that the edge can reach.", how)];
    }
    if (!server?.credentials && !isGiven(patient, "SMTP_USER")) {
      return [advice("SMTP_USER and SMTP_PASSWORD are not set: hardly any server takes mails so.", how)];
    }
    return [];
  } catch (error) {
    return [missing(error instanceof Error ? error.message : "The SMTP settings cannot be used.", how)];
  }
}

function checkAddresses({ place }: Patient, { email, senderEmail, staff }: MailAddresses): Finding[] {
  const examples = [email, senderEmail, ...staff].filter(isExampleAddress);
  if (examples.length === 0) return [];
  const kind = place === "production" ? missing : advice;
  return [
    kind(
      `content/site.yaml has addresses that belong to nobody: ${[...new Set(examples)].join(", ")}. Mails to them are lost.`,
      "Write the academy's own. senderEmail must be one that your mail server may send from.",
    ),
  ];
}
