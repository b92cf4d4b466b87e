/** The visitor's country as the sandbox's page sets it. */
export const COUNTRY_COOKIE = "sandbox-country";

/** An empty code leaves the answer to the runtime. */
export const SANDBOX_COUNTRIES = [
  { code: "", name: "As the runtime says" },
  { code: "NG", name: "Nigeria" },
  { code: "GH", name: "Ghana" },
  { code: "KE", name: "Kenya" },
  { code: "ZA", name: "South Africa" },
  { code: "GB", name: "United Kingdom" },
  { code: "US", name: "United States" },
] as const;

/** The request as the runtime would give it to a visitor from the chosen country. */
export function withSandboxCountry(request: Request, code: string | undefined): Request {
  if (!code) return request;
  const facts: RequestInit & { cf: { country: string } } = { cf: { country: code } };
  return new Request(request, facts);
}

/** For the sandbox's page: after a change of country the next page looks the location up again. */
export const FORGET_LOCATION_SCRIPT = `if (new URLSearchParams(location.search).has("country-set")) {
  localStorage.removeItem("location");
  localStorage.removeItem("currency");
  sessionStorage.removeItem("location-lookup-failed");
  location.replace("/sandbox");
}`;
