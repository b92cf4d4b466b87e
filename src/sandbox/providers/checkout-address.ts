/**
 * The page of a stand-in's checkout, on the site that it leads back to.
 * @param code Paystack's access code, or PayPal's order id
 */
export function checkoutAddress(code: string, returnTo: string): string {
  return new URL(`/sandbox/checkout/${code}`, returnTo).href;
}
