import Papa from "papaparse";
import { amountText } from "~/domain/money/amount-text.ts";
import { CURRENCIES, type Currency, fromMinor, toDecimalString } from "~/domain/money/money.ts";
import { NOT_GIVEN } from "~/domain/payments/order-lines.ts";
import { standingOf } from "~/domain/payments/payment-history.ts";
import { counted } from "~/domain/words/counted.ts";
import { FORMULA } from "~/domain/words/csv.ts";
import { linesOf, type RegistrationRecord } from "~/edge/payments/registration-record.ts";

/** What has a column of its own already, or is the page's own word. */
const KNOWN_LINES = new Set([
  "firstname",
  "lastname",
  "email",
  "phone",
  "course",
  "course_id",
  "plan",
  "plan_id",
  "registration_fee",
  "course_price",
]);

const COLUMNS: readonly (readonly [title: string, read: (registration: RegistrationRecord) => string])[] = [
  ["Reference", ({ reference }) => reference],
  ["Created (UTC)", ({ createdAt }) => createdAt],
  ["Status", ({ status }) => status],
  ["Flag", ({ flag }) => flag ?? ""],
  ["Provider", ({ provider }) => provider],
  ["Purpose", ({ purpose }) => purpose],
  ["Course", ({ course }) => course.name],
  ["Plan", ({ plan }) => plan?.name ?? ""],
  ["Currency", ({ currency }) => currency],
  [
    "Asked",
    ({ currency, expectedMinor }) => (expectedMinor === null ? "" : decimal(currency, expectedMinor)),
  ],
  ["Paid", ({ currency, paidMinor }) => decimal(currency, paidMinor)],
  ["Name", ({ customer }) => customer.name],
  ["Email", ({ customer }) => customer.email],
  ["Phone", ({ customer }) => customer.phone],
  ["Payer name", ({ payer }) => payer?.name ?? ""],
  ["Payer email", ({ payer }) => payer?.email ?? ""],
];

/** RFC 4180: commas, CRLF, quotes doubled; amounts in naira or dollars with two decimals. */
export function csvOf(registrations: readonly RegistrationRecord[]): string {
  const labels = new Map<string, string>();
  for (const registration of registrations) {
    for (const { name, label } of linesOf(registration)) if (!KNOWN_LINES.has(name)) labels.set(name, label);
  }
  const titles = [...COLUMNS.map(([title]) => title), ...labels.values()];
  const rows = registrations.map((registration) => {
    const values = new Map(linesOf(registration).map(({ name, value }) => [name, value || NOT_GIVEN]));
    return [
      ...COLUMNS.map(([, read]) => read(registration)),
      ...[...labels.keys()].map((name) => values.get(name) ?? ""),
    ];
  });
  return `${Papa.unparse([titles, ...rows], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}

/** For reading on a screen. */
export function tableOf(registrations: readonly RegistrationRecord[]): string {
  if (registrations.length === 0) return "There are no such registrations.";
  const head = ["Created", "Reference", "Status", "Asked", "Paid", "Course", "Name", "Email"];
  const rows = registrations.map((registration) => [
    registration.createdAt.slice(0, 10),
    registration.reference,
    standingOf(registration),
    registration.expectedMinor === null
      ? "not known"
      : amountText(registration.currency, registration.expectedMinor),
    amountText(registration.currency, registration.paidMinor),
    [registration.course.name, registration.plan?.name].filter(Boolean).join(", "),
    registration.customer.name,
    registration.customer.email,
  ]);
  const lines = [head, ...rows].map((cells) => cells.map(onScreen));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const table = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...table, "", ...totals(registrations)].join("\n");
}

function totals(registrations: readonly RegistrationRecord[]): string[] {
  const held = CURRENCIES.map((currency) => {
    const paid = registrations.filter((each) => each.currency === currency);
    return { currency, minor: paid.reduce((sum, { paidMinor }) => sum + paidMinor, 0) };
  });
  const sums = held
    .filter(({ minor }) => minor > 0)
    .map(({ currency, minor }) => amountText(currency, minor));
  const count = counted(registrations.length, "registration");
  return [sums.length > 0 ? `${count}, paid in all: ${sums.join(" and ")}` : count];
}

function decimal(currency: Currency, minor: number): string {
  return toDecimalString(fromMinor(currency, minor));
}

/** Without the signs by which a text could steer the terminal. */
function onScreen(text: string): string {
  return text.replace(/\p{C}/gu, " ");
}
