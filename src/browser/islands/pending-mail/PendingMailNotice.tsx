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
      <p className="notice-title">Not sent yet: you're offline</p>
      <p>
        {isPersisted
          ? `${what} is saved on this device for up to 30 days. We'll send it when you're back online and on this site.`
          : `We'll send it when you're back online. Keep this page open: your browser can't save it.`}
      </p>
      <button type="button" className="btn btn-outline justify-self-start" onClick={onTakeBack}>
        Don't send it
      </button>
    </div>
  );
}
