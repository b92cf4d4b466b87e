import { useState } from "react";

interface PayerLinkProps {
  url: string;
}

/** A link for someone else who pays, to copy, share or send. It takes the focus when it appears. */
export function PayerLink({ url }: PayerLinkProps) {
  const [note, setNote] = useState("Send this link to the person who pays.");

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
    setNote(isCopied ? "Copied" : "Select the link and copy it.");
  }

  return (
    <div className="grid gap-3">
      <label className="field">
        <span className="field-label">Link for the person who pays</span>
        <input
          ref={takeFocus}
          className="input"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-primary" onClick={() => void copy()}>
          Copy link
        </button>
        {canShare() ? (
          <button type="button" className="btn btn-outline" onClick={() => void share(url)}>
            Share link
          </button>
        ) : (
          <a className="btn btn-outline" href={`whatsapp://send?text=${encodeURIComponent(textWith(url))}`}>
            Send by WhatsApp
          </a>
        )}
        <span role="status">{note}</span>
      </div>
    </div>
  );
}

// Whoever has the link sees a first name: it goes to an app by the device itself, and into no address of a server, as a
// wa.me link would.
const textWith = (url: string) => `Please help me pay for my course:\n${url}`;

function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Rejected as well when the share sheet is closed again. */
async function share(url: string): Promise<void> {
  await navigator.share({ text: textWith(url) }).catch(() => undefined);
}

/** The button that made the link is gone: the focus goes to the link. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}
