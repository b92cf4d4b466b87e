import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { DialogHead } from "./Dialog.tsx";

interface PageDialogProps {
  title: string;
  /** Leave it out while closing would do harm. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * A dialog outside the browser's top layer. A provider draws its own overlays at the end of <body>; over a native modal
 * dialog they would lie out of reach. So the rest of the page, and only that, is made inert by hand while this is open.
 */
export function PageDialog({ title, onClose, children }: PageDialogProps) {
  const root = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const titleId = useId();

  useEffect(() => {
    const before = document.activeElement;
    const others = Array.from(document.body.children).filter(
      (child): child is HTMLElement => child instanceof HTMLElement && child !== root.current && !child.inert,
    );
    for (const other of others) other.inert = true;
    root.current?.querySelector<HTMLElement>("button, [tabindex]")?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Otherwise the browser takes the same key to close the dialog that tells what came of it.
      event.preventDefault();
      close.current?.();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      for (const other of others) other.inert = false;
      if (before instanceof HTMLElement) before.focus();
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
