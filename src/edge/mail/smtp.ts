import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectWithTls } from "node:tls";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { SmtpSettings } from "~/edge/environment.ts";
import { DeliveryError } from "~/edge/jobs/deliveries.ts";
import { reasonOf } from "~/edge/log.ts";

export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same at every attempt, so that a mailbox can recognise a duplicate. */
  readonly messageId: string;
  readonly calendar?: string | null;
  readonly replyTo?: string | null;
  /** Stops such mails by a POST without a page (RFC 8058). */
  readonly unsubscribeUrl?: string | null;
  /** Whether no person wrote it: programs that answer mails then leave it alone (RFC 3834). */
  readonly isAutomatic?: boolean;
}

/** Hands a mail over; rejects with DeliveryError when it was not accepted. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** For connecting, and for each answer after that. */
const STEP_TIMEOUT_MS = 10_000;
/** For a whole conversation, so that a slow server does not block the queue. */
export const CONVERSATION_TIMEOUT_MS = 30_000;

/**
 * An answer 5xx to the recipient is final. Everything else may be transient: a server that is busy, credentials that are set wrong,
 * a text that a filter refused.
 */
export function smtpSender(
  settings: SmtpSettings,
  limits = { stepMs: STEP_TIMEOUT_MS, totalMs: CONVERSATION_TIMEOUT_MS },
): SendMail {
  const { host, port, encryption, credentials } = settings;
  const transport = createTransport({
    host,
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: limits.stepMs,
    socketTimeout: limits.stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // The library itself resolves the name first and connects to the IP address; the edge checks certificates by the name.
    getSocket: (_, callback) => {
      openSocket(settings, limits.stepMs).then(
        (connection) => callback(null, { connection, secured: encryption === "tls" }),
        (error: Error) => callback(error),
      );
    },
  });
  return async (mail) => {
    try {
      await transport.sendMail({
        ...messageOf(mail),
        signal: AbortSignal.timeout(limits.totalMs),
      });
    } catch (error) {
      throw toDeliveryError(error);
    }
  };
}

function messageOf(mail: OutgoingMail): SendMailOptions {
  const { to, calendar, replyTo, unsubscribeUrl, isAutomatic, ...parts } = mail;
  return {
    ...parts,
    // Always one recipient: a text with commas would become a list.
    to: { name: "", address: to },
    ...(replyTo && { replyTo }),
    ...(calendar && {
      attachments: [
        {
          filename: "due-dates.ics",
          content: calendar,
          contentType: "text/calendar; charset=utf-8; method=PUBLISH",
        },
      ],
    }),
    ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
    headers: {
      ...(isAutomatic && { "Auto-Submitted": "auto-generated" }),
      ...(unsubscribeUrl && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  };
}

function openSocket({ host, port, encryption }: SmtpSettings, timeoutMs: number): Promise<Socket> {
  const isSecured = encryption === "tls";
  const socket = isSecured ? connectWithTls({ host, port, servername: host }) : connectPlain({ host, port });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new Error("The mail server could not be reached in time.")),
      timeoutMs,
    );
    socket.once("error", fail);
    socket.once(isSecured ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

function toDeliveryError(error: unknown): DeliveryError {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  const isFinal = command === "RCPT TO" && responseCode !== undefined && responseCode >= 500;
  const place = [command, responseCode].filter(Boolean).join(" ");
  return new DeliveryError(place ? `${place}: ${reasonOf(error)}` : reasonOf(error), isFinal);
}
