import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { holdPort } from "../../../../scripts/dev/ports.mjs";

/** Listens on a port that the system chooses. */
async function takenPort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, taken: (server.address() as AddressInfo).port };
}

test("a port in use gives way to a later one, which nothing else gets until it is released", async () => {
  const { server, taken } = await takenPort();
  const first = await holdPort(taken);
  expect(first.port).toBeGreaterThan(taken);
  const second = await holdPort(first.port);
  expect(second.port).toBeGreaterThan(first.port);
  await first.release();
  const again = await holdPort(first.port);
  expect(again.port).toBe(first.port);
  await Promise.all([again.release(), second.release()]);
  server.close();
});

test("a browser that asks while the port is held is turned away, and the port can be released", async () => {
  const { server, taken } = await takenPort();
  const { port, release } = await holdPort(taken);
  const early = connect(port, "localhost");
  const turnedAway = once(early, "close");
  await once(early, "connect");
  await release();
  await turnedAway;
  server.close();
});
