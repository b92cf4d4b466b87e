import type { Page } from "@playwright/test";

export interface SentMail {
  readonly config: { readonly fromEmailAddress: string; readonly toEmailAddress: string };
  readonly body: { readonly subject: string; readonly message: string };
}

/** How the stand-in answers: with a status and perhaps a message, with a refused connection, or never. */
export type MailAnswer = { status: number; message?: string } | "unreachable" | "silent";

/**
 * Puts a stand-in in the mail endpoint's place.
 * @param answers one for each mail; the last one stays
 * @returns the mails it was asked to send, growing as they come
 */
export async function standInForMail(page: Page, ...answers: MailAnswer[]): Promise<readonly SentMail[]> {
  const sent: SentMail[] = [];
  await page.route("**/prod/mailing", async (route) => {
    sent.push(route.request().postDataJSON());
    const answer = answers[sent.length - 1] ?? answers.at(-1) ?? { status: 202 };
    if (answer === "silent") return;
    if (answer === "unreachable") return route.abort("connectionrefused");
    const { status, message } = answer;
    await route.fulfill({ status, json: message === undefined ? {} : { message } });
  });
  return sent;
}

/** Returns the page's own console errors, without the browser's lines about failed requests. */
export function loggedErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().startsWith("Failed to load resource"))
      errors.push(line.text());
  });
  return errors;
}
