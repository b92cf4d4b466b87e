/** Whether no page of another site sent it: browsers name the page's origin on every POST, and others name none. */
export function isFromThisSite(request: Request): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

/** What its body is said to be, in lower case and without parameters: "application/json"; empty where nothing is said. */
export function mediaType(request: Request): string {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Whether its content type is JSON. A form on another site cannot send this type without the browser asking us first. */
export function isJson(request: Request): boolean {
  return mediaType(request) === "application/json";
}

/** Whether it brings what a page's form posts, without a file. */
export function isFormPost(request: Request): boolean {
  return request.method === "POST" && mediaType(request) === "application/x-www-form-urlencoded";
}

/** Whether somebody opens the address as a page: it was typed, followed, or loaded again. */
export function isPageVisit(request: Request): boolean {
  return request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
}
