import { type FocusEvent, useLayoutEffect, useRef } from "react";

/**
 * Moves the focus to a part of the page that stays when the button that had it is removed. @returns handlers
 * for the element around both
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
    // React is silent about the blur of an element that it removes.
    onBlur: () => {
      focused.current = null;
    },
  };
}
