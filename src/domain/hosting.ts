/**
 * Whether the site has its edge. With a mail gateway in the settings it may be on a host that serves files only: then mails
 * go to the gateway, and orders are not registered.
 */
export function hasEdge(): boolean {
  return !import.meta.env.PUBLIC_MAIL_ENDPOINT;
}

/** Addresses of the service worker and of its page for a visitor without a network. */
export const WORKER = "/sw.js";
export const OFFLINE_PAGE = "/offline";
