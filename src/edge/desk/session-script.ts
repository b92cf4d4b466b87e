import { html } from "./html.ts";

/**
 * Checks the session before a form is sent. Where it has expired, the post would lead away to sign in, and lose all that was
 * typed: so the form stays, and says what to do. Its values are stored nowhere but in its fields. Forms work without it:
 * their only remedy then, another tab for the answer, is removed here.
 */
export const SESSION_SCRIPT = `(() => {
  const [ended, unanswered] = ["ended", "unanswered"].map((what) => document.querySelector("[data-session=" + what + "]"));
  for (const button of document.querySelectorAll("[formtarget]")) button.removeAttribute("formtarget");
  const known = new WeakSet();
  const asking = new WeakSet();
  addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (form.method !== "post" || known.delete(form)) return;
    event.preventDefault();
    if (asking.has(form)) return;
    asking.add(form);
    ended.hidden = unanswered.hidden = true;
    // Access sends whoever is not signed in elsewhere, or says 401; the desk itself knows no such address then.
    const status = await fetch("/desk/session", { redirect: "manual", signal: AbortSignal.timeout(10000) }).then(
      (answer) => answer.status,
      () => null,
    );
    asking.delete(form);
    if (status === 204) {
      known.add(form);
      return form.requestSubmit(submitter);
    }
    const notice = [0, 401, 404].includes(status) ? ended : unanswered;
    (submitter?.closest(".buttons") ?? form.lastElementChild).before(notice);
    notice.hidden = false;
  });
})();`;

/** What {@link SESSION_SCRIPT} shows in a form that was not sent. */
export const sessionNotices =
  () => html`<div class="notice notice-wrong" role="alert" data-session="ended" hidden>
<h2>Your session has ended</h2>
<p>Nothing was sent, and what you typed is still here. <a href="/desk" target="_blank">Sign in in another tab</a>, then come back and press the button again.</p>
</div>
<div class="notice notice-wrong" role="alert" data-session="unanswered" hidden>
<h2>No answer</h2>
<p>Nothing was sent, and what you typed is still here. Check your connection, then press the button again.</p>
</div>`;
