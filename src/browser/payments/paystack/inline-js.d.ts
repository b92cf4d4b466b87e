/** The used part of @paystack/inline-js 2.25, which has no types. */
declare module "@paystack/inline-js" {
  export interface TransactionCallbacks {
    onSuccess(transaction: {
      id?: number | string;
      reference: string;
      status?: string;
      message?: string;
    }): void;
    onCancel(): void;
    onLoad(): void;
    onError(error: { message?: string }): void;
    onBankTransferConfirmationPending(): void;
  }

  /** A transaction that exists at Paystack. The package's `resumeTransaction` would drop one of the callbacks. */
  export interface KnownTransaction extends TransactionCallbacks {
    accessCode: string;
  }

  export interface TransactionOptions extends TransactionCallbacks {
    key: string;
    email: string;
    /** Kobo. */
    amount: number;
    currency: "NGN";
    reference: string;
    firstName?: string;
    lastName?: string;
    phone?: string;
    metadata?: {
      custom_fields: { display_name: string; variable_name: string; value: string }[];
    };
  }

  export default class PaystackPop {
    readonly checkoutIframe: HTMLIFrameElement;
    readonly backgroundIframe: HTMLIFrameElement;
    /** Returns the transaction with the last status that Paystack's page reported. */
    newTransaction(options: TransactionOptions | KnownTransaction): { readonly status: string | null };
    cancelTransaction(): void;
  }
}
