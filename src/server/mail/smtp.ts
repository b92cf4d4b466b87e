import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectWithTls } from "node:tls";
import { createTransport } from "nodemailer";
import { reasonOf } from "../log.ts";
import type { SmtpSettings } from "./smtp-settings.ts";

/** A mail on its way out. */
export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same at every attempt, so that a mailbox can tell a mail that came twice. */
  readonly messageId: string;
}

/** Hands a mail over; rejects with DeliveryError when it was not taken. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** A mail that was not taken. Its message names nobody. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  constructor(
    message: string,
    /** The server will not have this recipient, today or tomorrow. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** For connecting, and for each answer after that. */
const STEP_TIMEOUT_MS = 10_000;
/** For a whole conversation, so that a server that trickles along holds nobody up. */
export const CONVERSATION_TIMEOUT_MS = 30_000;

/**
 * Delivers through an SMTP server, one conversation for each mail.
 *
 * An answer 5xx to the recipient is final. Everything else may pass: a server that is down, busy or full, credentials
 * or a sender that somebody still has to put right, a text that a filter disliked.
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
    // Its own way resolves the name first and connects to the number; the edge checks certificates by the name.
    getSocket: (_, callback) => {
      openSocket(settings, limits.stepMs).then(
        (connection) => callback(null, { connection, secured: encryption === "tls" }),
        (error: Error) => callback(error),
      );
    },
  });
  return async ({ from, to, subject, html, text, messageId }) => {
    try {
      await transport.sendMail({
        from,
        to,
        subject,
        html,
        text,
        messageId,
        signal: AbortSignal.timeout(limits.totalMs),
      });
    } catch (error) {
      throw toDeliveryError(error);
    }
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
