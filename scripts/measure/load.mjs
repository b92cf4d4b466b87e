// npm run load: how many requests a second this machine's edge runtime answers, and how long the slowest of a hundred
// takes, at 10, 100 and 1,000 connections; and that no mail is lost that was accepted under that load. Ends with 1 when
// one is. Everything stays on the loopback device; PORT is the first of two ports.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { MAIL_CREDENTIALS, startMailServer } from "../../tests/fixtures/mail-server.ts";
import { root } from "../dev/run-tool.mjs";
import { buildSite, databaseOf, KEYS, serveSite } from "./shared/built-site.mjs";
import { printRow } from "./shared/figures.mjs";

const CONNECTIONS = [10, 100, 1_000];
const SECONDS = 10;
const TIMEOUT_S = 30;
const MAILS = 1_000;
const NO_LIMIT = 1_000_000_000;
/** A runtime that has just started compiles what it is asked for first. */
const WARM_AFTER = 50;
const LONGEST_MS = 10 * 60_000;
/** The edge calls its sweep by its clock every five minutes. */
const SWEEP_MS = 60_000;
const WORD = /load\d{6}/;
const FOLDER = ".load";
const port = Number(process.env.PORT ?? 4381);
const origin = `http://localhost:${port}`;

rmSync(root + FOLDER, { recursive: true, force: true });
mkdirSync(root + FOLDER);
const mailServer = await startMailServer({ port: port + 1 });
const preview = await serveUnlimited();
/** The word by which each accepted mail is known. */
const accepted = [];
let sent = 0;
try {
  await untilWarm();
  const loads = [
    ...["/", "/json"].map((path) => ({ path, duration: SECONDS })),
    { path: "/prod/mailing", amount: MAILS, requests: [mailRequest()] },
  ];
  const rows = [];
  for (const { path, ...load } of loads) {
    for (const connections of CONNECTIONS) {
      const result = await autocannon({ url: origin + path, connections, timeout: TIMEOUT_S, ...load });
      const { requests, latency, errors, non2xx, duration } = result;
      const rate = Math.round(requests.total / duration);
      rows.push([path, connections, rate, latency.p50, latency.p99, errors + non2xx]);
    }
  }
  const { stored, delivered } = await waitForMails();
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  console.log(
    `${os.availableParallelism()} cores (${cpu?.model.trim()}), ${memory} GB, load generator included\n`,
  );
  const head = ["what", "connections", "requests a second", "median, ms", "p99, ms", "not answered 2xx"];
  printRow(head, { isHead: true });
  for (const row of rows) printRow(row);
  const kept = accepted.filter((word) => stored.has(word)).length;
  const came = accepted.filter((word) => delivered.has(word)).length;
  console.log(`\nMails accepted ${accepted.length}, of these in the database ${kept}, delivered ${came}.`);
  process.exitCode = kept === accepted.length && came === accepted.length ? 0 : 1;
} finally {
  preview.kill();
  await mailServer.stop();
}

/**
 * Builds the site and serves it on the edge runtime with a database of its own, and without the limits of wrangler.jsonc:
 * they would refuse all but twenty mails a minute from one address.
 */
async function serveUnlimited() {
  await buildSite(FOLDER);
  const server = `${root}${FOLDER}/dist/server`;
  const built = JSON.parse(readFileSync(`${server}/wrangler.json`, "utf8"));
  for (const { simple } of built.ratelimits) simple.limit = NO_LIMIT;
  writeFileSync(`${server}/wrangler.json`, JSON.stringify(built));
  const secrets = {
    SMTP_HOST: "localhost",
    SMTP_PORT: mailServer.port,
    SMTP_USER: MAIL_CREDENTIALS.user,
    SMTP_PASSWORD: MAIL_CREDENTIALS.password,
  };
  const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(`${server}/.dev.vars`, lines.join(""));
  return serveSite(FOLDER, port, KEYS);
}

async function untilWarm() {
  const isAnswered = (path) =>
    fetch(origin + path).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let answered = 0; answered < WARM_AFTER; ) {
    const answers = await Promise.all(["/", "/json"].map(isAnswered));
    if (answers.every(Boolean)) answered += 1;
    else await wait(500);
  }
}

/** Sends a mail, each time another one. */
function mailRequest() {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    setupRequest: (request, context) => {
      sent += 1;
      context.word = `load${String(sent).padStart(6, "0")}`;
      const body = JSON.stringify({
        config: { fromEmailAddress: "site", toEmailAddress: "academy" },
        body: { subject: "Contact Form", message: `<p>${context.word}</p>` },
      });
      return { ...request, body };
    },
    onResponse: (status, _, context) => {
      if (status === 202) accepted.push(context.word);
    },
  };
}

/**
 * Waits until every accepted mail was delivered, or it takes too long.
 * @returns the words of the mails in the database, and of those that the mail server took
 */
async function waitForMails() {
  const wordsIn = (texts) => new Set(texts.flatMap((text) => WORD.exec(text)?.[0] ?? []));
  const sweeps = setInterval(() => fetch(`${origin}/cdn-cgi/handler/scheduled`), SWEEP_MS);
  const end = Date.now() + LONGEST_MS;
  for (;;) {
    const delivered = wordsIn(mailServer.taken.map(({ source }) => source));
    if (accepted.every((word) => delivered.has(word)) || Date.now() > end) {
      clearInterval(sweeps);
      return { stored: wordsIn(storedMessages()), delivered };
    }
    await wait(2_000);
  }
}

function storedMessages() {
  const database = databaseOf(FOLDER);
  try {
    return database
      .prepare("SELECT message FROM mails")
      .all()
      .map(({ message }) => String(message));
  } finally {
    database.close();
  }
}
