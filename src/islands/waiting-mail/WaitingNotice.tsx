interface WaitingNoticeProps {
  /** What waits, at the beginning of a sentence, e.g. "Your message". */
  what: string;
  /** Whether the browser keeps it when the page is left. */
  isKept: boolean;
  onTakeBack(): void;
}

/** Says that something was not sent yet, where it is, and what happens next. */
export function WaitingNotice({ what, isKept, onTakeBack }: WaitingNoticeProps) {
  return (
    <div className="notice">
      <p className="notice-title">Not sent yet: the network does not answer</p>
      <p>
        {isKept
          ? `${what} is kept in this browser, for 30 days at most. It is sent by itself when the network is back: while this page is open, or when you next open this website.`
          : `${what} is not sent yet. It is sent by itself when the network is back. This browser cannot keep it for later, so please leave this page open until then.`}
      </p>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onTakeBack}>
        Do not send it
      </button>
    </div>
  );
}
