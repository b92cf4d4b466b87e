import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONFIG } from "../dev/run-tool.mjs";
import type { Place } from "./check-settings.ts";
import { examine, report, type Site, settingTexts } from "./doctor.ts";

interface Deploy {
  /** The project's folder, with a slash at its end. */
  readonly root: string;
  readonly place: Exclude<Place, "local">;
  /** Whether nothing leaves this machine. Missing settings are then reported and ignored. */
  readonly isDryRun: boolean;
  /** The groups of the launch list that the deploy ignores. */
  readonly despite?: readonly string[];
  /** Returns the names of the deployed site's secrets. */
  readonly listSecrets: () => Promise<readonly string[]>;
  /** Runs a step. It ends this process if the step fails. */
  readonly run: (step: Step) => Promise<void>;
}

/** Deploys a site and returns the exit code: 1, without a deploy, if something is missing. */
export async function main({
  root,
  place,
  isDryRun,
  despite = [],
  listSecrets,
  run,
}: Deploy): Promise<0 | 1> {
  const settings = examine(root, place, Object.keys(settingTexts(root)));
  const isMissing = settings.findings.some(({ kind, blocker }) => kind === "missing" && !blocker);
  // The site is asked last, so that missing settings are reported without a network.
  const deployedSecrets = isDryRun || isMissing ? null : await listSecrets();
  const { site, findings } = examine(root, place, deployedSecrets);
  console.log(report(site, findings));
  const obstacles = findings.filter(
    ({ kind, blocker }) => kind === "missing" && !(blocker && despite.includes(blocker)),
  );
  if (!isDryRun && obstacles.length > 0) {
    console.error("\nNot deployed.");
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), "academy-deploy-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // The folder holds the secrets, so it is removed even if a step ends this process.
  process.once("exit", removeFolder);
  const secrets = secretsOf(site);
  const secretsFile = Object.keys(secrets).length > 0 ? join(folder, "secrets.json") : null;
  if (secretsFile) writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
  for (const step of deploySteps(place, { secretsFile, dryRunFolder: isDryRun ? folder : null })) {
    console.log(`\n${step.title}: ${[step.tool, ...step.args].join(" ")}`);
    await run(step);
  }
  removeFolder();
  if (isDryRun) console.log("\nThis was a trial: nothing was deployed.");
  else console.log(`\nDeployed. Now look at ${new URL("/prod/health", site.settings.PUBLIC_SITE_URL)}`);
  return 0;
}

function secretsOf({ settings }: Site): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value && !name.startsWith("PUBLIC_") ? [[name, value]] : [],
    ),
  );
}

export interface Step {
  readonly title: string;
  readonly tool: "astro" | "wrangler";
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface StepOptions {
  /** The file of the secrets to upload; `null` if there are none. Deployed secrets that it lacks stay as they are. */
  readonly secretsFile: string | null;
  /** The folder of a dry run, whose steps write into it and send nothing; otherwise `null`. */
  readonly dryRunFolder: string | null;
}

/**
 * Returns the steps of a deploy in their order. The database is migrated before the new code is deployed, so
 * a migration must not break the code that still runs.
 */
export function deploySteps(
  place: Exclude<Place, "local">,
  { secretsFile, dryRunFolder }: StepOptions,
): Step[] {
  const migrate = ["d1", "migrations", "apply", "DB", ...CONFIG, "--env", place];
  const database = dryRunFolder ? ["--local", "--persist-to", `${dryRunFolder}/database`] : ["--remote"];
  const upload = secretsFile ? ["--secrets-file", secretsFile] : [];
  const target = dryRunFolder ? ["--dry-run", "--outdir", `${dryRunFolder}/worker`] : upload;
  // The environment decides which bindings the build writes.
  const buildEnv = { SANDBOX: "", CLOUDFLARE_ENV: place };
  const databaseEnv: Step["env"] = dryRunFolder ? { CI: "true" } : {};
  return [
    { title: "Build", tool: "astro", args: ["build", "--mode", place], env: buildEnv },
    { title: "Database", tool: "wrangler", args: [...migrate, ...database], env: databaseEnv },
    { title: "Site", tool: "wrangler", args: ["deploy", "--env", place, ...target], env: {} },
  ];
}
