import type { APIRoute, GetStaticPaths } from "astro";
import { getCountries } from "~/content/queries/countries.ts";

/** One small file per country, so that the form fetches only the regions it needs. */
export const getStaticPaths = (async () =>
  (await getCountries()).map(({ code, regions }) => ({
    params: { country: code },
    props: { regions },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ regions: readonly string[] }> = ({ props }) => Response.json(props.regions);
