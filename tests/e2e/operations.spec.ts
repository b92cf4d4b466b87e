import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { APIRequestContext } from "@playwright/test";
import { signedByPaystack } from "../fixtures/paystack-events.ts";
import { copyDatabase, expect, storedMails, test, unique } from "./fixtures.ts";
import { SANDBOX, SECRETS, SITE } from "./servers.ts";
import { storedRegistration } from "./stored-registration.ts";

// Each command starts a tool that takes seconds to load.
test.describe.configure({ timeout: 600_000 });

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Copies of the site's database, one for each test that runs commands. */
const COPY = { folder: ".e2e/commands" };
const DOCTORS_COPY = { folder: ".e2e/commands-doctor" };

/** A command's output about a copy. */
function command(
  { folder }: { folder: string },
  name: string,
  ...args: string[]
): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [`scripts/ops/${name}.mjs`, ...args], {
    cwd: root,
    env: { ...process.env, STATE_DIR: `${folder}/state` },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, text })));
}

/** Somebody registers and pays, and only Paystack reports it. */
async function paid(request: APIRequestContext, name: string): Promise<{ reference: string; email: string }> {
  const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  const code = Array.from({ length: 10 }, () => letters[Math.floor(Math.random() * letters.length)]).join("");
  const reference = `REG-20260115-${code}`;
  const email = `${name.toLowerCase()}@example.com`;
  const fields = {
    reference,
    firstname: name,
    lastname: "Obi",
    email,
    course_id: "devops-foundational",
    state: "Lagos",
  };
  const raw = JSON.stringify({
    event: "charge.success",
    data: {
      id: Math.floor(Math.random() * 1e12),
      reference,
      status: "success",
      amount: 16_500_000,
      currency: "NGN",
      domain: "test",
      paid_at: "2026-01-15T10:00:00.000Z",
      metadata: {
        custom_fields: Object.entries(fields).map(([variable_name, value]) => ({
          display_name: variable_name,
          variable_name,
          value,
        })),
      },
      customer: { email },
    },
  });
  const headers = signedByPaystack(raw, SECRETS.PAYSTACK_SECRET_KEY);
  const answer = await request.post("/prod/webhooks/paystack", { headers, data: Buffer.from(raw) });
  expect(answer.status()).toBe(200);
  return { reference, email };
}

test("a person is forgotten when asked to, and what they paid stays for the accounts", async ({
  request,
}) => {
  const { reference, email } = await paid(request, unique("Ada"));
  copyDatabase(SITE, COPY);

  expect(storedMails(reference, COPY)).toHaveLength(4);
  expect((await command(COPY, "forget", "--email", email, "--yes")).text).toContain("- mails deleted: 5");
  expect(storedMails(reference, COPY)).toEqual([]);
  expect(storedRegistration(reference, COPY)).toMatchObject({
    status: "paid",
    paid_minor: 16_500_000,
    customer_email: "",
  });
});

for (const [what, { origin }] of [
  ["the site with keys", SITE],
  ["the sandbox", SANDBOX],
] as const) {
  test(`${what} reports to a monitor that it is healthy, without personal data`, async ({ request }) => {
    const answer = await request.get(`${origin}/prod/health`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    });
    const health = await answer.json();
    expect(health).toMatchObject({
      failures: [],
      mail: "not-set",
      // The sandbox has a stand-in, which moves no money either.
      payments: { paystack: "test" },
    });
    expect(health.attention).toContain("mail-not-set");
    expect(health.schema.applied).toBe(health.schema.expected);
    expect(JSON.stringify(health)).not.toMatch(/@|sk_|secret/);
  });
}

test("the doctor finds nothing wrong in the database of the site under test", async () => {
  copyDatabase(SITE, DOCTORS_COPY);
  const { code, text } = await command(DOCTORS_COPY, "doctor");
  expect(text).not.toContain("The database");
  expect(code).toBe(0);
});
