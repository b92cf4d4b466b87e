import type { APIRoute, GetStaticPaths } from "astro";
import { getCountries } from "~/content/queries/countries.ts";

/**
 * Names the files of countries and regions. `countries.json` has the code of each country by its name.
 * `NG.json` has the regions of one country, so that the form fetches only what it needs.
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
