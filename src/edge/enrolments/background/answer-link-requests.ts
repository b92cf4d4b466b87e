import { learnerKeys } from "~/domain/enrolment/learner.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { rowsOf, statement } from "~/edge/database.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import { findByEmail, findEnrolment, unlessWritten } from "../enrolment-store.ts";
import { enrolledIn, freshLink } from "../mails/enrolment-mails.ts";

const MOST_LINKS = 5;

/** Mails fresh links to the enrolments under a request's address, and deletes the request. */
export async function answerLinkRequest(context: AppContext, id: number): Promise<void> {
  const { db } = context;
  const linkRequest = await statement(db)`SELECT email_key AS emailKey
    FROM link_requests WHERE id = ${id}`.first<{ emailKey: string }>();
  if (!linkRequest) return;
  const matches = await Promise.all(
    (await findByEmail(db, linkRequest.emailKey, MOST_LINKS)).map((row) =>
      readNamed(context, row, linkRequest.emailKey),
    ),
  );
  const enrolments = matches.filter((record) => record !== null);
  const [latest] = enrolments;
  if (latest) {
    const links = await Promise.all(
      enrolments.map((record) => freshLink(context, record.enrolment.id, { isReplacing: true })),
    );
    const mail = {
      name: "link",
      to: latest.enrolment.learner.email,
      key: `links:${id}`,
      values: {
        firstName: latest.firstName,
        enrolments: enrolments.map((record, index) => ({
          courseName: record.courseName,
          cohort: record.cohort,
          link: links[index]?.url ?? new URL("/My-enrolment", context.templates.academy.site),
        })),
      },
    } as const;
    // If an enrolment's address changes or its learner is erased at this moment, the former address must get
    // no key and the person no mail. The batch then fails, and the job comes again.
    await db.batch([
      ...enrolments.map(({ enrolment }) => unlessWritten(db, enrolment)),
      ...links.map(({ adding }) => adding),
      storingLearnerMail(context, mail),
    ]);
    await enqueueLearnerMails(context, mail.key);
  }
  await statement(db)`DELETE FROM link_requests WHERE id = ${id}`.run();
}

/**
 * Returns `null` for an enrolment that is deleted, unreadable or has another address now. It must not stop
 * the other ones.
 */
async function readNamed(context: AppContext, id: string, emailKey: string) {
  try {
    const enrolment = await findEnrolment(context.db, id);
    if (!enrolment || learnerKeys(enrolment.learner).email !== emailKey) return null;
    const { firstName, courseName, cohort } = enrolledIn(context, enrolment);
    return { enrolment, firstName, courseName, cohort };
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    logError("enrolment-unreadable", { id, reason: reasonOf(error) });
    return null;
  }
}

/** The delay after which a sweep answers a request, because its job was lost. */
const OVERDUE_MS = 2 * 60_000;
const A_SWEEP = 50;

/** Answers the requests whose jobs were lost. A request that fails does not stop the next ones. */
export async function answerOverdueRequests(context: AppContext): Promise<void> {
  const overdueSince = new Date(context.now.getTime() - OVERDUE_MS).toISOString();
  const results = await rowsOf<{ id: number }>(context.db)`
    SELECT id FROM link_requests WHERE id > 0 AND requested_at <= ${overdueSince} ORDER BY id LIMIT ${A_SWEEP}`;
  for (const { id } of results) {
    try {
      await answerLinkRequest(context, id);
    } catch (error) {
      logError("link-request-not-answered", { reason: reasonOf(error) });
    }
  }
}
