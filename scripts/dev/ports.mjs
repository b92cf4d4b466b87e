// Finds a port that nothing else uses, and keeps it until the site is served there.
import { once } from "node:events";
import { createServer } from "node:net";

const MOST = 50;

/**
 * Takes the first free port from one on.
 * @param {number} first
 * @returns {Promise<{ port: number, release: () => Promise<void> }>}
 */
export async function holdPort(first) {
  for (let port = first; port < first + MOST; port++) {
    // On some systems a port may be free on all addresses together and taken on one of them.
    const onLocalhost = await listen(port, "localhost");
    if (onLocalhost) {
      await close(onLocalhost);
      const server = await listen(port);
      if (server) return { port, release: () => close(server) };
    }
    console.log(`Port ${port} is in use: trying the next one ...`);
  }
  console.error(`No port from ${first} to ${first + MOST - 1} is free. Set PORT to another one.`);
  process.exit(1);
}

/** @returns {Promise<import("node:net").Server | null>} null where the port is in use */
async function listen(port, host) {
  // Early requests are closed, because an open connection would keep the port.
  const server = createServer((socket) => socket.destroy());
  server.listen(port, host);
  try {
    await once(server, "listening");
    return server;
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    return null;
  }
}

async function close(server) {
  server.close();
  await once(server, "close");
}
