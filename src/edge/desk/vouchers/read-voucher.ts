import { type Day, isDay } from "~/domain/dates/day.ts";
import type { PriceList } from "~/domain/enrolment/agreement.ts";
import { minorOf } from "~/domain/money/money.ts";
import { isVoucherCode, newVoucherCode, readVoucherCode } from "~/domain/pricing/voucher.ts";
import type { NewVoucher } from "~/edge/vouchers/voucher-store.ts";
import type { FormField } from "../desk-parts.tsx";
import { type DeskRequest, mayAs, posted } from "../desk-request.ts";

/** The most that a member of staff may take off, in percent; an owner may take off all. */
const MOST_OF_STAFF = 50;

/** The most single-use vouchers that are made at once. */
const MOST_AT_ONCE = 500;

/** The fields of the form that makes vouchers. */
export function voucherFields({ registrationCourses }: PriceList): FormField[] {
  const text = (name: string, label: string, hint?: string): FormField => ({
    name,
    label,
    kind: "text",
    value: "",
    ...(hint !== undefined && { hint }),
  });
  return [
    text("code", "Code", "4 to 32 letters, digits and hyphens. Leave it empty for one of eight letters."),
    text("percent", "Percent", `Off each payment, 1 to 100. More than ${MOST_OF_STAFF} is the owner's.`),
    { ...text("naira", "Naira", "Or an amount, in naira and in dollars."), inputmode: "decimal" },
    { ...text("dollars", "Dollars"), inputmode: "decimal" },
    {
      name: "fee",
      label: "Takes it off",
      kind: "select",
      value: "",
      options: [
        ["", "Tuition only"],
        ["yes", "Tuition and the registration fee"],
      ],
    },
    {
      name: "course",
      label: "Course",
      kind: "select",
      value: "",
      options: [["", "All courses"], ...registrationCourses.map(({ id, name }) => [id, name] as const)],
    },
    {
      name: "plans",
      label: "Plans",
      kind: "select",
      value: "",
      options: [
        ["", "All plans"],
        ["once", "Paying at once only"],
      ],
    },
    text("uses", "Uses", "How many enrolments may use it. Empty: no limit."),
    { name: "first", label: "First day", kind: "date", value: "" },
    { name: "last", label: "Last day", kind: "date", value: "" },
    text(
      "count",
      "How many",
      `Up to ${MOST_AT_ONCE} different codes, each for one enrolment, as CSV. Empty: one.`,
    ),
    text("note", "Note", "For staff: who asked, and why."),
  ];
}

type ReadVouchers =
  | { readonly vouchers: readonly NewVoucher[] }
  /** What is wrong, by the field's name. */
  | { readonly problems: Readonly<Record<string, string>> };

/** Reads the vouchers that the form asks for. */
export function readVouchers(request: DeskRequest): ReadVouchers {
  const typed = (name: string) => posted(request, name);
  const problems: Record<string, string> = {};
  const count = wholeNumber(typed("count"), MOST_AT_ONCE);
  if (count === "wrong") problems.count = `Write a number from 1 to ${MOST_AT_ONCE}, or leave it empty.`;
  const code = readVoucherCode(typed("code"));
  if (code !== "" && typeof count === "number")
    problems.code = "Several vouchers get codes of their own: leave it empty.";
  else if (code !== "" && !isVoucherCode(code)) problems.code = "Use 4 to 32 letters, digits and hyphens.";
  const percent = wholeNumber(typed("percent"), 100);
  if (percent === "wrong") problems.percent = "Write a whole number from 1 to 100.";
  const amounts = { NGN: amountIn(typed("naira")), USD: amountIn(typed("dollars")) };
  if (amounts.NGN === null) problems.naira = "Write an amount, such as 48000.";
  if (amounts.USD === null) problems.dollars = "Write an amount, such as 60.";
  const hasAmount = amounts.NGN !== 0 || amounts.USD !== 0;
  if (percent === null && !hasAmount)
    problems.percent ??= "Write a percentage, or amounts in naira and dollars.";
  if (percent !== null && hasAmount) problems.percent ??= "Write a percentage or amounts, not both.";
  if (percent === null && hasAmount && (amounts.NGN === 0 || amounts.USD === 0)) {
    problems.naira ??= "Write both amounts: learners pay in either currency.";
  }
  const isOwner = mayAs(request.user, "owner");
  const isLarge = percent === null ? hasAmount : Number(percent) > MOST_OF_STAFF;
  if (isLarge && !isOwner) {
    problems.percent ??= `Staff take off up to ${MOST_OF_STAFF} percent. Ask an owner for more, and for amounts.`;
  }
  if (typed("fee") === "yes" && !isOwner) problems.fee = "Only an owner lowers the registration fee.";
  const uses = wholeNumber(typed("uses"), 100_000);
  if (uses === "wrong") problems.uses = "Write a whole number, or leave it empty.";
  const [firstDay, lastDay] = [dayIn(typed("first")), dayIn(typed("last"))];
  if (firstDay === "wrong") problems.first = "Choose a day.";
  if (lastDay === "wrong") problems.last = "Choose a day.";
  if (firstDay && lastDay && lastDay < firstDay) problems.last ??= "The last day is before the first.";
  const note = typed("note");
  if (note === "" || note.length > 200) problems.note = "Say in up to 200 characters who asked, and why.";
  if (Object.keys(problems).length > 0) return { problems };
  const voucher = {
    discount: {
      percent: percent as number | null,
      amounts: { NGN: amounts.NGN ?? 0, USD: amounts.USD ?? 0 },
      includesFee: typed("fee") === "yes",
      courseIds: typed("course") === "" ? [] : [typed("course")],
      isForPayingAtOnce: typed("plans") === "once",
    },
    uses: typeof count === "number" ? 1 : (uses as number | null),
    firstDay,
    lastDay,
    note,
    madeBy: request.user.email,
  };
  if (typeof count !== "number") return { vouchers: [{ ...voucher, code: code || newVoucherCode() }] };
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newVoucherCode());
  return { vouchers: [...codes].map((each) => ({ ...voucher, code: each })) };
}

/** A whole number from 1 to `most`; null where nothing is typed. */
function wholeNumber(text: string, most: number): number | "wrong" | null {
  if (text === "") return null;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : "wrong";
}

/** Kobo or cents; zero where nothing is typed, null where it is no amount. */
function amountIn(text: string): number | null {
  return text === "" ? 0 : minorOf(text.replaceAll(",", ""));
}

function dayIn(text: string): Day | "wrong" | null {
  if (text === "") return null;
  return isDay(text) ? text : "wrong";
}
