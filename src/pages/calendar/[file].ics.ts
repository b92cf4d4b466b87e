import type { APIRoute } from "astro";
import { getCataloguePage } from "~/content/queries/catalogue.ts";
import { getSite } from "~/content/queries/site.ts";
import { cohortCalendar } from "~/domain/dates/calendar-file.ts";
import { announcedStart } from "~/domain/dates/cohort.ts";
import { lagosDay } from "~/domain/dates/day.ts";

export const prerender = true;

/** Names the calendar file of the next cohort, which exists only while the cohort's dates are announced. */
export async function getStaticPaths() {
  const { cohort } = await getCataloguePage();
  return announcedStart(cohort, lagosDay(new Date())) ? [{ params: { file: "next-cohort" } }] : [];
}

export const GET: APIRoute = async ({ site }) => {
  const [{ name }, { cohort }] = await Promise.all([getSite(), getCataloguePage()]);
  if (!site) throw new Error("astro.config.mjs: the site has no address.");
  return new Response(cohortCalendar({ academy: name, site, ...cohort, now: new Date() }), {
    headers: { "content-type": "text/calendar; charset=utf-8" },
  });
};
