/**
 * Reports to the edge that a visitor came by one of the academy's links, and that they opened Signup: each once in a tab,
 * and nothing of other visitors. The link's own parameters are stored for the registration.
 */
import { saveAttribution, savedAttribution } from "~/browser/stores/attribution.ts";
import { hasEdge } from "~/domain/contact/has-edge.ts";

/** Longer than any link of the academy's. */
const LONGEST = 300;
/** Appended to a link's parameters once the visit to Signup was reported. The edge does not read it. */
const SIGNUP_REPORTED = "&told";

const { pathname, search } = location;
const saved = savedAttribution() ?? "";
const parameters = search
  .match(/\b(utm_(source|medium|campaign)|ref)=[^&]*/g)
  ?.join("&")
  .slice(0, LONGEST);
if (parameters && !saved.startsWith(parameters)) report("arrived", parameters);
const link = savedAttribution();
if (pathname === "/Signup" && link && !link.endsWith(SIGNUP_REPORTED))
  report("signup", link + SIGNUP_REPORTED);

function report(step: "arrived" | "signup", parameters: string): void {
  saveAttribution(parameters);
  const course = /\bcourse=[^&]*/.exec(search)?.[0] ?? "";
  if (hasEdge()) {
    navigator.sendBeacon("/prod/visits", new URLSearchParams(`step=${step}&${course}&${parameters}`));
  }
}
