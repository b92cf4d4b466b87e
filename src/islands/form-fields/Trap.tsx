const NAME = "second-opinion";

/**
 * A field that nobody can see, reach or have filled in: it is hidden, outside the tab order, and its name means
 * nothing to a browser's or a password manager's autofill. Programs that fill in every field give themselves away.
 */
export function Trap() {
  return <input type="text" name={NAME} hidden tabIndex={-1} autoComplete="off" aria-hidden="true" />;
}

/** Whether the trap of this form was filled in. */
export function isTrapped(form: HTMLFormElement | null): boolean {
  return form !== null && Boolean(new FormData(form).get(NAME));
}
