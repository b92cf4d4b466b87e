import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { holdPort } from "../../../../scripts/dev/ports.mjs";

/** Returns a server on a port that the system chooses, and that port. */
async function listen() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, usedPort: (server.address() as AddressInfo).port };
}

test("a port in use is skipped, and a reserved one is free again after its release", async () => {
  const { server, usedPort } = await listen();
  const first = await holdPort(usedPort);
  expect(first.port).toBeGreaterThan(usedPort);
  const second = await holdPort(first.port);
  expect(second.port).toBeGreaterThan(first.port);
  await first.release();
  const again = await holdPort(first.port);
  expect(again.port).toBe(first.port);
  await Promise.all([again.release(), second.release()]);
  server.close();
});

test("a request to a reserved port is closed and does not keep the port", async () => {
  const { server, usedPort } = await listen();
  const { port, release } = await holdPort(usedPort);
  const earlyRequest = connect(port, "localhost");
  const closed = once(earlyRequest, "close");
  await once(earlyRequest, "connect");
  await release();
  await closed;
  server.close();
});
