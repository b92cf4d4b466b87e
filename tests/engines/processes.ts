import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import type { Screen } from "./playwright-visitor.ts";

/** @param program path of Xvfb @returns a screen that is not shown, as X11 names it @throws when Xvfb cannot make one */
export async function openScreen(program: string, size: Screen): Promise<{ name: string; close(): void }> {
  const args = ["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", `${size.width}x${size.height}x24`];
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const complaint = text(server.stderr);
  const number = await Promise.race([
    once(server.stdout, "data").then(([data]) => String(data).trim()),
    once(server, "close").then(() => ""),
  ]);
  if (!number) throw new Error(`There is no screen: ${await complaint}`);
  return { name: `:${number}`, close: () => server.kill() };
}

/** @param program path of WebKitWebDriver @param display the screen's name @returns where it listens, once it does */
export async function startDriver(
  program: string,
  display: string,
): Promise<{ address: string; close(): void }> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server: ChildProcess = spawn(program, [`--port=${port}`], {
    // A server has no session bus: the browser must not look for one.
    env: { ...process.env, DISPLAY: display, NO_AT_BRIDGE: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isReady = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { intervals: [20, 50], message: "WebKitWebDriver listens" }).toBe(true);
  return { address, close: () => server.kill() };
}

/** A port of the loopback interface that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}
