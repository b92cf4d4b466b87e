import { type Browser, currentBrowser } from "./browser.ts";
import { carry } from "./line.ts";
import { ACCOUNTS } from "./providers.ts";
import type { LineFault } from "./trouble.ts";
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
    const browser = currentBrowser();
    if (!browser) throw new Error(`Nobody's tab asks for ${pathname}.`);
    const go = () =>
      carry(world, request, {
        what: WHAT[pathname] ?? PAYMENT_PATHS.find(([start]) => pathname.startsWith(start))?.[1] ?? pathname,
        fault: faultOf(world, pathname, browser),
        answer: (arrived) => ends.edge(fromBrowser(arrived, browser)),
      });
    return untilAborted(init.keepalive ? runIn(null, go) : go(), init.signal);
  };
}

const WHAT: Record<string, string> = {
  "/json": "location lookup",
  "/prod/mailing": "mail endpoint",
  "/prod/enrolments": "registration",
};
const PAYMENT_PATHS = [
  ["/prod/paypal/", "PayPal endpoint"],
  ["/prod/enrolments/", "enrolment's endpoint"],
  ["/prod/reminders/", "stop of reminders"],
  ["/prod/payments/", "payment's status"],
] as const;

function faultOf(world: World, pathname: string, { lookup }: Browser): LineFault | null {
  const { plan } = world;
  switch (pathname) {
    case "/json":
      if (lookup === "hangs") return "hangs";
      return lookup === "fails" ? 500 : null;
    case "/prod/mailing":
      return drawFault(world, plan.mail);
    case "/prod/enrolments":
      return drawFault(world, plan.registration);
    default:
      return drawFault(world, plan.line);
  }
}

/** The edge sees where a request comes from. */
function fromBrowser(request: Request, { country, address }: Browser): Request {
  request.headers.set("cf-connecting-ip", address);
  return Object.assign(request, { cf: { country: country === "Nigeria" ? "NG" : "GH" } });
}

function untilAborted<T>(going: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return going;
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    going.then(resolve, reject);
  });
}
