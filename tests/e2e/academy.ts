import { siteSchema } from "~/content/schemas/site.ts";
import { checkedEntry } from "../fixtures/content-entries.ts";

/** The facts of the academy whose site the tests visit. */
export const academy = checkedEntry("", "site", siteSchema);
