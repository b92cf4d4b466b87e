import type { AppContext } from "~/edge/app-context.ts";
import { logError, reasonOf } from "~/edge/log.ts";
import type { DeskGate } from "./access-gate.ts";
import { doAct, showAct, undoAct } from "./acts/handle-act.ts";
import { showCohorts } from "./cohorts/show-cohorts.ts";
import { exportTutorList, showTutorList } from "./cohorts/tutor-list.ts";
import { deskPage, messagePage, notAllowedPage, seeOther } from "./desk-page.ts";
import type { DeskRequest } from "./desk-request.ts";
import { type DeskRole, mayAs } from "./desk-user.ts";
import { showEnrolment } from "./enrolment/show-enrolment.ts";
import { hidden } from "./form-fields.ts";
import { html } from "./html.ts";
import { exportList } from "./list/export-list.ts";
import { search, showList } from "./list/show-list.ts";
import { readOwnPost } from "./own-post.ts";
import { reconcile, showReconcile } from "./reconcile/handle-reconcile.ts";
import { showTrail } from "./show-trail.ts";
import { showSources } from "./sources/show-sources.ts";
import { exportSubscribers } from "./sources/subscribers.ts";
import { markPaymentSeen, showPayment } from "./today/lone-payment.ts";
import { resolveParkedMail, showParkedMail } from "./today/parked-mail.ts";
import { showToday } from "./today/show-today.ts";

export function isDesk(pathname: string): boolean {
  return pathname === "/desk" || pathname.startsWith("/desk/");
}

type Handler = (request: DeskRequest, id: string, part: string) => Promise<Response>;

interface Route {
  /** Its groups are given to the handler. */
  readonly path: RegExp;
  readonly method: "GET" | "POST";
  readonly role: DeskRole;
  readonly handle: Handler;
}

const ENROLMENT = "/desk/enrolments/(ENR-[0-9A-Z]{10})";
const ACT = "(?!undo$)([a-z-]+)";
const REFERENCE = "([A-Za-z0-9.=-]{1,100})";
const NUMBER = "([1-9][0-9]{0,14})";

const route = (method: Route["method"], path: string, role: DeskRole, handle: Handler): Route => ({
  method,
  path: new RegExp(`^${path}$`),
  role,
  handle,
});

const ROUTES: readonly Route[] = [
  route("GET", "/desk", "viewer", showToday),
  route("GET", "/desk/enrolments", "viewer", showList),
  route("POST", "/desk/enrolments.csv", "staff", exportList),
  route("POST", "/desk/search", "staff", search),
  route("GET", "/desk/cohorts", "viewer", showCohorts),
  route("GET", "/desk/cohorts/list", "staff", showTutorList),
  route("POST", "/desk/cohorts.csv", "staff", exportTutorList),
  route("GET", "/desk/sources", "viewer", showSources),
  route("POST", "/desk/subscribers.csv", "staff", exportSubscribers),
  route("GET", `/desk/payments/${REFERENCE}`, "staff", showPayment),
  route("POST", `/desk/payments/${REFERENCE}`, "staff", markPaymentSeen),
  route("GET", `/desk/mails/${NUMBER}`, "staff", showParkedMail),
  route("POST", `/desk/mails/${NUMBER}`, "staff", resolveParkedMail),
  route("GET", "/desk/session", "viewer", answerSignedIn),
  route("GET", "/desk/trail", "staff", showTrail),
  route("GET", "/desk/reconcile", "staff", showReconcile),
  route("POST", "/desk/reconcile", "staff", reconcile),
  route("GET", ENROLMENT, "viewer", showEnrolment),
  route("POST", `${ENROLMENT}/undo`, "staff", undoAct),
  route("GET", `${ENROLMENT}/${ACT}`, "staff", showAct),
  route("POST", `${ENROLMENT}/${ACT}`, "staff", doAct),
];

/**
 * Answers a request to the desk, for those whom the gate lets in.
 *
 * 404 without a body: for anyone who may not know of it, as for any unknown address · 403 not with this role, or not from
 * the desk's own page · 503 the database failed. Never rejects.
 */
export async function handleDesk(
  request: Request,
  gate: DeskGate | null,
  context: AppContext,
): Promise<Response> {
  const url = new URL(request.url);
  const user = (await gate?.identify(request, context.now)) ?? null;
  if (!gate || !user) {
    if (!gate?.signInPage) return new Response(null, { status: 404 });
    return seeOther(`${gate.signInPage}?to=${encodeURIComponent(url.pathname)}`);
  }
  const isPost = request.method === "POST";
  const { signInOrigin } = gate;
  const asked: DeskRequest = { url, user, context, form: null, signInOrigin };
  const method = isPost ? "POST" : "GET";
  const fits = ROUTES.filter(({ path }) => path.test(url.pathname));
  const found = fits.find((each) => each.method === method);
  const post = isPost ? await readOwnPost(request) : null;
  if (post && !post.ok) {
    return messagePage(asked, { title: "Not done", text: post.text, status: post.status });
  }
  if (!found || !["GET", "HEAD", "POST"].includes(request.method)) {
    // After signing in again the browser opens the address that the form was posted to, which is not a page.
    return fits.length > 0
      ? messagePage(asked, {
          title: "Not done",
          text: "A form leads here, and it did not arrive, as when a session has ended. Nothing was done. Go back to the form, and send it again.",
          status: 405,
        })
      : messagePage(asked, {
          title: "Not found",
          text: "Nothing is at this address of the desk.",
          status: 404,
        });
  }
  if (!mayAs(user, found.role)) return notAllowedPage(asked, found.role);
  try {
    const [, id = "", part = ""] = found.path.exec(url.pathname) ?? [];
    return await found.handle({ ...asked, form: post?.form ?? null }, id, part);
  } catch (error) {
    logError("desk-not-answered", { reason: reasonOf(error) });
    return tryAgainPage(asked, post?.form ?? null);
  }
}

/** The session check that a form makes before it is sent: a request that gets this far is signed in. */
async function answerSignedIn(): Promise<Response> {
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}

/** The same form again with all that was typed; a form is done once, so that sending it twice does no harm. */
function tryAgainPage(request: DeskRequest, form: URLSearchParams | null): Promise<Response> {
  const { pathname, search: query } = request.url;
  const body = html`<h1>Please try again</h1>
<p class="lead">The database gave no answer just now.${form ? " Nothing that you typed is lost: send it again in a moment." : ""}</p>
${
  form
    ? html`<form method="post" action="${pathname}">${[...form].map(([name, value]) => hidden(name, value))}<button class="btn btn-primary" type="submit">Send it again</button></form>`
    : html`<p><a class="btn btn-primary" href="${pathname}${query}">Load it again</a></p>`
}`;
  return deskPage(request, { title: "Please try again", status: 503, body });
}
