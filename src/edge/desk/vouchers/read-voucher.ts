import { z } from "astro/zod";
import { isDay } from "~/domain/dates/day.ts";
import { randomCode } from "~/domain/digest.ts";
import type { Currency } from "~/domain/money/money.ts";
import { isVoucherCode, readVoucherCode } from "~/domain/pricing/voucher.ts";
import type { NewVoucher } from "~/edge/vouchers/voucher-store.ts";
import { typedAmount } from "../actions/money-fields.ts";
import {
  dateField,
  type FormField,
  hasProblems,
  type Problems,
  selectField,
  textField,
} from "../desk-form.tsx";
import { type DeskRequest, type DeskUser, mayAs, posted } from "../desk-request.ts";

/** The most that a member of staff may take off, in percent; an owner may take off all. */
const MAX_OF_STAFF = 50;

/** The most single-use vouchers that are made at once. */
const MAX_AT_ONCE = 500;

/** The fields of the form that makes vouchers, without the courses to tick. */
export function voucherFields(): FormField[] {
  const text = (name: string, label: string, hint: string) => textField(name, label, { hint });
  const amount = (name: string, label: string, hint?: string) =>
    textField(name, label, { hint, inputmode: "decimal" });
  return [
    text("code", "Code", "4 to 32 letters, digits and hyphens. Leave it empty for one of eight letters."),
    text("percent", "Percent", `Off each payment, 1 to 100. More than ${MAX_OF_STAFF} is the owner's.`),
    amount("naira", "Naira", "Or an amount, in naira and in dollars."),
    amount("dollars", "Dollars"),
    selectField("fee", "Takes it off", [
      ["", "Tuition only"],
      ["yes", "Tuition and the registration fee"],
    ]),
    selectField("plans", "Plans", [
      ["", "All plans"],
      ["once", "Paying at once only"],
    ]),
    text("uses", "Uses", "How many enrolments may use it. Empty: no limit."),
    dateField("first", "First day"),
    dateField("last", "Last day"),
    text(
      "count",
      "How many",
      `Up to ${MAX_AT_ONCE} different codes, each for one enrolment, as CSV. Empty: one.`,
    ),
    text("note", "Note", "For staff: who asked, and why."),
  ];
}

const wholeNumber = (most: number) =>
  optional((text) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    return number >= 1 && number <= most ? number : undefined;
  }, `Write a whole number from 1 to ${most}, or leave it empty.`);

const amountIn = (currency: Currency) =>
  optional((text) => typedAmount(text, currency)?.minor, "Write an amount above nothing, such as 48000.");

const day = () => optional((text) => (isDay(text) ? text : undefined), "Choose a day.");

/** The posted form, by the names of {@link voucherFields}; `null` for an empty field. */
const voucherForm = z.object({
  code: z
    .string()
    .transform(readVoucherCode)
    .refine((code) => code === "" || isVoucherCode(code), "Use 4 to 32 letters, digits and hyphens."),
  percent: wholeNumber(100),
  naira: amountIn("NGN"),
  dollars: amountIn("USD"),
  fee: z.string().transform((chosen) => chosen === "yes"),
  plans: z.string(),
  uses: wholeNumber(100_000),
  first: day(),
  last: day(),
  count: wholeNumber(MAX_AT_ONCE),
  note: z
    .string()
    .min(1, "Say who asked, and why.")
    .max(200, "Use 200 characters at most to say who asked, and why."),
});

type VoucherForm = z.infer<typeof voucherForm>;

type ReadVouchers = { readonly vouchers: readonly NewVoucher[] } | { readonly problems: Problems };

/** Returns the ids of the ticked courses. A voucher is for all courses if none is ticked. */
export function tickedCourses({ form, context }: DeskRequest): string[] {
  const ticked = form?.getAll("course") ?? [];
  return context.prices.registrationCourses.map(({ id }) => id).filter((id) => ticked.includes(id));
}

/** Reads the vouchers that the form asks for. */
export function readVouchers(request: DeskRequest): ReadVouchers {
  const names = Object.keys(voucherForm.shape);
  const typed = Object.fromEntries(names.map((name) => [name, posted(request, name)]));
  const { data, error } = voucherForm.safeParse(typed);
  if (!data) {
    return { problems: Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message])) };
  }
  const problems = { ...limitsOf(request.user, data), ...formProblems(data) };
  if (hasProblems(problems)) return { problems };
  const voucher = voucherOf(data, request);
  return { vouchers: codesFor(data).map((code) => ({ ...voucher, code })) };
}

/** Returns the problems of fields that are valid by themselves but do not fit together. */
function formProblems({ code, count, percent, naira, dollars, first, last }: VoucherForm): Problems {
  const problems: Record<string, string> = {};
  if (code !== "" && count !== null) {
    problems.code = "Several vouchers get codes of their own: leave it empty.";
  }
  const hasAmount = naira !== null || dollars !== null;
  if (percent === null && !hasAmount) {
    problems.percent = "Write a percentage, or amounts in naira and dollars.";
  }
  if (percent !== null && hasAmount) problems.percent = "Write a percentage or amounts, not both.";
  if (hasAmount && (naira === null || dollars === null)) {
    problems.naira = "Write both amounts: learners pay in either currency.";
  }
  if (first && last && last < first) problems.last = "The last day is before the first.";
  return problems;
}

/** Returns the problems of a discount that is beyond the user's limit. */
function limitsOf(user: DeskUser, { percent, naira, fee }: VoucherForm): Problems {
  if (mayAs(user, "owner")) return {};
  const problems: Record<string, string> = {};
  if (naira !== null || Number(percent) > MAX_OF_STAFF) {
    problems.percent = `Staff take off up to ${MAX_OF_STAFF} percent. Ask an owner for more, and for amounts.`;
  }
  if (fee) problems.fee = "Only an owner lowers the registration fee.";
  return problems;
}

function voucherOf(form: VoucherForm, request: DeskRequest): Omit<NewVoucher, "code"> {
  return {
    discount: {
      percent: form.percent,
      amounts: { NGN: form.naira ?? 0, USD: form.dollars ?? 0 },
      includesFee: form.fee,
      courseIds: tickedCourses(request),
      isForPayingAtOnce: form.plans === "once",
    },
    uses: form.count === null ? form.uses : 1,
    firstDay: form.first,
    lastDay: form.last,
    note: form.note,
    madeBy: request.user.email,
  };
}

/** Returns the codes: the typed one, or new ones of eight letters and digits with 40 random bits each. */
function codesFor({ code, count }: VoucherForm): string[] {
  if (code !== "") return [code];
  const codes = new Set<string>();
  while (codes.size < (count ?? 1)) codes.add(randomCode(8));
  return [...codes];
}

/** Returns the schema of an optional text. @param read returns `undefined` for an invalid text */
function optional<T>(read: (text: string) => T | undefined, problem: string) {
  return z.string().transform((text, { addIssue }) => {
    if (text === "") return null;
    const value = read(text);
    if (value !== undefined) return value;
    addIssue(problem);
    return z.NEVER;
  });
}
