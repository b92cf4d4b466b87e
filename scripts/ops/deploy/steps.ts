import { CONFIG } from "../../dev/run-tool.mjs";
import type { Place } from "../doctor/finding.ts";

/** A call of one of the project's tools. */
export interface Step {
  readonly title: string;
  readonly tool: "astro" | "wrangler";
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a deploy does, in this order: a step that fails stops it. The database comes before the code that needs its new
 * schema, so a migration must not break the code that still runs.
 * @param secretsFile gives the site its secrets; those that are not in it stay as they were. Null for none
 * @param scratch an empty folder. With it nothing leaves this machine: the migrations are tried on a database there
 */
export function deploySteps(
  place: Exclude<Place, "local">,
  { secretsFile, scratch }: { secretsFile: string | null; scratch: string | null },
): Step[] {
  const migrations = ["d1", "migrations", "apply", "DB", ...CONFIG, "--env", place];
  const deploy = ["deploy", "--env", place];
  return [
    {
      title: "Build",
      tool: "astro",
      args: ["build", "--mode", place],
      // The environment decides which bindings the build writes.
      env: { SANDBOX: "", CLOUDFLARE_ENV: place },
    },
    {
      title: "Database",
      tool: "wrangler",
      args: scratch
        ? [...migrations, "--local", "--persist-to", `${scratch}/database`]
        : [...migrations, "--remote"],
      env: scratch ? { CI: "true" } : {},
    },
    {
      title: "Site",
      tool: "wrangler",
      args: [
        ...deploy,
        ...(secretsFile && !scratch ? ["--secrets-file", secretsFile] : []),
        ...(scratch ? ["--dry-run", "--outdir", `${scratch}/worker`] : []),
      ],
      env: {},
    },
  ];
}
