import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { SITE } from "../e2e/servers.ts";
import { localhostCertificate } from "../fixtures/localhost-certificate.ts";
import { REPORT_PATH, WATCH, WATCH_PATH, withWatch } from "./watch.ts";

/** Who is at the other end, and who the visitor is to the edge. */
export interface LineOptions {
  /** The country that the edge sees the visitor come from, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The address that the edge sees, so that no test uses up another's share of mails. */
  readonly address: string;
  /** Pages that stand in for other hosts, by host name. */
  readonly standIns: Readonly<Record<string, string>>;
}

/** A proxy between the browser and the network: WebDriver itself can neither change a request nor cut a network. */
export interface Line {
  /** Where it listens as an HTTP proxy, on the loopback interface. */
  readonly port: number;
  /** Errors, policy violations and requests to hosts without a stand-in, in the order in which they came. */
  readonly problems: readonly string[];
  /** Leaves requests to other hosts out of what is reported, unless a page asked for them. */
  countOnly(isAsked: (host: string) => boolean): void;
  /** The network is gone, for every host, until it is mended. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** Opens a line to the site under test; a page that comes through it reports what goes wrong in it. */
export async function openLine({ country, address, standIns }: LineOptions): Promise<Line> {
  const problems: { readonly text: string; readonly host?: string }[] = [];
  let isCounted = (_host: string) => true;
  let isCut = false;

  function forward(from: IncomingMessage, to: ServerResponse, url: URL): void {
    const headers = { ...from.headers, "cf-connecting-ip": address, "accept-encoding": "identity" };
    if (url.pathname === "/json") Object.assign(headers, { "mf-cf-blob": JSON.stringify({ country }) });
    const onward = request(url, { method: from.method ?? "GET", headers }, async (answer) => {
      const isPage = answer.headers["content-type"]?.startsWith("text/html") ?? false;
      if (!isPage) {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
        return;
      }
      const { "content-length": _, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, rest);
      to.end(withWatch(Buffer.concat(await answer.toArray()).toString()));
    });
    onward.on("error", () => to.destroy());
    from.pipe(onward);
  }

  const proxy = createServer(async (from, to) => {
    const url = new URL(from.url ?? "", SITE.origin);
    if (url.pathname === REPORT_PATH) {
      problems.push({ text: Buffer.concat(await from.toArray()).toString() });
      to.writeHead(204).end();
    } else if (isCut) from.destroy();
    else if (url.pathname === WATCH_PATH) to.writeHead(200, { "content-type": "text/javascript" }).end(WATCH);
    else if (url.hostname === "localhost") forward(from, to, url);
    else {
      problems.push({ text: `request to ${url}`, host: url.hostname });
      to.writeHead(502).end();
    }
  });

  const secure = createSecureServer(localhostCertificate(), (from, to) => {
    const page = standIns[from.headers.host ?? ""];
    to.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  proxy.on("connect", (from, socket) => {
    const [host = ""] = (from.url ?? "").split(":");
    if (!(host in standIns)) problems.push({ text: `request to ${host}`, host });
    if (isCut || !(host in standIns)) socket.destroy();
    else {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      secure.emit("connection", socket);
    }
  });

  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    get problems() {
      return problems.filter(({ host }) => host === undefined || isCounted(host)).map(({ text }) => text);
    },
    countOnly: (isAsked) => {
      isCounted = isAsked;
    },
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
