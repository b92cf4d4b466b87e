import { type FocusEvent, useLayoutEffect, useRef } from "react";

/** Whoever pressed a button that is gone goes on at a part of the page that stays. @returns handlers for what holds them both */
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
