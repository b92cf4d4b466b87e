import type { Query } from "~/edge/query.ts";
import { advice, type Finding } from "./finding.ts";

/** Whether mails could not be delivered. */
export async function checkMails(query: Query): Promise<Finding[]> {
  const [[row] = []] = await query(["SELECT COUNT(*) AS count FROM dead_letters"]);
  const count = Number(row?.count ?? 0);
  if (count === 0) return [];
  return [
    advice(
      `Mails that could not be delivered: ${count}.`,
      "The desk's first page says why, and sends them again.",
    ),
  ];
}
