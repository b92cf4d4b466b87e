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

/** A link for someone else who pays, to copy, share or send. It takes the focus when it appears. */
export function PayerLink({ url, amount, courseName }: PayerLinkProps) {
  const { academy } = useIslandFacts().support;
  const [note, setNote] = useState("Send this link to the person who pays.");
  // Whoever has the link sees a first name: it goes to an app by the device itself, and into no address of a server, as a
  // wa.me link would.
  const text = `Please help me pay ${formatExact(amount)} for ${courseName} at ${academy}:\n${url}`;

  async function copy() {
    setNote((await copyText(url)) ? "Copied" : "Select the link and copy it.");
  }

  /** Rejected as well when the share sheet is closed again. */
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

/** The button that made the link is gone: the focus goes to the link. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}
