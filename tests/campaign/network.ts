import { carry } from "./line.ts";
import type { LineFault } from "./plan.ts";
import { ACCOUNTS } from "./providers.ts";
import { runIn } from "./virtual-time.ts";
import { drawFault, type World } from "./world.ts";

export interface Ends {
  /** The academy's edge. */
  edge(request: Request): Promise<Response>;
  /** The providers' servers. */
  providers(request: Request): Promise<Response>;
}

const SITE = "https://academy.example";

/** What fetch does for the browser and for the edge: both go over lines that fail. */
export function network(world: World, ends: Ends) {
  return (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : new URL(input, SITE).href;
    const request = input instanceof Request ? input : new Request(url, init);
    const { host, pathname } = new URL(url);
    const isProvider = [ACCOUNTS.paystackOrigin, ACCOUNTS.paypalOrigin].includes(`https://${host}`);
    if (isProvider) return ends.providers(request);
    const go = () =>
      carry(world, request, {
        what: WHAT[pathname] ?? "PayPal endpoint",
        fault: faultOf(world, pathname),
        answer: (arrived) => ends.edge(withCountry(arrived, world.plan.country)),
      });
    return untilAborted(init.keepalive ? runIn(null, go) : go(), init.signal);
  };
}

const WHAT: Record<string, string> = {
  "/json": "location lookup",
  "/prod/mailing": "mail endpoint",
  "/prod/registrations": "announcement",
};

function faultOf(world: World, pathname: string): LineFault | null {
  const { plan } = world;
  switch (pathname) {
    case "/json":
      if (plan.lookup === "hangs") return { type: "hangs" };
      return plan.lookup === "fails" ? { type: "status", status: 500 } : null;
    case "/prod/mailing":
      return drawFault(world, plan.mail);
    case "/prod/registrations":
      return drawFault(world, plan.announcement);
    default:
      return drawFault(world, plan.line);
  }
}

/** The edge finds out where a request comes from. */
function withCountry(request: Request, country: "Nigeria" | "Ghana"): Request {
  return Object.assign(request, { cf: { country: country === "Nigeria" ? "NG" : "GH" } });
}

function untilAborted<T>(going: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return going;
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    going.then(resolve, reject);
  });
}
