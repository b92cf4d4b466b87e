/**
 * Whether the site has its edge. With a mail gateway in the settings it may be on a host that serves files only: then mails
 * go to the gateway, and orders are not registered.
 */
export function hasEdge(): boolean {
  return !import.meta.env.PUBLIC_MAIL_ENDPOINT;
}
