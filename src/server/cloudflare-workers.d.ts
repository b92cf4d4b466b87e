/** What wrangler.jsonc binds to the worker, as far as the endpoints use it. */
declare module "cloudflare:workers" {
  export const env: { readonly DB: import("~/server/mail/mail-store.ts").MailDatabase };
}
