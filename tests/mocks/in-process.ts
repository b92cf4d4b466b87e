import type { Answer, Asked } from "./loopback.ts";

/** Asks a stand-in that runs in this process, as if over the network. Rejects as fetch does when it hangs up. */
export async function askInProcess(
  answer: (asked: Asked) => Answer | Promise<Answer>,
  request: Request,
): Promise<Response> {
  const { pathname: path, searchParams: search } = new URL(request.url);
  const reply = await answer({
    method: request.method,
    path,
    search,
    headers: Object.fromEntries(request.headers),
    text: await request.text(),
  });
  if (reply === "hang up") throw new TypeError("fetch failed");
  return Response.json(reply.json, { status: reply.status });
}
