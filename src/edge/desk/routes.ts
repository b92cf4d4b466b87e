import { type Context, Hono, type MiddlewareHandler } from "hono";
import { ENROLMENT_ID } from "~/domain/enrolment/enrolment-key.ts";
import type { EdgeEnv } from "~/edge/app-context.ts";
import { onFailure } from "~/edge/middleware/answers.ts";
import { doAction, showAction, undoAction } from "./actions/handle-action.ts";
import { addTuitionToAll, askToAddTuition } from "./cohorts/add-tuition-to-all.tsx";
import { moveEveryone } from "./cohorts/move-everyone.tsx";
import { exportTutorList, showCohorts, showTutorList } from "./cohorts/show-cohorts.tsx";
import { stopMessage, writeToEveryone } from "./cohorts/write-everyone.tsx";
import { messagePage, notAllowedPage, seeOther, tryAgainPage } from "./desk-page.tsx";
import { type DeskRequest, type DeskRole, mayAs, readOwnPost } from "./desk-request.ts";
import { showEnrolment } from "./enrolment/show-enrolment.tsx";
import { settleRequest, showInbox } from "./inbox/show-inbox.tsx";
import { exportList, search, showList } from "./list/show-list.tsx";
import { exportAccounts, showAccounts } from "./payments/show-accounts.tsx";
import { exportPayments, showPayments } from "./payments/show-payments.tsx";
import { askToNotifyAgain, notifyAgain } from "./portal/notify-again.tsx";
import { reconcile, showReconcile } from "./reconcile/handle-reconcile.tsx";
import { registerSomeone } from "./register/register-someone.tsx";
import { exportSubscribers, showSources } from "./sources/show-sources.tsx";
import { showToday } from "./today/show-today.tsx";
import {
  erasePeople,
  markPaymentSeen,
  resolveFailedMail,
  showFailedMail,
  showPayment,
} from "./today/without-enrolment.tsx";
import { showTrail } from "./trail.tsx";
import { endVoucher, makeVouchers, showVoucher, showVouchers } from "./vouchers/show-vouchers.tsx";

interface DeskEnv {
  Variables: { desk: DeskRequest };
}

type DeskMiddleware = MiddlewareHandler<EdgeEnv & DeskEnv>;

const ENROLMENT = `/desk/enrolments/:id{${ENROLMENT_ID}}`;
const PAYMENT = "/desk/payments/:id{[A-Za-z0-9.=-]{1,100}}";
const VOUCHER = "/desk/vouchers/:id{[A-Z0-9-]{4,32}}";
const MAIL = "/desk/mails/:id{[1-9][0-9]{0,14}}";

/** Answers 404 to anyone who must not learn of the desk, or redirects to the site's own sign-in page. */
const gate: DeskMiddleware = async (c, next) => {
  const { desk, context } = c.env;
  const url = new URL(c.req.url);
  const user = (await desk?.identify(c.req.raw, context.now)) ?? null;
  if (desk && user) {
    c.set("desk", { url, user, context, form: null, signInOrigin: desk.signInOrigin });
    return next();
  }
  if (!desk?.signInPage) return new Response(null, { status: 404 });
  return seeOther(`${desk.signInPage}?to=${encodeURIComponent(url.pathname)}`);
};

const ownPost: DeskMiddleware = async (c, next) => {
  if (c.req.method !== "POST") return next();
  const post = await readOwnPost(c.req.raw);
  if (!post.ok) {
    return messagePage(c.var.desk, { title: "Not done", text: post.text, status: post.status });
  }
  c.set("desk", { ...c.var.desk, form: post.form });
  return next();
};

function only(role: DeskRole): DeskMiddleware {
  return async (c, next) => (mayAs(c.var.desk.user, role) ? next() : notAllowedPage(c.var.desk, role));
}

const viewer = only("viewer");
const staff = only("staff");
const owner = only("owner");

function idIn(c: Context): string {
  return c.req.param("id") ?? "";
}

function actionIn(c: Context): string {
  return c.req.param("action") ?? "";
}

/** The desk's routes. 403 not allowed, or not posted by the desk's own page · 503 the database failed. */
export function deskRoutes() {
  const routes = new Hono<EdgeEnv & DeskEnv>()
    .use(
      "/desk/*",
      gate,
      ownPost,
      onFailure({ event: "desk-not-answered", answer: (c) => tryAgainPage(c.get("desk")) }),
    )
    .get("/desk", viewer, (c) => showToday(c.var.desk))
    .get("/desk/enrolments", viewer, (c) => showList(c.var.desk))
    .post("/desk/enrolments.csv", staff, (c) => exportList(c.var.desk))
    .post("/desk/search", staff, (c) => search(c.var.desk))
    .on(["GET", "POST"], "/desk/register", staff, (c) =>
      registerSomeone(c.var.desk, { pages: c.env.pages, request: c.req.raw }),
    )
    .get("/desk/cohorts", viewer, (c) => showCohorts(c.var.desk))
    .get("/desk/cohorts/list", staff, (c) => showTutorList(c.var.desk))
    .on(["GET", "POST"], "/desk/cohorts/move", staff, (c) => moveEveryone(c.var.desk))
    .on(["GET", "POST"], "/desk/cohorts/write", staff, (c) => writeToEveryone(c.var.desk))
    .post("/desk/cohorts/stop", staff, (c) => stopMessage(c.var.desk))
    .get("/desk/cohorts/tuition", staff, (c) => askToAddTuition(c.var.desk))
    .post("/desk/cohorts/tuition", staff, (c) => addTuitionToAll(c.var.desk))
    .post("/desk/cohorts.csv", staff, (c) => exportTutorList(c.var.desk))
    .get("/desk/portal", staff, (c) => askToNotifyAgain(c.var.desk))
    .post("/desk/portal", staff, (c) => notifyAgain(c.var.desk))
    .get("/desk/sources", viewer, (c) => showSources(c.var.desk))
    .post("/desk/subscribers.csv", staff, (c) => exportSubscribers(c.var.desk))
    .get("/desk/inbox", staff, (c) => showInbox(c.var.desk))
    .post("/desk/inbox", staff, (c) => settleRequest(c.var.desk))
    .get("/desk/payments", staff, (c) => showPayments(c.var.desk))
    .post("/desk/payments.csv", staff, (c) => exportPayments(c.var.desk))
    .get("/desk/accounts", owner, (c) => showAccounts(c.var.desk))
    .post("/desk/accounts.csv", owner, (c) => exportAccounts(c.var.desk))
    .get("/desk/vouchers", staff, (c) => showVouchers(c.var.desk))
    .post("/desk/vouchers", staff, (c) => makeVouchers(c.var.desk))
    .get(VOUCHER, staff, (c) => showVoucher(c.var.desk, idIn(c)))
    .post(VOUCHER, staff, (c) => endVoucher(c.var.desk, idIn(c)))
    .get(PAYMENT, staff, (c) => showPayment(c.var.desk, idIn(c)))
    .post(PAYMENT, staff, (c) => markPaymentSeen(c.var.desk, idIn(c)))
    .post(`${PAYMENT}/erase`, owner, (c) => erasePeople(c.var.desk, idIn(c)))
    .get(MAIL, staff, (c) => showFailedMail(c.var.desk, idIn(c)))
    .post(MAIL, staff, (c) => resolveFailedMail(c.var.desk, idIn(c)))
    // A form checks the session here before it is sent. Requests that reach this handler are signed in.
    .get("/desk/session", viewer, () => {
      return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
    })
    .get("/desk/trail", staff, (c) => showTrail(c.var.desk))
    .get("/desk/reconcile", staff, (c) => showReconcile(c.var.desk))
    .post("/desk/reconcile", staff, (c) => reconcile(c.var.desk))
    .get(ENROLMENT, viewer, (c) => showEnrolment(c.var.desk, idIn(c)))
    .post(`${ENROLMENT}/undo`, staff, (c) => undoAction(c.var.desk, idIn(c)))
    .all(`${ENROLMENT}/undo`, (c) => formLostPage(c.var.desk))
    .get(`${ENROLMENT}/:action{[a-z-]+}`, staff, (c) => showAction(c.var.desk, idIn(c), actionIn(c)))
    .post(`${ENROLMENT}/:action{[a-z-]+}`, staff, (c) => doAction(c.var.desk, idIn(c), actionIn(c)));
  const addresses = routes.routes.filter(({ method }) => method !== "ALL").map(({ path }) => path);
  for (const address of new Set(addresses)) routes.all(address, (c) => formLostPage(c.var.desk));
  routes.all("/desk/*", (c) => {
    const text = "There's no desk page at this address.";
    return messagePage(c.var.desk, { title: "Not found", text, status: 404 });
  });
  return routes;
}

/** Returns the page for a form's address that a browser opens after signing in again. */
function formLostPage(request: DeskRequest): Promise<Response> {
  return messagePage(request, {
    title: "Not done",
    text: "The form didn't arrive: your session may have ended. Nothing was done. Go back and send it again.",
    status: 405,
  });
}
