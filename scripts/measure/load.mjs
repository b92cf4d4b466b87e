// npm run load: how many requests a second this machine's edge runtime answers, and how long the slowest of a hundred
// takes, at 10, 100 and 1,000 connections; and that no mail is lost that was accepted under that load. Ends with 1 when
// one is. Everything stays on the loopback device; PORT is the first of two ports.
import { mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import { MAIL_CREDENTIALS, startMailServer } from "../../tests/fixtures/mail-server.ts";
import { root } from "../dev/run-tool.mjs";
import { loadMails, loadPage } from "./load/send-load.mjs";
import { serveUnlimited } from "./load/serve.mjs";
import { waitForMails } from "./load/stored-mails.mjs";

const CONNECTIONS = [10, 100, 1_000];
const SECONDS = 10;
const MAILS = 1_000;
const port = Number(process.env.PORT ?? 4381);
const FOLDER = ".load";

rmSync(root + FOLDER, { recursive: true, force: true });
mkdirSync(root + FOLDER);
const mailServer = await startMailServer({ port: port + 1 });
const site = await serveUnlimited(FOLDER, port, {
  SMTP_HOST: "localhost",
  SMTP_PORT: String(mailServer.port),
  SMTP_USER: MAIL_CREDENTIALS.user,
  SMTP_PASSWORD: MAIL_CREDENTIALS.password,
});

const rows = [];
/** @type {Set<string>} */
const accepted = new Set();
try {
  for (const path of ["/", "/json"]) {
    for (const connections of CONNECTIONS) {
      rows.push(await loadPage(site.origin + path, { path, connections, seconds: SECONDS }));
    }
  }
  const mailRows = [];
  for (const connections of CONNECTIONS) {
    const { row, words } = await loadMails(site.origin, { connections, amount: MAILS });
    mailRows.push(row);
    for (const mark of words) accepted.add(mark);
  }
  rows.push(...mailRows);
  const { stored, delivered } = await waitForMails(FOLDER, site.origin, mailServer, accepted);
  print(rows, { stored, delivered });
  const isWhole = [...accepted].every((mark) => stored.has(mark) && delivered.has(mark));
  process.exitCode = isWhole ? 0 : 1;
} finally {
  site.stop();
  await mailServer.stop();
}

/**
 * @param {import("./load/send-load.mjs").Row[]} measured
 * @param {{ stored: Set<string>, delivered: Set<string> }} mails
 */
function print(measured, { stored, delivered }) {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  console.log(
    `${os.availableParallelism()} cores (${cpu?.model.trim()}), ${memory} GB, load generator included\n`,
  );
  console.log("| what | connections | requests a second | median, ms | p99, ms | not answered 2xx |");
  console.log("|---|---|---|---|---|---|");
  for (const { what, connections, rate, median, p99, failed } of measured) {
    console.log(`| ${what} | ${connections} | ${rate} | ${median} | ${p99} | ${failed} |`);
  }
  const kept = [...accepted].filter((mark) => stored.has(mark)).length;
  const came = [...accepted].filter((mark) => delivered.has(mark)).length;
  console.log(`\nMails accepted ${accepted.size}, of these in the database ${kept}, delivered ${came}.`);
}
