interface PendingPaymentProps {
  title: string;
  onLookAgain(): void;
}

/** In the place of the button that pays, while it is not known how the last payment ended. */
export function PendingPayment({ title, onLookAgain }: PendingPaymentProps) {
  return (
    <div className="notice" role="status">
      <p className="notice-title">{title}</p>
      <p>Please don't pay again. Cards take minutes, bank transfers a few hours.</p>
      <p>
        <button type="button" className="btn btn-outline" onClick={onLookAgain}>
          Look again
        </button>
      </p>
    </div>
  );
}
