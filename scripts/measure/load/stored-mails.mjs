import { globSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { root } from "../../dev/run-tool.mjs";

const PAUSE_MS = 2_000;
const LONGEST_MS = 10 * 60_000;
/** The edge calls this by its clock every five minutes. */
const SWEEP_EVERY = 30;
const WORD = /load\d{6}/;

/**
 * Waits until every accepted mail was delivered, or it takes too long.
 * @param {string} folder
 * @param {string} origin
 * @param {import("../../../tests/fixtures/mail-server.ts").MailServer} mailServer
 * @param {Set<string>} accepted
 * @returns {Promise<{ stored: Set<string>, delivered: Set<string> }>} the words of the mails in the database, and of
 * those that the mail server took
 */
export async function waitForMails(folder, origin, mailServer, accepted) {
  const startedAt = Date.now();
  for (let round = 1; ; round += 1) {
    const stored = wordsIn(storedMessages(folder));
    const delivered = wordsIn(mailServer.taken.map(({ source }) => source));
    const isDone = [...accepted].every((mark) => delivered.has(mark));
    if (isDone || Date.now() - startedAt > LONGEST_MS) return { stored, delivered };
    if (round % SWEEP_EVERY === 0) await fetch(`${origin}/cdn-cgi/handler/scheduled`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function storedMessages(/** @type {string} */ folder) {
  const [file] = globSync(`${root}${folder}/state/v3/d1/**/*.sqlite`).filter(
    (name) => !name.includes("metadata"),
  );
  if (!file) throw new Error("The database of the site under load was not found.");
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database
      .prepare("SELECT message FROM mails")
      .all()
      .map(({ message }) => String(message));
  } finally {
    database.close();
  }
}

function wordsIn(/** @type {string[]} */ texts) {
  return new Set(texts.flatMap((text) => WORD.exec(text)?.[0] ?? []));
}
