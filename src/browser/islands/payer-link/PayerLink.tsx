import { useState } from "react";
import { formatExact, type Money } from "~/domain/money/money.ts";
import { copyText } from "../payment/PaymentSlip.tsx";
import { Button } from "../support/controls.tsx";
import { useIslandFacts } from "../support/IslandBoundary.tsx";

interface PayerLinkProps {
  url: string;
  amount: Money;
  courseName: string;
}

/** A link for another payer, to copy, share or send. It takes the focus when it appears. */
export function PayerLink({ url, amount, courseName }: PayerLinkProps) {
  const { academy } = useIslandFacts().support;
  const [note, setNote] = useState("Send this link to the person who pays.");
  // The link reveals a first name, so a device hands it to an app. A wa.me address would reach a server.
  const text = `Please help me pay ${formatExact(amount)} for ${courseName} at ${academy}:\n${url}`;

  async function copy() {
    setNote((await copyText(url)) ? "Copied" : "Select the link and copy it.");
  }

  /** Opens the share sheet. The promise also rejects if the visitor closes it, which is no error. */
  async function share() {
    await navigator.share({ text }).catch(() => undefined);
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
        <Button className="btn btn-primary" onClick={copy}>
          Copy link
        </Button>
        {typeof navigator.share === "function" ? (
          <Button onClick={share}>Share link</Button>
        ) : (
          <a className="btn btn-outline" href={`whatsapp://send?text=${encodeURIComponent(text)}`}>
            Send by WhatsApp
          </a>
        )}
        <span role="status">{note}</span>
      </div>
    </div>
  );
}

/** Focuses the link, because the button that made it is gone. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}
