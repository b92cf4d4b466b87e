declare module "cloudflare:workers" {
  export const env: import("~/server/edge-env.ts").EdgeEnv;
}
