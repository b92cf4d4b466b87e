/** Every value in a template is escaped, except what is HTML already. */
export { html } from "hono/html";

import type { html } from "hono/html";

export type Html = ReturnType<typeof html>;
