import { fileURLToPath } from "node:url";

/** What editors change. Only what must be true of any content that they may write is tested of it. */
export const realContent = fileURLToPath(new URL("../../content/", import.meta.url));
