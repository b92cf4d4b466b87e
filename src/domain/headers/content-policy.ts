/** The Content-Security-Policy. The sources of each provider are only in the directives that need them. */

/** The sources that a page may load beyond EVERY_PAGE; `<body data-policy>` names the set. */
export const PAGE_POLICIES = ["payments", "video"] as const;
export type PagePolicy = (typeof PAGE_POLICIES)[number];

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * The directives of every page. They allow inline styles, which each page limits itself
 * (`withStylesPolicy`), so that this policy is the same for all pages.
 */
const EVERY_PAGE: Directives = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "media-src": ["'self'"],
  "manifest-src": ["'self'"],
  "worker-src": ["'self'"],
  "object-src": ["'none'"],
  "base-uri": ["'self'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
};

/** The directives for Paystack's frame, API and page for payers without script. Its script is part of the site. */
const PAYSTACK: Directives = {
  "form-action": ["https://checkout.paystack.com"],
  "frame-src": ["https://checkout.paystack.com"],
  "connect-src": ["https://api.paystack.co"],
};

const PAYPAL_HOSTS = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];

/**
 * The directives for PayPal. Its documentation also lists inline scripts, but that would allow all of them.
 */
const PAYPAL: Directives = {
  "form-action": ["https://www.paypal.com", "https://www.sandbox.paypal.com"],
  "script-src": PAYPAL_HOSTS,
  "style-src": PAYPAL_HOSTS,
  "img-src": PAYPAL_HOSTS,
  "connect-src": PAYPAL_HOSTS,
  "frame-src": ["'self'", ...PAYPAL_HOSTS],
  "child-src": ["'self'", ...PAYPAL_HOSTS],
};

/** YouTube's player without cookies. */
const YOUTUBE: Directives = { "frame-src": ["https://www.youtube-nocookie.com"] };

const DIRECTIVES_OF_POLICY: Readonly<Record<PagePolicy, readonly Directives[]>> = {
  payments: [PAYSTACK, PAYPAL],
  video: [YOUTUBE],
};

export interface PolicyNeeds {
  /** Inline scripts that may run, e.g. "sha256-…=". */
  readonly scriptHashes: readonly string[];
  /** Origins of mail and location endpoints on other hosts. */
  readonly endpoints: readonly string[];
  readonly policy?: PagePolicy | undefined;
}

/** Returns the Content-Security-Policy header's value. */
export function contentPolicy({ scriptHashes, endpoints, policy }: PolicyNeeds): string {
  const parts: Directives[] = [
    EVERY_PAGE,
    { "script-src": scriptHashes.map((hash) => `'${hash}'`), "connect-src": endpoints },
    ...(policy ? DIRECTIVES_OF_POLICY[policy] : []),
  ];
  const sources = new Map<string, Set<string>>();
  for (const [directive, added] of parts.flatMap((directives) => Object.entries(directives))) {
    sources.set(directive, new Set([...(sources.get(directive) ?? []), ...added]));
  }
  return [...sources].map(([directive, list]) => [directive, ...list].join(" ")).join("; ");
}

/** Returns the Permissions-Policy. Pages that take payments allow `payment` to themselves and both checkouts. */
export function permissionsPolicy(policy?: PagePolicy): string {
  const payment =
    policy === "payments" ? '(self "https://checkout.paystack.com" "https://www.paypal.com")' : "()";
  const off = ["camera", "display-capture", "geolocation", "hid", "microphone", "midi", "serial", "usb"];
  return [`payment=${payment}`, ...off.map((feature) => `${feature}=()`)].join(", ");
}

export const COMMON_HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
} as const;
