interface ImportMetaEnv {
  readonly PUBLIC_SITE_URL?: string;
  readonly PUBLIC_MAIL_ENDPOINT?: string;
  readonly PUBLIC_LOCATION_ENDPOINT?: string;
  readonly PUBLIC_PAYSTACK_KEY?: string;
  readonly PUBLIC_PAYPAL_CLIENT_ID?: string;
  /** "off" leaves the service worker out, and removes it where it is. */
  readonly PUBLIC_OFFLINE?: string;
  /** true under `npm start` and `npm run dev` only; replaced while building. */
  readonly SANDBOX?: boolean;
}

declare namespace astroHTML.JSX {
  interface IntrinsicAttributes {
    /**
     * Hydrates the island at the first touch of its form, or when `window` hears this event:
     * src/browser/islands/directives/touch.ts.
     */
    "client:touch"?: string;
    /**
     * Hydrates the island where this browser can open an enrolment, or else with its first touch. The directive is in
     * src/browser/islands/directives/enrolment.ts.
     */
    "client:enrolment"?: boolean;
  }
}

/** Lets TypeScript itself check imports of components, whose props only `astro check` knows. */
declare module "*.astro" {
  const component: import("astro/runtime/server/index.js").AstroComponentFactory;
  export default component;
}
