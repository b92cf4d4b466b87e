import { importTypeScript } from "../import-typescript.mjs";

/**
 * The modules of this folder, ready to be called.
 * @returns {Promise<typeof import("./main.ts")>}
 */
export const loadContentCheck = () => importTypeScript("./scripts/content-check/main.ts");
