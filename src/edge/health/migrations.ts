/** The files whose statements bring a database to the schema that this code needs, oldest first. */
export const MIGRATIONS: readonly string[] = Object.keys(
  import.meta.glob("../migrations/*.sql", { query: "?raw", import: "default" }),
)
  .map((path) => path.slice(path.lastIndexOf("/") + 1))
  .sort();
