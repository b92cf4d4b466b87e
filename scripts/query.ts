/** Runs statements on the database that a command was told to use, and gives the rows of each. */
export type Query = (statements: readonly string[]) => Promise<Record<string, unknown>[][]>;
