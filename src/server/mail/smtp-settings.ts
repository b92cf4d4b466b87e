/** The settings of .env.example that say who delivers mails. */
export interface SmtpEnv {
  readonly SMTP_HOST?: string;
  readonly SMTP_PORT?: string;
  readonly SMTP_USER?: string;
  readonly SMTP_PASSWORD?: string;
}

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** How the connection is kept from being read: from its first byte, or from the server's answer on. */
  readonly encryption: "tls" | "starttls" | "if-offered";
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

const PORT_WITH_TLS = 465;
const USUAL_PORT = 587;
/** A server on this machine may do without encryption: nobody is in between. */
const THIS_MACHINE = new Set(["localhost", "127.0.0.1"]);

/**
 * Reads the settings; null without a host, when mails stay in the database.
 * @throws Error that names the setting that cannot be used.
 */
export function smtpSettings(env: SmtpEnv): SmtpSettings | null {
  const host = env.SMTP_HOST?.trim();
  if (!host) return null;
  const port = env.SMTP_PORT?.trim() ? Number(env.SMTP_PORT) : USUAL_PORT;
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error("SMTP_PORT must be a number between 1 and 65535.");
  }
  const user = env.SMTP_USER?.trim() ?? "";
  const password = env.SMTP_PASSWORD ?? "";
  if ((user === "") !== (password === "")) {
    throw new Error("SMTP_USER and SMTP_PASSWORD must be set both or neither.");
  }
  return {
    host,
    port,
    encryption: port === PORT_WITH_TLS ? "tls" : THIS_MACHINE.has(host) ? "if-offered" : "starttls",
    credentials: user === "" ? null : { user, password },
  };
}
