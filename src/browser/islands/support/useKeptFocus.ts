import { type FocusEvent, useLayoutEffect, useRef } from "react";

/**
 * Moves the focus to `fallback` when the focused button is removed. @returns handlers for the element around
 * both
 */
export function useKeptFocus(fallback: () => HTMLElement | null) {
  const focused = useRef<Element | null>(null);

  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    fallback()?.focus();
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    // React fires no blur event for an element that it removes.
    onBlur: () => {
      focused.current = null;
    },
  };
}
