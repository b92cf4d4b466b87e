/** The learning portal, which is down for days, late, hears twice and in any order. */
import { type Portal, portalOf } from "~/edge/portal/portal.ts";
import { MINUTE, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

/** The facts about a learner that are compared with the portal's. */
export interface KnownLearner {
  readonly version: number;
  readonly access: string;
  readonly learner: { readonly email: string } | null;
}

const SETTINGS = {
  PORTAL_WEBHOOK_URL: "https://portal.example/access",
  PORTAL_WEBHOOK_SECRET: "whsec_Y2FtcGFpZ24tcG9ydGFsLXNlY3JldC0wMDE=",
};

/** Returns the site's connection to the portal. What that has taken is in `world.portal`. */
export function startPortal(world: World): Portal {
  const { time, noise, plan } = world;
  if (!plan.hasPortal) return { state: "not-set" };

  /** A receiver as docs/portal.md has it: it ignores a version that is not newer than its own. */
  function take(text: string): void {
    const { id, ...data }: KnownLearner & { id: string } = JSON.parse(text).data;
    if ((world.portal.get(id)?.version ?? 0) >= data.version) return;
    world.portal.set(id, data);
    world.note(`portal: ${id} ${data.access}, version ${data.version}`);
  }

  async function answer(text: string): Promise<Response> {
    await time.wait(noise.between(20, 2 * SECOND));
    const fault = world.drawFault("portal", plan.portal);
    if (fault === "is down") return new Response(null, { status: 500 });
    if (fault === "cannot be reached") throw new TypeError("fetch failed");
    if (fault === "passes it on later")
      time.outlive(noise.spread(MINUTE, plan.portalDelay), () => take(text));
    else take(text);
    if (fault === "hears it twice") time.outlive(noise.spread(SECOND, plan.portalDelay), () => take(text));
    if (fault !== "answers too late") return new Response(null, { status: 204 });
    await time.wait(10 * SECOND);
    throw new DOMException("Timed out", "TimeoutError");
  }

  const now = () => new Date(time.now);
  const fetch = (_: string, { body }: RequestInit) => answer(String(body));
  return portalOf(SETTINGS, { now, isSandbox: false, fetch });
}
