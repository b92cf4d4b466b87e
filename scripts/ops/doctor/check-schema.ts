import { advice, type Finding, missing, type Place } from "./finding.ts";

/**
 * Whether a database has the schema that the code needs.
 * @param applied the migrations it has had; null when it has no tables
 */
export function checkSchema(
  place: Place,
  migrations: readonly string[],
  applied: readonly string[] | null,
): Finding[] {
  const how =
    place === "local"
      ? "npm start brings it up to date."
      : `npm run deploy -- --env ${place} brings it up to date.`;
  if (applied === null) {
    const what =
      place === "local" ? "The database on this machine is empty." : `The ${place} database is empty.`;
    return [advice(what, how)];
  }
  const left = migrations.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !migrations.includes(name));
  return [
    ...(left.length > 0 ? [missing(`The database lacks ${left.join(", ")}.`, how)] : []),
    ...(unknown.length > 0
      ? [
          advice(
            `The database has had ${unknown.join(", ")}, which this checkout does not know.`,
            "It was deployed from a newer one: update this one first.",
          ),
        ]
      : []),
  ];
}
