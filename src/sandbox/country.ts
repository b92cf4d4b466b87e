/** Cookie of the country chosen on the sandbox's page. */
export const COUNTRY_COOKIE = "sandbox-country";

/** An empty code keeps the runtime's answer. */
export const SANDBOX_COUNTRIES = [
  { code: "", name: "As the runtime says" },
  { code: "NG", name: "Nigeria" },
  { code: "GH", name: "Ghana" },
  { code: "KE", name: "Kenya" },
  { code: "ZA", name: "South Africa" },
  { code: "GB", name: "United Kingdom" },
  { code: "US", name: "United States" },
] as const;

/** Inline script of the sandbox's page: after a change of country the next page looks the location up again. */
export const FORGET_LOCATION_SCRIPT = `if (new URLSearchParams(location.search).has("country-set")) {
  localStorage.removeItem("location");
  localStorage.removeItem("currency");
  sessionStorage.removeItem("location-lookup-failed");
  location.replace("/sandbox");
}`;
