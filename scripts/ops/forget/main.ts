import { isEmailAddress } from "~/domain/contact/email-address.ts";
import { erasure } from "~/edge/forget/erasure.ts";
import { personalData } from "~/edge/forget/personal-data.ts";
import type { Query } from "~/edge/query.ts";
import { erasureReport } from "./report.ts";

/** Shows the personal data of one person and, with `yes`, deletes it; returns the exit code, 2 for no address. */
export async function main(
  { email, yes }: { email: string; yes: boolean },
  query: Query,
  now: Date = new Date(),
): Promise<0 | 2> {
  const address = email.trim().toLowerCase();
  if (!isEmailAddress(address)) {
    console.error("Whose data? npm run forget -- --email name@example.com");
    return 2;
  }
  const records = await personalData(query, address);
  const statements = yes ? erasure(records, now) : [];
  if (statements.length > 0) await query(statements);
  console.log(erasureReport(address, records, { isDone: yes, now }));
  return 0;
}
