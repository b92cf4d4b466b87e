import { type Day, lagosDay } from "~/domain/dates/day.ts";
import { learnerKeys } from "~/domain/enrolment/learner.ts";
import { type AgreedVoucher, type Discount, isFor, type VoucherProblem } from "~/domain/pricing/voucher.ts";
import {
  abortUnless,
  type Database,
  insertInto,
  rowsOf,
  type Statement,
  sql,
  statement,
} from "~/edge/database.ts";

export interface Voucher {
  readonly code: string;
  readonly discount: Discount;
  /** The number of enrolments that may use it; `null` for any number. */
  readonly uses: number | null;
  /** The first day in Lagos; `null` if it is valid at once. */
  readonly firstDay: Day | null;
  readonly lastDay: Day | null;
  readonly note: string;
  readonly madeBy: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly endedAt: string | null;
  /** The number of enrolments whose first payment is confirmed. */
  readonly used: number;
  /** The number of enrolments with a reserved use, which are not paid yet. */
  readonly reserved: number;
}

/** The time for which a use is reserved for an unpaid enrolment. */
const RESERVED_MS = 24 * 60 * 60_000;

/** A condition on `voucher_uses`: the use is confirmed or reserved. */
const isCounted = (now: Date) => sql`(confirmed_at IS NOT NULL OR reserved_until > ${now})`;

export interface DiscountRow {
  readonly percent: number | null;
  /** Kobo and cents. */
  readonly ngnMinor: number;
  readonly usdMinor: number;
  readonly includesFee: number;
  /** JSON. */
  readonly courseIds: string;
  readonly isForPayingAtOnce: number;
}

type Row = Omit<Voucher, "discount"> & DiscountRow;

/** @param emailKey the learner's, whose own unpaid attempts do not count as reserved uses; `null` if unknown */
function columns(now: Date, emailKey: string | null) {
  return sql`code, percent, ngn_minor AS ngnMinor, usd_minor AS usdMinor, includes_fee AS includesFee,
    course_ids AS courseIds, is_for_paying_at_once AS isForPayingAtOnce, uses, first_day AS firstDay, last_day AS lastDay,
    note, made_by AS madeBy, made_at AS madeAt, ended_at AS endedAt,
    (SELECT COUNT(*) FROM voucher_uses WHERE voucher_uses.code = vouchers.code AND confirmed_at IS NOT NULL) AS used,
    (SELECT COUNT(*) FROM voucher_uses WHERE voucher_uses.code = vouchers.code
      AND confirmed_at IS NULL AND reserved_until > ${now}
      AND (SELECT email_key FROM enrolments WHERE id = enrolment_id) IS NOT ${emailKey ?? ""}) AS reserved`;
}

function toVoucher(row: Row): Voucher {
  return { ...row, discount: toDiscount(row) };
}

export function toDiscount(row: DiscountRow): Discount {
  return {
    percent: row.percent,
    amounts: { NGN: row.ngnMinor, USD: row.usdMinor },
    includesFee: row.includesFee === 1,
    courseIds: JSON.parse(row.courseIds),
    isForPayingAtOnce: row.isForPayingAtOnce === 1,
  };
}

/** Finds a voucher by its stored code. @param emailKey the learner who wants to use it, as in `columns` */
export async function findVoucher(
  db: Database,
  code: string,
  now: Date,
  emailKey: string | null = null,
): Promise<Voucher | null> {
  const row = await statement(db)`SELECT ${columns(now, emailKey)} FROM vouchers
    WHERE code = ${code}`.first<Row>();
  return row && toVoucher(row);
}

/**
 * Returns vouchers, the newest first. @param before `madeAt` of the last voucher on the previous page; `null`
 * for the first page
 */
export async function latestVouchers(
  db: Database,
  { before, limit, now }: { readonly before: string | null; readonly limit: number; readonly now: Date },
): Promise<Voucher[]> {
  const rows = await rowsOf<Row>(db)`SELECT ${columns(now, null)} FROM vouchers
    WHERE made_at < ${before ?? "9999"} ORDER BY made_at DESC, code LIMIT ${limit}`;
  return rows.map(toVoucher);
}

export type NewVoucher = Pick<
  Voucher,
  "code" | "discount" | "uses" | "firstDay" | "lastDay" | "note" | "madeBy"
>;

/** Returns the statement that stores a voucher. It fails if the code exists. */
export function addingVoucher(
  db: Database,
  { code, discount, uses, firstDay, lastDay, note, madeBy }: NewVoucher,
  now: Date,
): Statement {
  return insertInto(db, "vouchers", {
    code,
    percent: discount.percent,
    ngn_minor: discount.amounts.NGN,
    usd_minor: discount.amounts.USD,
    includes_fee: discount.includesFee,
    course_ids: JSON.stringify(discount.courseIds),
    is_for_paying_at_once: discount.isForPayingAtOnce,
    uses,
    first_day: firstDay,
    last_day: lastDay,
    note,
    made_by: madeBy,
    made_at: now,
  });
}

/** Returns the statement that ends a voucher or, with `null`, resumes it. */
export function endingVoucher(db: Database, code: string, endedAt: Date | null): Statement {
  return statement(db)`UPDATE vouchers SET ended_at = ${endedAt} WHERE code = ${code}`;
}

/** The purchase for which a learner wants to use a voucher. */
interface WantedUse {
  /** In upper case, as stored. */
  readonly code: string;
  readonly courseId: string;
  /** Empty if tuition is paid at once. */
  readonly planId: string;
  /** The e-mail address as typed; empty if unknown. */
  readonly email: string;
}

type FoundVoucher =
  | { readonly voucher: Voucher; readonly problem: null }
  | { readonly voucher: null; readonly problem: VoucherProblem };

/** Finds the voucher that a learner wants to use, or the reason why it cannot be used today. */
export async function findUsable(
  { db, now }: { readonly db: Database; readonly now: Date },
  { code, email, ...chosen }: WantedUse,
): Promise<FoundVoucher> {
  const voucher = await findVoucher(db, code, now, learnerKeys({ email, phone: "" }).email);
  if (!voucher) return { voucher: null, problem: "unknown" };
  const problem = voucherProblem(voucher, chosen, now);
  return problem ? { voucher: null, problem } : { voucher, problem: null };
}

function voucherProblem(
  voucher: Voucher,
  chosen: { readonly courseId: string; readonly planId: string },
  now: Date,
): VoucherProblem | null {
  const { discount, firstDay, lastDay, endedAt, uses, used, reserved } = voucher;
  const today = lagosDay(now);
  if (endedAt !== null || (lastDay !== null && today > lastDay)) return "ended";
  if (firstDay !== null && today < firstDay) return "not-yet";
  if (uses !== null && used + reserved >= uses) return "used-up";
  return isFor(discount, chosen) ? null : "not-for-this";
}

interface VoucherUse {
  readonly enrolmentId: string;
  readonly voucher: AgreedVoucher;
  /** The learner's normalised address; `null` if unknown. */
  readonly emailKey: string | null;
  /** Whether a payment has come. The use then counts even beyond the limit. */
  readonly isPaid: boolean;
}

/**
 * Returns the statements that reserve a use for an enrolment, in the batch that starts it. The batch fails if all uses
 * are taken. An unpaid attempt under the same address gives its use to the new one.
 */
export function reservingUse(
  db: Database,
  { enrolmentId, voucher: { code, off }, emailKey, isPaid }: VoucherUse,
  now: Date,
): Statement[] {
  // A paid use is confirmed at once, so it needs no reservation.
  const reservedUntil = isPaid ? now : new Date(now.getTime() + RESERVED_MS);
  const otherUses = sql`SELECT COUNT(*) FROM voucher_uses AS other WHERE other.code = ${code} AND ${isCounted(now)}`;
  const isLeft = sql`${isPaid} OR EXISTS (SELECT 1 FROM vouchers WHERE vouchers.code = ${code} AND ended_at IS NULL
    AND (uses IS NULL OR uses > (${otherUses})))`;
  return [
    statement(db)`UPDATE voucher_uses SET reserved_until = ${now}
      WHERE code = ${code} AND confirmed_at IS NULL
        AND enrolment_id IN (SELECT id FROM enrolments WHERE email_key = ${emailKey})`,
    statement(db)`INSERT INTO voucher_uses (enrolment_id, code, ngn_minor, usd_minor, reserved_until)
      SELECT id, ${abortUnless(isLeft, sql`${code}`)}, ${off.NGN.minor}, ${off.USD.minor}, ${reservedUntil}
      FROM enrolments WHERE id = ${enrolmentId}`,
  ];
}

/** Returns the statement that stores the changed amounts which an enrolment's voucher takes off. */
export function settingOff(db: Database, enrolmentId: string, { off }: AgreedVoucher): Statement {
  return statement(db)`UPDATE voucher_uses SET ngn_minor = ${off.NGN.minor}, usd_minor = ${off.USD.minor}
    WHERE enrolment_id = ${enrolmentId}`;
}

/** Counts a use when the enrolment's first payment is confirmed. @returns whether that is one use too many */
export async function confirmUse(db: Database, enrolmentId: string, now: Date): Promise<boolean> {
  await statement(db)`UPDATE voucher_uses SET confirmed_at = ${now},
      is_overused = reserved_until <= ${now} AND EXISTS (SELECT 1 FROM vouchers
        WHERE vouchers.code = voucher_uses.code AND uses <= (SELECT COUNT(*) FROM voucher_uses AS other
          WHERE other.code = voucher_uses.code AND ${isCounted(now)}))
    WHERE enrolment_id = ${enrolmentId} AND confirmed_at IS NULL`.run();
  const row = await statement(db)`SELECT is_overused AS isOverused FROM voucher_uses
    WHERE enrolment_id = ${enrolmentId}`.first<{ isOverused: number }>();
  return row?.isOverused === 1;
}
