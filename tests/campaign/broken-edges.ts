/** Edges that are broken on purpose, each in one way: the campaign must notice every one of them. */
import type { BROKEN_CODE } from "./broken-code.ts";
import { isWholePlan, type Plan, USUAL_DAYS } from "./plan.ts";
import { DAY, HOUR, SECOND } from "./trouble.ts";

export interface BrokenEdge {
  /** Of what the campaign says of it. */
  readonly noticedBy: RegExp;
  /** The run of seed 1 that noticed it last: played first, since most of those before it show nothing. */
  readonly lastIn: number;
  /** Whether it can show in a run of this plan; in any when left out. */
  readonly showsIn?: (plan: Plan) => boolean;
  /** What it answers in the place of what it should; null where it answers as it should. */
  answer?(path: string, body: string): Response | null;
  /** The subject under which a mail leaves; null for one that is lost. */
  subject?(subject: string): string | null;
  /** Of these mails each comes again as another one, so many milliseconds later. */
  readonly repeats?: { readonly mails: RegExp; readonly after: number };
  readonly neverSweeps?: boolean;
  /** Is shown none of the lists with which the books are compared. */
  readonly comparesNothing?: boolean;
  /** Notifies staff months later of what they have read. */
  readonly notifiesAgain?: boolean;
  /** What it has its database do, in the place of what it should. */
  readonly sql?: readonly [written: string, instead: string];
  /** Before a statement with these words it may be so slow that another request comes between, which must do no harm. */
  readonly slow?: readonly [words: string, by: number];
  /** Of a batch whose first statement has these words, that one is run by itself. */
  readonly apart?: string;
}

const says = (status: object) => (path: string) =>
  path.startsWith("/prod/payments/") ? Response.json(status) : null;
const doesNothing = (where: RegExp, what: RegExp) => (path: string, body: string) =>
  where.test(path) && what.test(body) ? Response.json({ message: "Recorded" }) : null;

const BROKEN_BY_CODE: Readonly<Record<keyof typeof BROKEN_CODE, BrokenEdge>> = {
  "captures all orders under one request id": {
    noticedBy: /was answered as another one/,
    lastIn: 26,
  },
  "captures again under the request id that was refused": {
    noticedBy: /was answered as before/,
    lastIn: 12,
  },
  "notifies of a state that has passed": {
    noticedBy: /last read "Registration: /,
    lastIn: 80,
    slow: ["SELECT number, reported FROM staff_notices", 6 * HOUR],
  },
  "saves a state that was derived before another write": {
    noticedBy: /covered by its charges/,
    lastIn: 44,
    slow: ["SELECT id, instr(flags, 'duplicate') > 0", 6 * HOUR],
  },
};

export const BROKEN_EDGES: Readonly<Record<string, BrokenEdge>> = {
  ...BROKEN_BY_CODE,
  "records no dispute": {
    noticedBy: /last read "Registration: paid" of/,
    lastIn: 16,
    answer: doesNothing(/webhooks/, /dispute/i),
    // The books would show the money that a dispute has moved.
    comparesNothing: true,
  },
  "compares no books": {
    noticedBy: /of which \d+ are left, and is recorded/,
    lastIn: 62,
    showsIn: ({ comparesDaily }) => comparesDaily,
    comparesNothing: true,
  },
  "says that nothing is paid": {
    noticedBy: /charged 2 times/,
    lastIn: 49,
    showsIn: ({ visitors }) => visitors.some(({ visits }) => visits.some(({ triesAgain }) => triesAgain)),
    answer: says({ status: "unpaid" }),
  },
  "says that everything is paid": {
    noticedBy: /^A page said/,
    lastIn: 3,
    answer: says({ status: "paid", payment: { id: "1" } }),
  },
  "charges what a page gave up": {
    noticedBy: /after its page had said/,
    lastIn: 74,
    answer: (path, body) => doesNothing(/\/abandon$/, /^/)(path, body) ?? says({ status: "unpaid" })(path),
  },
  "flags no second payment": {
    noticedBy: /of which staff heard 0 times/,
    lastIn: 74,
    showsIn: ({ visitors }) => visitors.length > 1,
    subject: (subject) => subject.replace(", enrolled or paid twice", ""),
  },
  "numbers no notice": {
    noticedBy: /cannot be told apart in time/,
    lastIn: 10,
    subject: (subject) => subject.replace(/ \(update \d+\)$/, ""),
  },
  "sends no second notice": {
    noticedBy: /last read "Registration: /,
    lastIn: 10,
    subject: (subject) => (/\(update \d+\)$/.test(subject) ? null : subject),
  },
  "sends nothing itself": {
    noticedBy: /never read the provider's word/,
    lastIn: 2,
    subject: (subject) => (subject.startsWith("Registration: ") ? null : subject),
  },
  "never looks after an approval": {
    noticedBy: /though nothing stood in the way/,
    lastIn: 103,
    showsIn: ({ visitors }) =>
      visitors.some(
        ({ country, stories }) => country === "Ghana" && stories.USD[0]?.endsWith("after the agreement"),
      ),
    neverSweeps: true,
  },
  "reports no approval that ran out": {
    noticedBy: /nobody was notified/,
    lastIn: 6,
    neverSweeps: true,
    subject: (subject) => (subject.startsWith("Registration") ? null : subject),
  },
  "names no difference between the books": {
    noticedBy: /^Payout \d+ failed, and nobody was notified/,
    lastIn: 53,
    showsIn: ({ comparesDaily }) => comparesDaily,
    subject: (subject) => (subject.startsWith("Reconciliation") ? null : subject),
  },
  "reminds after the payment": {
    noticedBy: /after it was paid/,
    lastIn: 2,
    showsIn: isWholePlan,
    repeats: { mails: /^Due/, after: 20 * DAY },
  },
  "writes a receipt twice": {
    noticedBy: /: 2 receipts/,
    lastIn: 2,
    repeats: { mails: /^Receipt: /, after: DAY },
  },
  "forgets a reminder": {
    noticedBy: /"due" of payment \d is missing/,
    lastIn: 2,
    showsIn: isWholePlan,
    subject: (subject) => (subject.startsWith("Due today: ") ? null : subject),
  },
  "reminds whoever said stop": {
    noticedBy: /after a stop/,
    lastIn: 2,
    showsIn: ({ visitors }) => visitors.some(({ wholePlan }) => wholePlan?.stop),
    answer: (path, body) =>
      doesNothing(/reminders/, /^/)(path, body) ?? doesNothing(/enrolments/, /hasStopped/)(path, body),
  },
  "tells staff of no late payment": {
    noticedBy: /of which 0 of staff were told/,
    lastIn: 36,
    showsIn: isWholePlan,
    subject: (subject) => (subject.startsWith("Late payments") ? null : subject),
  },
  "notifies again after months": {
    noticedBy: /days late/,
    lastIn: 74,
    showsIn: ({ days }) => days > USUAL_DAYS,
    notifiesAgain: true,
  },
  "keeps an order that its page gave up": {
    noticedBy: /after its page had said/,
    lastIn: 1,
    sql: ["SET provider_order_id = NULL WHERE", "SET provider_order_id = provider_order_id WHERE"],
  },
  "starts a payment in each of two tabs": {
    noticedBy: /were started apart/,
    lastIn: 1703,
    showsIn: isWholePlan,
    sql: ["AND (? IS NULL OR", "AND (? IS NULL OR TRUE OR"],
    slow: ["SET enrolment_id = ?, charges = ?, is_sponsored", 20 * SECOND],
  },
  "stores a notice apart from its mails": {
    noticedBy: /never read the provider's word/,
    lastIn: 39,
    apart: "INSERT INTO staff_notices",
  },
};
