/** As much of react-dom and react-dom/client as the payment's hook and PayPal's adapter use; nothing is drawn. */
import type { ReactElement } from "react";
import { type PayPalButtons, stage } from "./stage.ts";

type Nested = ReactElement<{ children: Nested }>;

export function flushSync(act: () => void): void {
  act();
}

/** Boundary, then PayPal's provider, then our own component: what that gives is PayPal's buttons. */
export function createRoot() {
  return {
    render(boundary: Nested): void {
      const { type, props } = boundary.props.children.props.children;
      const buttons = (type as (props: unknown) => ReactElement<PayPalButtons>)(props);
      stage().onPayPal(buttons.props);
    },
    unmount(): void {},
  };
}
