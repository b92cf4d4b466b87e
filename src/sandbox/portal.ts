/** A stand-in for the learning portal. It verifies each message and keeps the latest one about each learner. */
import { Webhook } from "standardwebhooks";
import { type Database, rowsOf, statement } from "~/edge/database.ts";
import { type Portal, portalOf } from "~/edge/portal/portal.ts";

const SETTINGS = {
  PORTAL_WEBHOOK_URL: "https://portal.example/access",
  PORTAL_WEBHOOK_SECRET: "whsec_c2FuZGJveC1wb3J0YWwtc2VjcmV0LTAwMDE=",
};

/** A learner at the portal: the `data` of the latest message. */
export interface PortalLearner {
  readonly id: string;
  readonly version: number;
  readonly access: string;
  readonly reason: string | null;
  readonly since: string;
  readonly course: { readonly name: string };
  readonly cohort: { readonly name: string } | null;
  readonly learner: { readonly firstName: string; readonly lastName: string; readonly email: string } | null;
}

const TABLES = `CREATE TABLE IF NOT EXISTS sandbox_portal (id TEXT PRIMARY KEY, version INTEGER NOT NULL, data TEXT NOT NULL)`;
/** The id of the row whose version is 1 while the portal is down. */
const DOWN = "down";
/** The greatest age of a message that Standard Webhooks allows. */
const TOLERANCE_MS = 5 * 60_000;

export type SandboxPortal = Awaited<ReturnType<typeof openPortal>>;

/** Opens the stand-in, which stores its learners in the database. Rejects if the database fails. */
export async function openPortal(db: Database, now: () => Date) {
  await db.prepare(TABLES).run();

  async function store({ id, version }: Pick<PortalLearner, "id" | "version">, data: string): Promise<void> {
    await statement(db)`INSERT INTO sandbox_portal (id, version, data) VALUES (${id}, ${version}, ${data})
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, data = excluded.data
      WHERE excluded.version > version OR id = ${DOWN}`.run();
  }

  async function isDown(): Promise<boolean> {
    const row = await statement(db)`SELECT version FROM sandbox_portal
      WHERE id = ${DOWN}`.first<{ version: number }>();
    return row?.version === 1;
  }

  /** Answers a message. 204: accepted, even if outdated. 401: not signed by the site. 500: switched off. */
  async function answer(request: Request): Promise<Response> {
    const text = await request.text();
    if (await isDown()) return new Response("Down for maintenance", { status: 500 });
    if (!isSigned(request.headers, text, now())) return new Response(null, { status: 401 });
    const { data }: { data: PortalLearner } = JSON.parse(text);
    await store(data, JSON.stringify(data));
    return new Response(null, { status: 204 });
  }

  const portal: Portal = portalOf(SETTINGS, {
    now,
    isSandbox: true,
    fetch: (url, request) => answer(new Request(url, request)),
  });
  return {
    portal,
    answer,
    isDown,
    setDown: (shouldBeDown: boolean) => store({ id: DOWN, version: Number(shouldBeDown) }, ""),
    learners: async (): Promise<PortalLearner[]> => {
      const rows = await rowsOf<{ data: string }>(db)`SELECT data FROM sandbox_portal
        WHERE id <> ${DOWN} ORDER BY id`;
      return rows.map(({ data }) => JSON.parse(data));
    },
  };
}

/** Checks a signature by the sandbox's clock. The package's own check uses the real time. */
function isSigned(headers: Headers, text: string, now: Date): boolean {
  const at = new Date(Number(headers.get("webhook-timestamp")) * 1000);
  if (!(Math.abs(now.getTime() - at.getTime()) <= TOLERANCE_MS)) return false;
  const signer = new Webhook(SETTINGS.PORTAL_WEBHOOK_SECRET);
  const signature = signer.sign(headers.get("webhook-id") ?? "", at, text);
  return (headers.get("webhook-signature") ?? "").split(" ").includes(signature);
}
