import type { APIRoute } from "astro";
import { COUNTRY_COOKIE, withSandboxCountry } from "~/sandbox/country.ts";
import { handleLocation } from "~/server/location/handle-location.ts";

export const prerender = false;

export const ALL: APIRoute = ({ request, cookies }) =>
  handleLocation(
    import.meta.env.SANDBOX ? withSandboxCountry(request, cookies.get(COUNTRY_COOKIE)?.value) : request,
  );
