import type { PagePolicy } from "./page-policy.ts";

/** A page with a video lets its player in, and only the one that sets no cookies before somebody plays it. */
export const VIDEO_POLICY: PagePolicy = { directives: ["frame-src https://www.youtube-nocookie.com"] };
