// npm run mail:check: how mails are doing, and which could not be delivered. Ends with 1 when somebody has to look.
//   -- --remote, --env staging|production   a deployed database instead of the one on this machine
//   -- --send-again ID   tries a parked mail for another day; "all" for each of them
//   -- --delete ID       deletes a parked mail that has been dealt with
import { parseArgs } from "node:util";
import { placeOf, query } from "../dev/database.mjs";

const { values: options } = parseArgs({
  options: {
    remote: { type: "boolean", default: false },
    env: { type: "string" },
    "send-again": { type: "string" },
    delete: { type: "string" },
  },
});

const place = placeOf(options);

const OVERVIEW = [
  "SELECT status, COUNT(*) AS count, MIN(created_at) AS oldest, MAX(created_at) AS newest FROM mails GROUP BY status ORDER BY status",
  `SELECT mails.id, subject, to_address, parked_at, dead_letters.attempts, reason
   FROM dead_letters JOIN mails ON mails.id = mail_id ORDER BY mail_id`,
];

const changes = [
  ...(options["send-again"] === undefined ? [] : sendAgain(options["send-again"])),
  ...(options.delete === undefined
    ? []
    : [`DELETE FROM mails WHERE status = 'parked' AND id = ${idOf(options.delete)}`]),
];
const results = await query(place, [...changes, ...OVERVIEW]);
const [states = [], parked = []] = results.slice(-OVERVIEW.length);
report(states, parked);

/** @param {string} which */
function sendAgain(which) {
  const condition = which === "all" ? "" : `WHERE mail_id = ${idOf(which)}`;
  return [
    // The next sweep finds them due since long.
    `UPDATE mails SET status = 'queued', next_attempt_at = '2000-01-01T00:00:00.000Z',
       give_up_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 day')
     WHERE id IN (SELECT mail_id FROM dead_letters ${condition})`,
    "DELETE FROM dead_letters WHERE mail_id IN (SELECT id FROM mails WHERE status = 'queued')",
  ];
}

/**
 * @param {Record<string, any>[]} states
 * @param {Record<string, any>[]} parked
 */
function report(states, parked) {
  if (states.length === 0) console.log("There are no mails.");
  for (const { status, count, oldest } of states) console.log(`${status}: ${count}, the oldest of ${oldest}`);
  const weekAgo = new Date(Date.now() - 7 * 24 * 3_600_000).toISOString();
  const isUnattended =
    place !== "local" && states.some(({ status, newest }) => status === "kept" && newest > weekAgo);
  if (isUnattended) {
    console.error(
      "Mails of the last days were kept, since no mail server is set: set SMTP_HOST as .env.example says.",
    );
  }
  for (const { id, subject, to_address, parked_at, attempts, reason } of parked) {
    console.error(
      `Parked: ${id}, ${subject} to ${to_address}, on ${parked_at} after ${attempts} attempts: ${reason}`,
    );
  }
  if (parked.length > 0) console.error("Mend the cause, then: npm run mail:check -- --send-again all");
  if (isUnattended || parked.length > 0) process.exitCode = 1;
}

/** @param {string} text */
function idOf(text) {
  if (!/^\d{1,15}$/.test(text)) {
    console.error(`${text} is not the number of a mail.`);
    process.exit(2);
  }
  return text;
}
