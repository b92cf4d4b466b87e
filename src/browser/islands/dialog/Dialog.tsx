import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useWindowEvent } from "../support/useWindowEvent.ts";

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Closes the dialog on X and Escape. It is missing while closing would do harm. */
  onClose?: (() => void) | undefined;
  /** The element to focus on close, because a provider's frame that had the focus may be gone. */
  returnTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A modal dialog: the native <dialog>, which traps the focus and restores it on close. */
export function Dialog({ title, isOpen, onClose, returnTo, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!isOpen || !dialog) return;
    // Firefox 97 has no modal dialogs and shows their content in the page.
    if (!dialog.open) dialog.showModal?.();
    // The browser restores the focus when a dialog closes, not when it is removed from the page.
    return () => {
      dialog.close?.();
      returnTo?.current?.focus();
    };
  }, [isOpen, returnTo]);

  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Browsers may close a dialog without a cancel event. Without `onClose` it is opened again.
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

type DialogHeadProps = Pick<DialogProps, "title" | "onClose"> & { titleId: string };

function DialogHead({ title, titleId, onClose }: DialogHeadProps) {
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

type PageDialogProps = Pick<DialogProps, "title" | "onClose" | "children">;

/**
 * A modal dialog outside the browser's top layer. A provider appends its overlays to <body>, where a native
 * modal dialog would make them inert. This one makes only the elements inert that exist when it opens.
 */
export function PageDialog({ title, onClose, children }: PageDialogProps) {
  const root = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useWindowEvent("keydown", (event) => {
    if (event.key !== "Escape") return;
    // Otherwise the same key press also closes the native dialog that shows the result.
    event.preventDefault();
    onClose?.();
  });

  useEffect(() => {
    const previousFocus = document.activeElement;
    const outsideElements = Array.from(document.body.children).filter(
      (child): child is HTMLElement => child instanceof HTMLElement && child !== root.current && !child.inert,
    );
    for (const element of outsideElements) element.inert = true;
    root.current?.querySelector<HTMLElement>("button, [tabindex]")?.focus();
    return () => {
      for (const element of outsideElements) element.inert = false;
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);

  return createPortal(
    <div ref={root} className="dialog-backdrop">
      <div className="dialog" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
        <DialogHead title={title} titleId={titleId} onClose={onClose} />
        {children}
      </div>
    </div>,
    document.body,
  );
}
