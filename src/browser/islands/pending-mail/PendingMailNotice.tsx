interface PendingMailNoticeProps {
  /** What is pending, at the beginning of a sentence, e.g. "Your message". */
  what: string;
  /** Whether it outlives the page. */
  isPersisted: boolean;
  onTakeBack(): void;
}

/** Notice of a pending mail: not sent yet, where it is stored, and what happens next. */
export function PendingMailNotice({ what, isPersisted, onTakeBack }: PendingMailNoticeProps) {
  return (
    <div className="notice">
      <p className="notice-title">Not sent yet: the network does not answer</p>
      <p>
        {isPersisted
          ? `${what} is kept in this browser, for 30 days at most. It is sent by itself when the network is back: while this page is open, or when you next open this website.`
          : `${what} is not sent yet. It is sent by itself when the network is back. This browser cannot keep it for later, so please leave this page open until then.`}
      </p>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onTakeBack}>
        Do not send it
      </button>
    </div>
  );
}
