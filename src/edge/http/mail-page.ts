import { COMMON_HEADERS } from "~/domain/headers/content-policy.ts";

interface MailPage {
  readonly status: number;
  readonly title: string;
  readonly text?: string;
  /** HTML. */
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly back: { readonly href: string; readonly text: string };
}

/** A page that a mail's link opens: without script or picture, readable wherever a mail is read. */
export function mailPage({ status, title, text = "", form = "", headers = {}, back }: MailPage): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:1.125rem/1.5 sans-serif;max-width:34rem;margin:10vh auto;padding:0 1rem}button{font:inherit;padding:.75rem 1.25rem}</style>
<main><h1>${title}</h1><p>${text}</p>${form}<p><a href="${back.href}">${back.text}</a></p></main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      ...headers,
    },
  });
}

export function onlyFromMail(back: MailPage["back"]): Response {
  const headers = { allow: "GET, HEAD, POST" };
  return mailPage({ status: 405, title: "Open this link from your email", headers, back });
}

export function tryLinkAgain(back: MailPage["back"]): Response {
  const text = "Open the link again in a minute.";
  return mailPage({ status: 503, title: "That didn't work", text, headers: { "retry-after": "30" }, back });
}
