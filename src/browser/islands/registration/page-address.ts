const PAGE = "/Signup";

/** What the address asks the form for. */
export function linked() {
  const link = new URLSearchParams(location.search);
  return {
    linkedCourseId: link.get("course"),
    linkedPlanId: link.get("plan"),
    linkedCohortId: link.get("cohort"),
  };
}

/** Whether the edge has answered a post with the form. */
function wasServed(): boolean {
  return location.pathname !== PAGE;
}

/** Where the edge has answered a post with the form, a reload is to ask for the page, and not to post again. */
export function showPageAddress(): void {
  if (wasServed()) history.replaceState(history.state, "", PAGE);
}

/** A reload keeps what was chosen, and not what the link asked for. */
export function forgetLinked(name: "plan" | "cohort"): void {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}
