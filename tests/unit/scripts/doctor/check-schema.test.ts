import { describe, expect, test } from "vitest";
import { checkSchema } from "../../../../scripts/ops/doctor/check-schema.ts";

describe("the database's schema", () => {
  const migrations = ["0001_a.sql", "0002_b.sql"];
  test.each<[readonly string[] | null, string[]]>([
    [migrations, []],
    [null, ["advice: The database on this machine is empty."]],
    [["0001_a.sql"], ["missing: The database lacks 0002_b.sql."]],
    [
      [...migrations, "0003_c.sql"],
      ["advice: The database has had 0003_c.sql, which this checkout does not know."],
    ],
  ])("a database with the migrations %j is compared with the checkout's", (applied, expected) => {
    const findings = checkSchema("local", migrations, applied);
    expect(findings.map(({ kind, what }) => `${kind}: ${what}`)).toEqual(expected);
  });
});
