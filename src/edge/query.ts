/** Runs statements on the database of a command, and returns the rows of each. */
export type Query = (statements: readonly string[]) => Promise<Record<string, unknown>[][]>;
