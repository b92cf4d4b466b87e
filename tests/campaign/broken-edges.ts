/** Edges that are broken on purpose, each in one way: the campaign must notice every one of them. */
import { DAY, HOUR } from "./plan.ts";

export interface BrokenEdge {
  /**
   * The number of the run of seed 1 that noticed this edge last time. It is played first. If another run notices the
   * edge now, write its number here.
   */
  readonly noticedInRun: number;
  /** The sentence that reports this edge. */
  readonly noticedBy: RegExp;
  /** An expression in a source file, and its replacement. */
  readonly code?: readonly [file: string, written: string, instead: string];
  /** Returns the wrong response; `null` if this edge responds as it should. */
  answer?(path: string, body: string): Response | null;
  /** Returns the mails that replace one with a subject, each with its delay in milliseconds. */
  mails?(subject: string): readonly { readonly subject: string; readonly after: number }[];
  /** A piece of SQL, and its replacement. */
  readonly sql?: readonly [written: string, instead: string];
  /** The words of a statement, and the longest time by which it is delayed so that other requests overtake it. */
  readonly slow?: readonly [words: string, milliseconds: number];
}

const statusIs = (status: object) => (path: string) =>
  path.startsWith("/prod/payments/") ? Response.json(status) : null;
/** Returns a function that answers requests without serving them. */
const ignores = (paths: RegExp, bodies: RegExp) => (path: string, body: string) =>
  paths.test(path) && bodies.test(body) ? Response.json({ message: "Recorded" }) : null;

const loses = (subjects: RegExp): Partial<BrokenEdge> => ({
  mails: (subject) => (subjects.test(subject) ? [] : [{ subject, after: 0 }]),
});
const leavesOut = (words: RegExp): Partial<BrokenEdge> => ({
  mails: (subject) => [{ subject: subject.replace(words, ""), after: 0 }],
});
const repeats = (subjects: RegExp, after: number): Partial<BrokenEdge> => ({
  mails: (subject) => (subjects.test(subject) ? [0, after] : [0]).map((delay) => ({ subject, after: delay })),
});

const CAPTURE = "src/edge/payment-lifecycle/capture-order.ts";
const REQUEST_ID = `\`\${orderId}-capture-\${attempt}\``;

const NOTIFY = "src/edge/payments/send-staff-notice.ts";

const CHECK_REFUNDS = "src/edge/payment-lifecycle/check-refunds.ts";

const WORK = "src/edge/background-work.ts";
const SWEEPS_NO_PAYMENTS = [WORK, "sweepPayments(context, sweepLimits)", "Promise.resolve()"] as const;
const COMPARES_NOTHING = [WORK, "reconcileBooks(context())", "Promise.resolve()"] as const;

const edge = (noticedInRun: number, noticedBy: RegExp, how: Partial<BrokenEdge>): BrokenEdge => ({
  noticedInRun,
  noticedBy,
  ...how,
});

export const BROKEN_EDGES: Readonly<Record<string, BrokenEdge>> = {
  "captures all orders under one request id": edge(13, /was answered as another one/, {
    code: [CAPTURE, REQUEST_ID, `\`capture-\${attempt}\``],
  }),
  "captures again under the request id that was refused": edge(4, /was answered as before/, {
    code: [CAPTURE, REQUEST_ID, `\`\${orderId}-capture\``],
  }),
  "notifies of an outdated state": edge(65, /last read "Registration: /, {
    code: [
      NOTIFY,
      `abortUnless(isCurrent, sql\`\${number}\`)`,
      `abortUnless(sql\`\${isCurrent} OR TRUE\`, sql\`\${number}\`)`,
    ],
    slow: ["SELECT number, reported FROM staff_notices", 6 * HOUR],
  }),
  "saves a state that was derived before another write": edge(23, /covered by its charges/, {
    code: [
      "src/edge/enrolments/enrolment-store.ts",
      `abortUnless(sql\`version = \${version}\`, sql\`\${state}\`)`,
      `abortUnless(sql\`version = \${version} OR TRUE\`, sql\`\${state}\`)`,
    ],
    slow: ["SELECT id, instr(flags, 'duplicate') > 0", 6 * HOUR],
  }),
  "records no dispute": edge(9, /last read "Registration: paid" of/, {
    answer: ignores(/webhooks/, /dispute/i),
    // The books would show the money that a dispute has moved.
    code: COMPARES_NOTHING,
  }),
  "compares no books": edge(9, /of which \d+ are left, and is recorded/, { code: COMPARES_NOTHING }),
  "says that nothing is paid": edge(161, /charged 2 times/, { answer: statusIs({ status: "unpaid" }) }),
  "says that everything is paid": edge(3, /^A page said/, {
    answer: statusIs({ status: "paid", payment: { id: "1" } }),
  }),
  "charges an order that its page gave up": edge(40, /after its page had said/, {
    answer: (path, body) => ignores(/\/abandon$/, /^/)(path, body) ?? statusIs({ status: "unpaid" })(path),
  }),
  "flags no second payment": edge(4, /of which staff heard 0 times/, leavesOut(/, enrolled or paid twice/)),
  "numbers no notice": edge(10, /are different mails about one report/, leavesOut(/ \(update \d+\)$/)),
  "sends no second notice": edge(15, /last read "Registration: /, loses(/\(update \d+\)$/)),
  "loses all notices of payments": edge(4, /was never notified of/, loses(/^Registration: /)),
  "never checks an approved order": edge(134, /though nothing stood in the way/, {
    code: SWEEPS_NO_PAYMENTS,
  }),
  "does not report an approval that expired": edge(4, /nobody was notified/, {
    code: SWEEPS_NO_PAYMENTS,
    ...loses(/^Registration/),
  }),
  "does not mail the differences between the books": edge(
    9,
    /^Payout \d+ failed, and nobody was notified/,
    loses(/^Reconciliation/),
  ),
  "reminds after the payment": edge(2, /after it was paid/, repeats(/^Due/, 20 * DAY)),
  "writes a receipt twice": edge(4, /receipt: .* are different mails/, repeats(/^Receipt: /, DAY)),
  "loses the reminder of the due day": edge(49, /"due" of payment \d is missing/, loses(/^Due today: /)),
  "reminds learners who stopped their reminders": edge(262, /after a stop/, {
    answer: ignores(/reminders|enrolments/, /^List-Unsubscribe|hasStopped/),
  }),
  "does not report late payments to staff": edge(
    141,
    /of which 0 of staff were told/,
    loses(/^Late payments/),
  ),
  "notifies again after months": edge(11, /days late/, repeats(/^Registration: /, 300 * DAY)),
  "keeps an order that its page gave up": edge(78, /after its page had said/, {
    sql: ["SET provider_order_id = NULL WHERE", "SET provider_order_id = provider_order_id WHERE"],
  }),
  "sends a refund again without looking it up": edge(72, /refunded 2 times for one request/, {
    code: [CHECK_REFUNDS, "sentAt === null ? null : await account.findRefund()", "null"],
  }),
  "never checks a refund": edge(16, /^A refund of .* is called/, {
    code: [WORK, "checkRefunds(context())", "Promise.resolve()"],
  }),
  "flags no payment after a withdrawal": edge(131, /was withdrawn before/, {
    code: ["src/domain/enrolment/enrolment-status.ts", "newestCharge > (chargeAtWithdrawal ?? 0)", "false"],
  }),
  "takes a second dispute for the first": edge(456, /disputed after staff had looked/, {
    code: ["src/edge/payments/staff-notice-text.ts", "kind in LISTED || REPEATABLE[kind] === flag", "false"],
  }),
  "keeps due dates when the cohort's date is withdrawn": edge(
    20,
    /still due on|after the date was taken back/,
    {
      code: ["src/edge/enrolments/background/sweep-enrolments.ts", "dated.map(({ id }) => id)", "[]"],
    },
  ),
  "keeps the keys of a former e-mail address valid": edge(20, /which is another's/, {
    code: [
      "src/edge/enrolments/mails/changed-mail.ts",
      `endingKeys(db, id, "learner")`,
      `endingKeys(db, "", "learner")`,
    ],
  }),
  "confirms another address than the one that was mailed": edge(
    183,
    /confirmed after another|confirmed last/,
    {
      sql: [
        "new_email = ?, new_email_digest = ?",
        "new_email = ?, new_email_digest = coalesce(new_email_digest, ?)",
      ],
    },
  ),
  "takes another shop's payments for its own": edge(23, /another shop's/, {
    code: ["src/domain/payments/reference.ts", "SITE_REFERENCE.test(text)", "ALLOWED.test(text)"],
  }),
  "never repeats to the portal what the queue lost, nor reports changes by time": edge(37, /at the portal/, {
    code: [WORK, "sweepPortal(context())", "Promise.resolve()"],
  }),
  "does not report the end of access to the portal": edge(26, /at the portal/, {
    code: [
      "src/edge/portal/notify-portal.ts",
      "portalAccess(facts, today, message !== null)",
      "portalAccess(facts, today, false)",
    ],
  }),
  "lets a voucher be used too often": edge(8, /have used a voucher/, {
    code: ["src/edge/vouchers/voucher-store.ts", "uses !== null && used + reserved >= uses", "false"],
    sql: ["uses IS NULL OR uses >", "uses > 0 OR uses >"],
  }),
  "leaves out every other receipt's number": edge(2, /^receipt \d+: /, {
    sql: ["coalesce(MAX(number), 0) + 1", "coalesce(MAX(number), 0) + 2"],
  }),
  "leaves a month of 31 days out of the accounts": edge(2, /and the accounts say/, {
    code: ["src/edge/desk/payments/find-movements.ts", "addDays(first, 31)", "addDays(first, 30)"],
  }),
  "moves an agreed date with the cohort": edge(252, /was agreed to be due/, {
    code: [
      "src/edge/enrolments/set-agreement.ts",
      "enrolment.charges[currency]",
      "enrolment.charges[currency].map((charge) => ({ ...charge, isAgreed: undefined }))",
    ],
  }),
  "refuses webhooks about disputes": edge(10, /^The edge refused/, {
    answer: (path, body) =>
      /webhooks/.test(path) && /dispute/i.test(body) ? Response.json({}, { status: 400 }) : null,
  }),
};

/**
 * Rewrites a source so that an edge's replacement runs while `globalThis.brokenEdge` is the edge's name.
 * @throws Error if an expression is gone
 */
export function insertBrokenEdges(file: string, source: string): string {
  return Object.entries(BROKEN_EDGES).reduce((text, [name, { code }]) => {
    if (!code || !file.endsWith(code[0])) return text;
    const [, written, instead] = code;
    if (!text.includes(written)) throw new Error(`${file} no longer has ${written}`);
    const isPlayed = `globalThis.brokenEdge === ${JSON.stringify(name)}`;
    return text.replace(written, () => `(${isPlayed} ? (${instead}) : (${written}))`);
  }, source);
}
