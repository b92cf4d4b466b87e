/** The fields of a log line: numbers, references and reasons, never personal data or a visitor's text. */
type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Writes one line of JSON. @param event what happened, in the past: "mail-delivered" */
export function log(event: string, fields: LogFields): void {
  // biome-ignore lint/suspicious/noConsole: this is where the log is written
  console.log(JSON.stringify({ event, ...fields }));
}

/** Logs an event that staff have to look at. */
export function logError(event: string, fields: LogFields): void {
  console.error(JSON.stringify({ event, ...fields }));
}

/** Returns an error's message without the addresses that a mail server or a database repeats in it. */
export function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : "unknown reason";
  return words.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "[address]").slice(0, 300);
}
