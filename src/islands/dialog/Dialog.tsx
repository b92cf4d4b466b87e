import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Called by X and Escape; leave it out while closing would do harm. */
  onClose?: (() => void) | undefined;
  /** Gets the focus where nothing had it when the dialog opened: a provider's frame takes it along when it goes. */
  returnTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A modal dialog: the browser's own, in the top layer, with the focus kept inside and given back afterwards. */
export function Dialog({ title, isOpen, onClose, returnTo, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (isOpen && dialog && !dialog.open) dialog.showModal();
    if (!isOpen && dialog?.open) close(dialog, returnTo);
  }, [isOpen, returnTo]);

  // The browser gives the focus back when a dialog closes, not when it is taken off the page.
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
      // A browser may skip the question and close at once; then the page must know, or hold it open.
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

/** The browser gives the focus back to what had it before, if anything had. */
function close(dialog: HTMLDialogElement, returnTo: RefObject<HTMLElement | null> | undefined): void {
  dialog.close();
  const { activeElement } = document;
  if (activeElement === document.body || dialog.contains(activeElement)) returnTo?.current?.focus();
}

interface DialogHeadProps {
  title: string;
  titleId: string;
  onClose?: (() => void) | undefined;
}

/** Title and X, shared by the two kinds of dialog. */
export function DialogHead({ title, titleId, onClose }: DialogHeadProps) {
  return (
    <div className="mb-4 flex items-start justify-between gap-4">
      <h2 id={titleId} className="text-h3">
        {title}
      </h2>
      {onClose && (
        <button type="button" className="btn-icon -mt-2 -mr-2 flex-none" onClick={onClose} aria-label="Close">
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
