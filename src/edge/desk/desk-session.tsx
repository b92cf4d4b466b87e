/** @jsxImportSource hono/jsx */

/**
 * Checks the session before a form is sent. If it has expired, the post would lead to the sign-in and lose
 * all typed values, so the form stays and says what to do. This is an inline script and refers to nothing
 * outside itself.
 */
function checkSessionFirst(): void {
  const ended = document.querySelector<HTMLElement>("[data-session=ended]");
  const unanswered = document.querySelector<HTMLElement>("[data-session=unanswered]");
  if (!ended || !unanswered) return;
  // Without this script, forms open their answer in another tab, which keeps what was typed.
  for (const button of document.querySelectorAll("[formtarget]")) button.removeAttribute("formtarget");
  const checkedForms = new WeakSet<HTMLFormElement>();
  const pendingForms = new WeakSet<HTMLFormElement>();

  /** Returns the status of the response; 0 for a redirect, `null` without a response. */
  async function askSession(): Promise<number | null> {
    try {
      const request = { redirect: "manual", signal: AbortSignal.timeout(10_000) } as const;
      return (await fetch("/desk/session", request)).status;
    } catch {
      return null;
    }
  }

  addEventListener("submit", async (event) => {
    const form = event.target as HTMLFormElement;
    const submitter = event.submitter as HTMLButtonElement | null;
    // The script itself submits a checked form again.
    const isResubmitted = checkedForms.delete(form);
    if (form.method !== "post" || isResubmitted) return;
    event.preventDefault();
    if (pendingForms.has(form)) return;
    pendingForms.add(form);
    ended.hidden = true;
    unanswered.hidden = true;
    const status = await askSession();
    pendingForms.delete(form);
    if (status === 204) {
      checkedForms.add(form);
      form.requestSubmit(submitter);
      return;
    }
    // Access redirects users who are not signed in or answers 401. Without a valid token the desk answers 404.
    const notice = status === 0 || status === 401 || status === 404 ? ended : unanswered;
    const place = submitter?.closest(".buttons") ?? form.lastElementChild;
    place?.before(notice);
    notice.hidden = false;
  });
}

/** The only script of the desk's pages. Their policy allows it by its hash. */
export const SESSION_SCRIPT = `(${checkSessionFirst})()`;

const KEPT = "Nothing was sent, and what you typed is still here.";

/** The notices that the script shows beside the button of a form that it did not send. */
export function SessionNotices() {
  return (
    <>
      <div class="notice notice-wrong" role="alert" data-session="ended" hidden>
        <h2>Your session has ended</h2>
        <p>
          {KEPT}{" "}
          <a href="/desk" target="_blank" rel="noopener">
            Sign in in another tab
          </a>
          , then come back and press the button again.
        </p>
      </div>
      <div class="notice notice-wrong" role="alert" data-session="unanswered" hidden>
        <h2>No answer</h2>
        <p>{KEPT} Check your connection, then press the button again.</p>
      </div>
    </>
  );
}
