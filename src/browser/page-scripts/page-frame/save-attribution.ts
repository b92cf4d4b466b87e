/** Keeps what an academy's own link says ("utm_source=instagram") for the registration that may follow in this tab. */
import { saveAttribution } from "~/browser/stores/attribution.ts";

/** Longer than any link of the academy's. */
const LONGEST = 300;

const parameters = location.search.match(/\b(utm_(source|medium|campaign)|ref)=[^&]*/g);
if (parameters) saveAttribution(parameters.join("&").slice(0, LONGEST));
