const NAME = "second-opinion";

/**
 * Honeypot: a hidden field outside the tab order, whose name no autofill knows. Only programs that fill in every field
 * fill it in.
 */
export function Honeypot() {
  return <input type="text" name={NAME} hidden tabIndex={-1} autoComplete="off" aria-hidden="true" />;
}

export function isHoneypotFilled(form: HTMLFormElement | null): boolean {
  return form !== null && Boolean(new FormData(form).get(NAME));
}
