import { learnerKeys } from "~/domain/enrolment/learner.ts";
import type { AppContext } from "~/edge/app-context.ts";
import { rowsOf, statement } from "~/edge/database.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import { enqueueLearnerMails, storingLearnerMail } from "~/edge/mail/learner-mail.ts";
import type { EnrolmentRecord } from "../enrolment-record.ts";
import { failIfChanged, findByEmail, findEnrolment } from "../enrolment-store.ts";
import { enrolledIn, freshLink } from "../mails/enrolment-mails.ts";

const MOST_LINKS = 5;

/** Mails fresh links to the enrolments under a request's address, and deletes the request. */
export async function answerLinkRequest(context: AppContext, id: number): Promise<void> {
  const { db } = context;
  const linkRequest = await statement(db)`SELECT email_key AS emailKey
    FROM link_requests WHERE id = ${id}`.first<{ emailKey: string }>();
  if (!linkRequest) return;
  const { emailKey } = linkRequest;
  const ids = await findByEmail(db, emailKey, MOST_LINKS);
  const matches = await Promise.all(ids.map((match) => readMatch(context, match, emailKey)));
  const enrolments = matches.filter((enrolment) => enrolment !== null);
  const [latest] = enrolments;
  if (latest) {
    const linked = await Promise.all(
      enrolments.map(async (enrolment) => ({
        ...enrolledIn(context, enrolment),
        link: await freshLink(context, enrolment.id, { isReplacing: true }),
      })),
    );
    const mail = {
      name: "link",
      to: latest.learner.email,
      key: `links:${id}`,
      values: {
        firstName: enrolledIn(context, latest).firstName,
        enrolments: linked.map(({ courseName, cohort, link }) => ({ courseName, cohort, link: link.url })),
      },
    } as const;
    // If an enrolment's address changes or its learner is erased at this moment, the former address must get
    // no key and the person no mail. The batch then fails, and the job comes again.
    await db.batch([
      ...enrolments.map((enrolment) => failIfChanged(db, enrolment)),
      ...linked.map(({ link }) => link.insertStatement),
      storingLearnerMail(context, mail),
    ]);
    await enqueueLearnerMails(context, mail.key);
  }
  await statement(db)`DELETE FROM link_requests WHERE id = ${id}`.run();
}

/** Reads an enrolment; `null` if it is deleted, unreadable or has another address now. */
async function readMatch({ db }: AppContext, id: string, emailKey: string): Promise<EnrolmentRecord | null> {
  try {
    const enrolment = await findEnrolment(db, id);
    return enrolment && learnerKeys(enrolment.learner).email === emailKey ? enrolment : null;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    logError("enrolment-unreadable", { id, reason: reasonOf(error) });
    return null;
  }
}

/** The delay after which a sweep answers a request, because its job was lost. */
const OVERDUE_MS = 2 * 60_000;
const REQUESTS_PER_SWEEP = 50;

/** Answers the requests whose jobs were lost. A request that fails does not stop the next ones. */
export async function answerOverdueRequests(context: AppContext): Promise<void> {
  const overdueSince = new Date(context.now.getTime() - OVERDUE_MS).toISOString();
  const results = await rowsOf<{ id: number }>(context.db)`
    SELECT id FROM link_requests WHERE id > 0 AND requested_at <= ${overdueSince} ORDER BY id LIMIT ${REQUESTS_PER_SWEEP}`;
  for (const { id } of results) {
    try {
      await answerLinkRequest(context, id);
    } catch (error) {
      logError("link-request-not-answered", { reason: reasonOf(error) });
    }
  }
}
