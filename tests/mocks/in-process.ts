import type { Answer, Asked } from "./loopback.ts";

/** Asks a stand-in that runs in this process, as if over the network. Rejects as fetch does when it hangs up. */
export async function askInProcess(
  answer: (asked: Asked) => Answer | Promise<Answer>,
  request: Request,
): Promise<Response> {
  const told = await answer({
    method: request.method,
    path: new URL(request.url).pathname,
    headers: Object.fromEntries(request.headers),
    text: await request.text(),
  });
  if (told === "hang up") throw new TypeError("fetch failed");
  return Response.json(told.json, { status: told.status });
}
