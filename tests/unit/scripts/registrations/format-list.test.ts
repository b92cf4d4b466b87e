import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { Order } from "~/domain/payments/order.ts";
import type { RegistrationRecord } from "~/edge/payments/registration-record.ts";
import { csvOf, tableOf } from "../../../../scripts/ops/registrations/format-list.ts";
import { orderOf } from "../../../fixtures/enrolment.ts";

const detailsOf = ({ learner, parts, isSponsored }: Order) => ({ learner, parts, isSponsored });

const ADA = { name: "Ada Obi", email: "ada@example.com", phone: "08012345678" };

function registration(changes: Partial<RegistrationRecord> = {}): RegistrationRecord {
  return {
    reference: "REG-20261121-AAAAAAAAAA",
    createdAt: "2026-11-21T09:00:00.000Z",
    status: "paid",
    flag: null,
    provider: "paystack",
    purpose: "registration",
    course: { id: "devops-full", name: "DevOps Full" },
    plan: null,
    currency: "NGN",
    expectedMinor: 49_500_000,
    paidMinor: 49_500_000,
    duplicateOf: null,
    customer: ADA,
    payer: null,
    providerOrderId: null,
    orderedAt: null,
    startedAt: "2026-11-21T09:00:00.000Z",
    enrolmentId: null,
    details: detailsOf(orderOf()),
    ...changes,
  };
}

/** The cells as another program reads them, by the column's name. */
const cells = (csv: string) =>
  Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

describe("the CSV list", () => {
  test("the CSV list has amounts in naira and dollars, with their currency", () => {
    const dollars = registration({ currency: "USD", expectedMinor: 120_900, paidMinor: 0 });
    const rows = cells(csvOf([registration(), dollars, registration({ expectedMinor: null })]));
    expect(rows.map(({ Currency, Asked, Paid }) => [Currency, Asked, Paid])).toEqual([
      ["NGN", "495000.00", "495000.00"],
      ["USD", "1209.00", "0.00"],
      ["NGN", "", "495000.00"],
    ]);
  });

  test("the CSV list has a column for each further thing that was typed, and none twice", () => {
    const unknown = registration({ details: null });
    const minor = registration({
      details: detailsOf(
        orderOf({
          registration: { state: "", age: "Under 18", guardianName: "Ngozi", guardianConsent: true },
        }),
      ),
    });
    const csv = csvOf([registration(), unknown, minor]);
    expect(csv.split("\r\n")[0]).toMatch(
      /,Payer name,Payer email,WhatsApp Number,Country,State,Age,Gender,Education,Cohort,Consent,News and offers by e-mail,Guardian's name,Guardian's phone or e-mail,Guardian's consent$/,
    );
    expect(cells(csv).map((row) => [row.State, row.Gender, row["Guardian's name"]])).toEqual([
      ["Lagos", "Female", ""],
      ["", "", ""],
      ["Not given", "Female", "Ngozi"],
    ]);
  });

  test.each([
    '=HYPERLINK("http://evil.example","x")',
    "+2348012345678",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "=1\nsecond line",
    "＝1",
  ])("the CSV list disarms a formula that somebody typed: %j", (name) => {
    const csv = csvOf([registration({ customer: { ...ADA, name } })]);
    expect(cells(csv)[0]?.Name).toBe(`'${name}`);
  });

  test("the CSV list keeps quotes, commas and line breaks apart from its own, as RFC 4180 says", () => {
    const csv = csvOf([
      registration({ customer: { ...ADA, name: 'Ada "A", Obi' }, course: { id: "x", name: "one\r\ntwo" } }),
    ]);
    expect(csv).toContain('"Ada ""A"", Obi"');
    expect(csv).toContain('"one\r\ntwo"');
    expect(csv.endsWith("\r\n")).toBe(true);
    expect(csv.replace(/\r\n/g, "")).not.toMatch(/[\r\n]/);
    expect(cells(csv)).toHaveLength(1);
  });
});

describe("the table", () => {
  test("the table of registrations has a line for each, with signs and currencies, and the total", () => {
    const dollars = registration({
      reference: "REG-20261121-BBBBBBBBBB",
      currency: "USD",
      expectedMinor: 120_900,
      paidMinor: 900,
      status: "short-paid",
      flag: "amount-mismatch",
    });
    expect(tableOf([registration(), dollars]).split("\n")).toEqual([
      expect.stringMatching(/^Created {5}Reference/),
      "2026-11-21  REG-20261121-AAAAAAAAAA  paid                         N495,000 NGN   N495,000 NGN  DevOps Full  Ada Obi  ada@example.com",
      "2026-11-21  REG-20261121-BBBBBBBBBB  short-paid, amount-mismatch  $1,209.00 USD  $9.00 USD     DevOps Full  Ada Obi  ada@example.com",
      "",
      "2 registrations, paid in all: N495,000 NGN and $9.00 USD",
    ]);
  });

  test("the table of registrations lets no name control the terminal", () => {
    const table = tableOf([registration({ customer: { ...ADA, name: "\u001b[2JAda\u202e\nObi" } })]);
    expect(table).toContain(" [2JAda  Obi ");
    expect(table.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  });

  test("the table of registrations says so when there is none", () => {
    expect(tableOf([])).toBe("There are no such registrations.");
  });
});
