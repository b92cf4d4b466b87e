/** Whether no page of another site sent it: browsers name the page's origin on every POST, and others name none. */
export function isFromThisSite(request: Request): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

/** The body's media type, in lower case and without parameters: "application/json"; empty where none is given. */
function mediaType(request: Request): string {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Whether its content type is JSON. A form on another site cannot send this type without the browser asking us first. */
export function isJson(request: Request): boolean {
  return mediaType(request) === "application/json";
}

/** Whether it is a form's post without a file. */
export function isFormPost(request: Request): boolean {
  return request.method === "POST" && mediaType(request) === "application/x-www-form-urlencoded";
}

/** Whether it is a navigation: the address was typed, followed, or reloaded. */
export function isPageVisit(request: Request): boolean {
  return request.method === "GET" && (request.headers.get("accept") ?? "").includes("text/html");
}
