/** The folder of what editors change, from the project's own. The sites of the browser tests are built from another one. */
export const CONTENT_DIR = process.env.CONTENT_DIR || "content";
