declare module "cloudflare:workers" {
  export const env: import("~/edge/environment.ts").Environment;
}
