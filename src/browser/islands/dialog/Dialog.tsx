import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Called by X and Escape; left out while closing would do harm. */
  onClose?: (() => void) | undefined;
  /** Focused on close in the place of what the browser restores: a provider's frame that had the focus may be gone. */
  returnTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A modal dialog: the native <dialog> in the top layer, which traps the focus and restores it on close. */
export function Dialog({ title, isOpen, onClose, returnTo, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (isOpen && dialog && !dialog.open) dialog.showModal();
    if (!isOpen && dialog?.open) close(dialog, returnTo);
  }, [isOpen, returnTo]);

  // The browser restores the focus when a dialog closes, not when it is removed from the page.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => {
      if (dialog?.open) close(dialog, returnTo);
    };
  }, [returnTo]);

  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // A browser may close without a cancel event: then call onClose, or open the dialog again.
      onClose={(event) => {
        if (!isOpen || event.currentTarget.open) return;
        if (onClose) onClose();
        else event.currentTarget.showModal();
      }}
    >
      {isOpen && (
        <>
          <DialogHead title={title} titleId={titleId} onClose={onClose} />
          {children}
        </>
      )}
    </dialog>
  );
}

/** Closes the dialog; without another place for it, the browser restores the focus to what had it before. */
function close(dialog: HTMLDialogElement, returnTo: RefObject<HTMLElement | null> | undefined): void {
  dialog.close();
  returnTo?.current?.focus();
}

interface DialogHeadProps {
  title: string;
  titleId: string;
  onClose?: (() => void) | undefined;
}

/** Title and X of both kinds of dialog. */
export function DialogHead({ title, titleId, onClose }: DialogHeadProps) {
  return (
    <div className="mb-4 flex items-start justify-between gap-4">
      <h2 id={titleId} className="text-h3">
        {title}
      </h2>
      {onClose && (
        <button type="button" className="btn-icon dialog-close" onClick={onClose} aria-label="Close">
          <svg
            viewBox="0 0 24 24"
            width="22"
            height="22"
            stroke="currentColor"
            strokeWidth="2.5"
            aria-hidden="true"
          >
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
        </button>
      )}
    </div>
  );
}
