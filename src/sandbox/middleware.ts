import { defineMiddleware } from "astro/middleware";
import { COUNTRY_COOKIE } from "./country.ts";

/** Sets a request's `cf.country` to the country chosen on the sandbox's page. */
export const onRequest = defineMiddleware(({ request, cookies, isPrerendered }, next) => {
  const country = isPrerendered ? undefined : cookies.get(COUNTRY_COOKIE)?.value;
  if (country) Object.defineProperty(request, "cf", { value: { country } });
  return next();
});
