import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONFIG } from "../dev/run-tool.mjs";
import type { Place } from "./check-settings.ts";
import { examine, report, type Site, settingTexts } from "./doctor.ts";

/**
 * Deploys a site unless the doctor finds that something is missing; returns the exit code, 1 when it does.
 * @param root the project's folder, with a / at its end
 * @param despite the groups of the launch list that were named, which the deploy ignores
 * @param isDryRun nothing leaves this machine, and missing settings are reported and ignored
 * @param askForSecrets which secrets the deployed site has; null when it is not to be asked
 * @param run does a step; it ends this process when the step fails
 */
export async function main(
  {
    root,
    place,
    isDryRun,
    despite = [],
  }: { root: string; place: Exclude<Place, "local">; isDryRun: boolean; despite?: readonly string[] },
  askForSecrets: (() => Promise<readonly string[]>) | null,
  run: (step: Step) => Promise<void>,
): Promise<0 | 1> {
  const { site, findings } = await examineFor(root, place, askForSecrets);
  console.log(report(site, findings));
  const stops = findings.filter(
    ({ kind, blocker }) => kind === "missing" && !(blocker && despite.includes(blocker)),
  );
  if (!isDryRun && stops.length > 0) {
    console.error("\nNot deployed.");
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), "academy-deploy-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // A step that fails ends this process, and the secrets must not lie about.
  process.once("exit", removeFolder);
  const secrets = secretsOf(site);
  const secretsFile = Object.keys(secrets).length > 0 ? join(folder, "secrets.json") : null;
  if (secretsFile) writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
  for (const step of deploySteps(place, { secretsFile, scratch: isDryRun ? folder : null })) {
    console.log(`\n${step.title}: ${[step.tool, ...step.args].join(" ")}`);
    await run(step);
  }
  removeFolder();
  console.log(
    isDryRun ? "\nThis was a trial: nothing was deployed." : `\nDeployed. Now look at ${healthOf(site)}`,
  );
  return 0;
}

/** Asks the deployed site only if its secrets are all that may be missing: without a network the rest is reported at once. */
async function examineFor(
  root: string,
  place: Place,
  askForSecrets: (() => Promise<readonly string[]>) | null,
) {
  const settings = examine(root, place, Object.keys(settingTexts(root)));
  const isMissing = settings.findings.some(({ kind, blocker }) => kind === "missing" && !blocker);
  return examine(root, place, isMissing || !askForSecrets ? null : await askForSecrets());
}

function secretsOf({ settings }: Site): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value && !name.startsWith("PUBLIC_") ? [[name, value]] : [],
    ),
  );
}

function healthOf({ settings }: Site): string {
  return new URL("/prod/health", settings.PUBLIC_SITE_URL).href;
}

export interface Step {
  readonly title: string;
  readonly tool: "astro" | "wrangler";
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns the steps of a deploy in their order. A step that fails ends it. The database comes before the code
 * that needs its new schema, so a migration must not break the code that still runs.
 * @param secretsFile gives the site its secrets; those that are not in it stay as they were. Null for none
 * @param scratch an empty folder. With it nothing leaves this machine: the migrations are tried on a database
 * there
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
