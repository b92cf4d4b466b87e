import type { APIRoute } from "astro";
import { cohortCalendar } from "~/content/feeds/cohort-calendar.ts";
import { getCataloguePage } from "~/content/queries/catalogue.ts";
import { getSite } from "~/content/queries/site.ts";

export const prerender = true;

/** The next cohort's days for a calendar. A page leads here only while they are certain and to come. */
export const GET: APIRoute = async ({ site }) => {
  const [{ name }, { cohort }] = await Promise.all([getSite(), getCataloguePage()]);
  if (!site) throw new Error("astro.config.mjs: the site has no address.");
  return new Response(cohortCalendar({ academy: name, site, ...cohort, now: new Date() }), {
    headers: { "content-type": "text/calendar; charset=utf-8" },
  });
};
