// Reserves a free port until the site is served at it.
import { once } from "node:events";
import { createServer } from "node:net";

const MAX_PORTS = 50;

/**
 * Reserves the first free port, counting up from `first`. Ends this process if none of 50 is free.
 * @param {number} first
 * @returns {Promise<{ port: number, release: () => Promise<void> }>}
 */
export async function holdPort(first) {
  for (let port = first; port < first + MAX_PORTS; port++) {
    // On some systems one can listen on all addresses although another process listens on localhost.
    const localServer = await listen(port, "localhost");
    if (localServer) {
      await close(localServer);
      const server = await listen(port);
      if (server) return { port, release: () => close(server) };
    }
    console.log(`Port ${port} is in use: trying the next one ...`);
  }
  console.error(`No port from ${first} to ${first + MAX_PORTS - 1} is free. Set PORT to another one.`);
  process.exit(1);
}

/** @returns {Promise<import("node:net").Server | null>} `null` if the port is in use */
async function listen(port, host) {
  // An open connection would keep the port, so early requests are closed.
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
