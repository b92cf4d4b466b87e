import autocannon from "autocannon";

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {number} connections
 * @property {number} rate requests a second
 * @property {number} median ms
 * @property {number} p99 ms
 * @property {number} failed requests that were not answered 2xx, or not at all
 */

const TIMEOUT_S = 30;

/**
 * Asks for one address as fast as it is answered.
 * @param {string} url
 * @param {{ path: string, connections: number, seconds: number }} load
 * @returns {Promise<Row>}
 */
export async function loadPage(url, { path, connections, seconds }) {
  const result = await autocannon({ url, connections, duration: seconds, timeout: TIMEOUT_S });
  return rowOf(path, connections, result);
}

let count = 0;

/**
 * Sends so many mails, each another one, as fast as they are answered.
 * @param {string} origin
 * @param {{ connections: number, amount: number }} load
 * @returns {Promise<{ row: Row, words: string[] }>} with the word by which each accepted mail is known
 */
export async function loadMails(origin, { connections, amount }) {
  /** @type {string[]} */
  const words = [];
  const result = await autocannon({
    url: `${origin}/prod/mailing`,
    connections,
    amount,
    timeout: TIMEOUT_S,
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        setupRequest: (request, context) => {
          count += 1;
          context.word = `load${String(count).padStart(6, "0")}`;
          return { ...request, body: mailWith(context.word) };
        },
        onResponse: (status, _, context) => {
          if (status === 202) words.push(context.word);
        },
      },
    ],
  });
  return { row: rowOf("/prod/mailing", connections, result), words };
}

function mailWith(/** @type {string} */ mark) {
  return JSON.stringify({
    config: { fromEmailAddress: "site", toEmailAddress: "academy" },
    body: { subject: "Contact Form", message: `<p>${mark}</p>` },
  });
}

/**
 * @param {string} what
 * @param {number} connections
 * @param {autocannon.Result} result
 * @returns {Row}
 */
function rowOf(what, connections, { requests, latency, errors, non2xx, duration }) {
  return {
    what,
    connections,
    rate: Math.round(requests.total / duration),
    median: latency.p50,
    p99: latency.p99,
    failed: errors + non2xx,
  };
}
