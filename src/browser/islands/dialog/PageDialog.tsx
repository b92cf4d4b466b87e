import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { DialogHead } from "./Dialog.tsx";

interface PageDialogProps {
  title: string;
  /** Left out while closing would do harm. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * A modal dialog outside the browser's top layer: a provider appends its overlays to <body>, and a native modal dialog
 * would make them inert. While this is open, it makes the rest of the page inert itself.
 */
export function PageDialog({ title, onClose, children }: PageDialogProps) {
  const root = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Otherwise the same key also closes the native dialog that shows the result.
    event.preventDefault();
    onClose?.();
  });

  useEffect(() => {
    const previousFocus = document.activeElement;
    const outsideElements = Array.from(document.body.children).filter(
      (child): child is HTMLElement => child instanceof HTMLElement && child !== root.current && !child.inert,
    );
    for (const other of outsideElements) other.inert = true;
    root.current?.querySelector<HTMLElement>("button, [tabindex]")?.focus();
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => onKey(event), { signal: listening.signal });
    return () => {
      listening.abort();
      for (const other of outsideElements) other.inert = false;
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
