import type { Page } from "@playwright/test";

interface SentMail {
  readonly config: { readonly fromEmailAddress: string; readonly toEmailAddress: string };
  readonly body: { readonly subject: string; readonly message: string };
}

/** The stand-in's answer: a response, a refused connection, or nothing. */
type MailAnswer = { status: number; message?: string } | "unreachable" | "silent";

/**
 * Replaces the mail endpoint.
 * @param answers one for each mail; the last answers all further mails
 * @returns the sent mails, which grow as the page sends them
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

/** Returns the page's console errors, without the browser's lines about failed requests. They grow as they come. */
export function loggedErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().startsWith("Failed to load resource"))
      errors.push(line.text());
  });
  return errors;
}
