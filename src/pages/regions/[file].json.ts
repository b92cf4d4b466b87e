import type { APIRoute, GetStaticPaths } from "astro";
import { getCountries } from "~/content/queries/countries.ts";

/**
 * `countries.json` has the code of each country that the form lists, by its name; `NG.json` the regions of one country, so
 * that the form fetches only those it needs.
 */
export const getStaticPaths = (async () => {
  const countries = await getCountries();
  const codes = Object.fromEntries(countries.map(({ code, name }) => [name, code]));
  return [
    { params: { file: "countries" }, props: { content: codes } },
    ...countries.map(({ code, regions }) => ({ params: { file: code }, props: { content: regions } })),
  ];
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ content: Record<string, string> | readonly string[] }> = ({ props }) =>
  Response.json(props.content);
