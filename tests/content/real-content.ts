import { fileURLToPath } from "node:url";

/** The content that editors change. Its tests hold for any content that editors may write. */
export const realContent = fileURLToPath(new URL("../../content/", import.meta.url));
