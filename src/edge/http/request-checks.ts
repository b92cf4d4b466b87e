/** Whether no page of another site sent it: browsers name the page's origin on every POST, and others name none. */
export function isFromThisSite(request: Request): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

/** Whether its content type is JSON. A form on another site cannot send this type without the browser asking us first. */
export function isJson(request: Request): boolean {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** Whether somebody opens the address as a page: it was typed, followed, or loaded again. */
export function isPageVisit(request: Request): boolean {
  return request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
}
