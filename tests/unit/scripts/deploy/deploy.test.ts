import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { root } from "../../../../scripts/dev/run-tool.mjs";
import type { Settings } from "../../../../scripts/ops/check-settings.ts";
import { deploySteps, main, type Step } from "../../../../scripts/ops/deploy.ts";
import { settingTexts } from "../../../../scripts/ops/doctor.ts";
import { contentFolder } from "../../../fixtures/content-entries.ts";
import { healthySettings } from "../../../fixtures/healthy-site.ts";

describe("the steps of a deploy", () => {
  const commands = (steps: readonly Step[]) => steps.map(({ tool, args }) => [tool, ...args].join(" "));

  test.each(["staging", "production"] as const)("the steps of a deploy all name %s", (place) => {
    const steps = deploySteps(place, { secretsFile: "secrets.json", dryRunFolder: null });
    expect(commands(steps)).toEqual([
      `astro build --mode ${place}`,
      `wrangler d1 migrations apply DB --config wrangler.jsonc --env ${place} --remote`,
      `wrangler deploy --env ${place} --secrets-file secrets.json`,
    ]);
    expect(steps[0]?.env).toEqual({ SANDBOX: "", CLOUDFLARE_ENV: place });
  });

  test("the steps of a trial deploy reach nothing outside this machine", () => {
    const steps = deploySteps("production", { secretsFile: "secrets.json", dryRunFolder: "scratch" });
    expect(commands(steps)).toEqual([
      "astro build --mode production",
      "wrangler d1 migrations apply DB --config wrangler.jsonc --env production --local --persist-to scratch/database",
      "wrangler deploy --env production --dry-run --outdir scratch/worker",
    ]);
  });
});

describe("a deploy", () => {
  let project: string;
  let steps: Step[];
  /** The file of secrets at the time of its upload. */
  let secrets: { text: string; mode: number; file: string } | null;

  // The project is a copy in which each site has a database, and no address is an example.
  beforeEach(() => {
    for (const name of ["log", "error"] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
    for (const name of Object.keys(settingTexts(root))) vi.stubEnv(name, undefined);
    project = `${mkdtempSync(join(tmpdir(), "academy-test-"))}/`;
    for (const file of [".env.example", "wrangler.jsonc"]) cpSync(root + file, project + file);
    cpSync(`${contentFolder}site.yaml`, `${project}content/site.yaml`);
    change("content/site.yaml", (text) =>
      text
        .replaceAll("academy.example", "academy.com")
        .replaceAll(/academy[-_]example/g, "academy")
        .replaceAll(/,? ?placeholder: true/g, "")
        .replace(/placeholders: .*/, "placeholders: []"),
    );
    let ids = 0;
    change("wrangler.jsonc", (text) =>
      text.replace(/00000000-0000-0000-0000-000000000000/g, () => {
        ids += 1;
        return `${ids}1111111-1111-4111-8111-111111111111`;
      }),
    );
    steps = [];
    secrets = null;
  });
  afterEach(() => {
    rmSync(project, { recursive: true });
    vi.unstubAllEnvs();
  });

  function change(file: string, edit: (text: string) => string): void {
    writeFileSync(project + file, edit(readFileSync(project + file, "utf8")));
  }
  function write(file: string, settings: Settings): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
    writeFileSync(project + file, lines.join(""));
  }
  async function run(step: Step): Promise<void> {
    steps.push(step);
    const file = step.args[step.args.indexOf("--secrets-file") + 1];
    if (step.args.includes("--secrets-file") && file) {
      secrets = { text: readFileSync(file, "utf8"), mode: statSync(file).mode & 0o777, file };
    }
  }
  const deploy = (place: "staging" | "production", options: Partial<Parameters<typeof main>[0]> = {}) =>
    main({ root: project, place, isDryRun: false, listSecrets: async () => [], run, ...options });

  test.each(["staging", "production"] as const)("%s is deployed when nothing is missing", async (place) => {
    write(`.env.${place}`, healthySettings(place));
    expect(await deploy(place)).toBe(0);
    expect(steps.map(({ title }) => title)).toEqual(["Build", "Database", "Site"]);
  });

  test("a deploy uploads the secrets and nothing public, in a file that is deleted afterwards", async () => {
    write(".env.production", healthySettings("production"));
    await deploy("production");
    const settings = Object.entries(healthySettings("production"));
    const secretNames = settings.flatMap(([name, value]) =>
      value && !name.startsWith("PUBLIC_") ? name : [],
    );
    expect(Object.keys(JSON.parse(secrets?.text ?? "{}")).sort()).toEqual(secretNames.sort());
    expect(secretNames).toContain("SMTP_PASSWORD");
    if (process.platform !== "win32") expect(secrets?.mode).toBe(0o600);
    expect(existsSync(dirname(secrets?.file ?? ""))).toBe(false);
  });

  test("a deploy to production refuses content whose contacts are examples", async () => {
    write(".env.production", healthySettings("production"));
    change("content/site.yaml", (text) =>
      text.replace("registrationFee", "placeholder: true\nregistrationFee"),
    );
    expect(await deploy("production")).toBe(1);
    expect(await deploy("production", { despite: ["prices"] })).toBe(1);
    expect(steps).toEqual([]);
    expect(await deploy("production", { despite: ["example-contacts"] })).toBe(0);
    expect(steps).toHaveLength(3);
  });

  test("a deploy needs no secret that the deployed site has", async () => {
    const { PAYSTACK_SECRET_KEY: _, ...settings } = healthySettings("production");
    write(".env.production", settings);
    expect(await deploy("production")).toBe(1);
    expect(await deploy("production", { listSecrets: async () => ["PAYSTACK_SECRET_KEY"] })).toBe(0);
    expect(secrets?.text).not.toContain("PAYSTACK");
  });

  test("a deploy takes the settings of its own site before those of .env", async () => {
    write(".env", healthySettings("staging"));
    expect(await deploy("production")).toBe(1);
    write(".env.production", healthySettings("production"));
    expect(await deploy("production")).toBe(0);
    expect(await deploy("staging")).toBe(0);
  });

  test("a trial deploy ignores what is missing, and uploads no secret", async () => {
    write(".env.production", { PAYSTACK_SECRET_KEY: "sk_live_x" });
    expect(await deploy("production", { isDryRun: true })).toBe(0);
    expect(steps).toHaveLength(3);
    expect(secrets).toBeNull();
  });
});

test("npm run deploy lists what is missing, and builds nothing", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${root}scripts/ops/deploy.mjs`, "--env", "production"],
    {
      encoding: "utf8",
      env: { ...process.env, PUBLIC_PAYSTACK_KEY: healthySettings("staging").PUBLIC_PAYSTACK_KEY },
    },
  );
  expect(stdout).toContain(
    "- PUBLIC_PAYSTACK_KEY is no public key of Paystack's for production (pk_live_…).",
  );
  expect(stdout).not.toContain("Build:");
  expect(stderr).toContain("Not deployed.");
  expect(status).toBe(1);
});
