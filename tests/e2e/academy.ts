import { siteSchema } from "~/content/schemas/site.ts";
import { checkedEntry } from "../fixtures/content-entries.ts";

export const academy = checkedEntry("", "site", siteSchema);
