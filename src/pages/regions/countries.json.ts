import type { APIRoute } from "astro";
import { getCountries } from "~/content/queries/countries.ts";

/** The code of each country that the form lists, by its name. */
export const GET: APIRoute = async () =>
  Response.json(Object.fromEntries((await getCountries()).map(({ code, name }) => [name, code])));
