/**
 * What a page may load and from where: the Content-Security-Policy, each provider's sources as it documents them, each
 * in the directive it needs them in and in no other.
 */

/** What a page needs beyond what every page has; `<body data-policy>` names it. */
export const PAGE_POLICIES = ["payments", "video"] as const;
export type PagePolicy = (typeof PAGE_POLICIES)[number];

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * Nothing is allowed but what is named. Styles may stand in a page, for each page carries its own: which ones, the page
 * says itself (`page-styles-policy.ts`), so that this policy stays the same however many pages there are.
 */
const EVERY_PAGE: Directives = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "manifest-src": ["'self'"],
  "worker-src": ["'self'"],
  "object-src": ["'none'"],
  "base-uri": ["'self'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
};

/** Its script is part of the site: only the frame it opens, and the address it asks. */
const PAYSTACK: Directives = {
  "frame-src": ["https://checkout.paystack.com"],
  "connect-src": ["https://api.paystack.co"],
};

const PAYPAL_HOSTS = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];

/** No inline scripts, though PayPal asks for them: they would be anybody's. */
const PAYPAL: Directives = {
  "script-src": PAYPAL_HOSTS,
  "style-src": PAYPAL_HOSTS,
  "img-src": PAYPAL_HOSTS,
  "connect-src": PAYPAL_HOSTS,
  "frame-src": ["'self'", ...PAYPAL_HOSTS],
  "child-src": ["'self'", ...PAYPAL_HOSTS],
};

/** The player that sets no cookies before somebody plays it. */
const YOUTUBE: Directives = { "frame-src": ["https://www.youtube-nocookie.com"] };

const ADDED: Readonly<Record<PagePolicy, readonly Directives[]>> = {
  payments: [PAYSTACK, PAYPAL],
  video: [YOUTUBE],
};

export interface PolicyNeeds {
  /** Inline scripts that may run, e.g. "sha256-…=". */
  readonly scriptHashes: readonly string[];
  /** Origins of a mail or location endpoint that is not this site's own. */
  readonly endpoints: readonly string[];
  readonly policy?: PagePolicy | undefined;
}

/** The value of a page's Content-Security-Policy header. */
export function contentPolicy({ scriptHashes, endpoints, policy }: PolicyNeeds): string {
  const parts: Directives[] = [
    EVERY_PAGE,
    { "script-src": scriptHashes.map((hash) => `'${hash}'`), "connect-src": endpoints },
    ...(policy ? ADDED[policy] : []),
  ];
  const sources = new Map<string, Set<string>>();
  for (const [directive, added] of parts.flatMap((part) => Object.entries(part))) {
    sources.set(directive, new Set([...(sources.get(directive) ?? []), ...added]));
  }
  return [...sources].map(([directive, list]) => [directive, ...list].join(" ")).join("; ");
}

/** Who may ask the browser to pay: the page and the two checkouts in its frames, and nobody where nothing is paid. */
export function permissionsPolicy(policy?: PagePolicy): string {
  const payment =
    policy === "payments" ? '(self "https://checkout.paystack.com" "https://www.paypal.com")' : "()";
  const off = ["camera", "display-capture", "geolocation", "hid", "microphone", "midi", "serial", "usb"];
  return [`payment=${payment}`, ...off.map((feature) => `${feature}=()`)].join(", ");
}
