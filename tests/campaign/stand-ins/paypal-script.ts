/** Stands in for @paypal/react-paypal-js: what the buttons do, the stage plays. */
export const PayPalScriptProvider = () => null;
export const PayPalButtons = () => null;
export const usePayPalScriptReducer = () => [{ isRejected: false }] as const;
