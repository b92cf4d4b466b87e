/**
 * Tells the edge that somebody came by one of the academy's links, and that they opened Signup: each once in a tab, and
 * nothing of anybody else. The link's own words are kept for the registration.
 */
import { isFirstSignup, keepAttribution, keptAttribution } from "~/browser/stores/attribution.ts";
import { hasEdge } from "~/domain/contact/has-edge.ts";

const link = new URLSearchParams(location.search);
const said = `${new URLSearchParams([...link].filter(([name]) => /^(utm_(source|medium|campaign)|ref)$/.test(name)))}`;
if (said && said !== keptAttribution()) {
  keepAttribution(said);
  count("arrived");
}
if (location.pathname === "/Signup" && keptAttribution() && isFirstSignup()) count("signup");

function count(step: "arrived" | "signup"): void {
  const kept = keptAttribution();
  if (!kept || !hasEdge()) return;
  navigator.sendBeacon(
    "/prod/visits",
    new URLSearchParams(`step=${step}&course=${link.get("course") ?? ""}&${kept}`),
  );
}
