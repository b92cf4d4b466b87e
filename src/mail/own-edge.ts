/**
 * Whether mails go to this site's own endpoints, and not to a gateway that the settings name. With a gateway there is
 * nobody either to tell of an order: the site may be on a host that serves files only.
 */
export function isOwnEdge(): boolean {
  return !import.meta.env.PUBLIC_MAIL_ENDPOINT;
}
