import { type Portal, portalOf } from "~/edge/portal/portal.ts";
import { DAY, MINUTE, SECOND } from "./plan.ts";
import type { World } from "./world.ts";

/** A learner as the portal stores them. */
export interface PortalLearner {
  readonly version: number;
  readonly access: string;
  readonly learner: { readonly email: string } | null;
}

const SETTINGS = {
  PORTAL_WEBHOOK_URL: "https://portal.example/access",
  PORTAL_WEBHOOK_SECRET: "whsec_Y2FtcGFpZ24tcG9ydGFsLXNlY3JldC0wMDE=",
};

/**
 * Returns the site's connection to a learning portal that is down for days, and that may process a message late or
 * twice. The portal stores its learners in `world.portal`.
 */
export function startPortal(world: World): Portal {
  const { time, noise, plan } = world;
  if (!plan.hasPortal) return { state: "not-set" };

  /** Stores a learner, unless the stored version is newer, as docs/portal.md asks. */
  function receive(text: string): void {
    const { id, ...data }: PortalLearner & { id: string } = JSON.parse(text).data;
    if ((world.portal.get(id)?.version ?? 0) >= data.version) return;
    world.portal.set(id, data);
    world.note(`portal: ${id} ${data.access}, version ${data.version}`);
  }

  async function answer(text: string): Promise<Response> {
    await time.wait(noise.between(20, 2 * SECOND));
    const fault = world.drawFault("portal", plan.portal);
    if (fault === "is down") return new Response(null, { status: 500 });
    if (fault === "cannot be reached") throw new TypeError("fetch failed");
    if (fault === "processes it late") time.schedule(noise.spread(MINUTE, DAY), () => receive(text));
    else receive(text);
    if (fault === "processes it twice") time.schedule(noise.spread(SECOND, DAY), () => receive(text));
    if (fault !== "answers too late") return new Response(null, { status: 204 });
    await time.wait(10 * SECOND);
    throw new DOMException("Timed out", "TimeoutError");
  }

  const now = () => new Date(time.now);
  const fetch = (_: string, { body }: RequestInit) => answer(String(body));
  return portalOf(SETTINGS, { now, isSandbox: false, fetch });
}
