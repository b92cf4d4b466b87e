import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ProviderServer } from "../../src/sandbox/providers/answer.ts";

export interface Loopback {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves JSON on the loopback device. @param port 0 for any free port */
export async function serveLoopback(port: number, answer: ProviderServer): Promise<Loopback> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const response = await answer(await requestOf(incoming));
      outgoing.writeHead(response.status, { "content-type": "application/json" });
      outgoing.end(await response.text());
    } catch {
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => stop(server),
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = method === "GET" || method === "HEAD" ? null : await text(incoming);
  return new Request(new URL(url, "http://loopback"), { method, body, headers: headers as HeadersInit });
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
