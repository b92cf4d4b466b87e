import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a stand-in reads it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** The body, byte for byte. */
  readonly text: string;
}

/** What a stand-in answers; "hang up" ends the connection without an answer. */
export type Answer = { status: number; json: unknown } | "hang up";

export interface Loopback {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves JSON on the loopback device only. @param port 0 for any that is free */
export async function serveLoopback(
  port: number,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    const reply = await answer(await read(request));
    if (reply === "hang up") response.destroy();
    else send(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => stop(server),
  };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { pathname: path, searchParams: search } = new URL(request.url ?? "/", "http://loopback");
  return {
    method: request.method ?? "",
    path,
    search,
    headers: request.headers,
    text: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(response: ServerResponse, { status, json }: Exclude<Answer, "hang up">): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(json));
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
