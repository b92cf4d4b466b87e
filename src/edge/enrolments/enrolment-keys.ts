/** The table of enrolments' keys, which are stored as digests. */
import { type Database, insertWhere, rowsOf, type Statement, sql, statement } from "~/edge/database.ts";

type KeyKind = "learner" | "payer";

export interface StoredKey {
  readonly digest: string;
  readonly kind: KeyKind;
  /** The numbers of the charges that a payer may pay; empty for a learner's key. */
  readonly charges: readonly number[];
  /** Whether older keys of its kind end when it is first used. */
  readonly isReplacing: boolean;
  readonly createdAt: string;
}

interface NewKey extends Pick<StoredKey, "digest" | "kind"> {
  readonly id: string;
  readonly charges?: readonly number[];
  readonly isReplacing?: boolean;
}

/** Returns the statement that adds a key, unless the enrolment is missing or its learner was erased. */
export function addingKey(
  db: Database,
  { id, digest, kind, charges = [], isReplacing = false }: NewKey,
  now: Date,
): Statement {
  const row = {
    digest,
    enrolment_id: id,
    kind,
    charges: JSON.stringify(charges),
    replaces: isReplacing,
    created_at: now,
  };
  const storedEnrolment = sql`enrolments WHERE id = ${id} AND erased_at IS NULL`;
  return insertWhere(db, "enrolment_keys", row, storedEnrolment, sql`ON CONFLICT (digest) DO NOTHING`);
}

export async function keysOf(db: Database, id: string): Promise<StoredKey[]> {
  type Row = Omit<StoredKey, "charges" | "isReplacing"> & { charges: string; replaces: number };
  const results = await rowsOf<Row>(db)`
    SELECT digest, kind, charges, replaces, created_at AS createdAt FROM enrolment_keys
    WHERE enrolment_id = ${id} ORDER BY created_at DESC, digest`;
  return results.map(({ replaces, ...row }) => ({
    ...row,
    charges: JSON.parse(row.charges),
    isReplacing: replaces === 1,
  }));
}

/** Sorts after every time. */
const FOREVER = "~";

/** Returns the statement that ends an enrolment's keys of a kind that were made before a time. */
export function endingKeys(db: Database, id: string, kind: KeyKind, before = FOREVER): Statement {
  return statement(db)`DELETE FROM enrolment_keys
    WHERE enrolment_id = ${id} AND kind = ${kind} AND created_at < ${before}`;
}
