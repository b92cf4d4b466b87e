import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  type SupportContacts,
  type SupportContext,
  supportMessage,
  whatsappLink,
} from "~/domain/contact/site-facts.ts";
import type { CohortOption } from "~/domain/dates/cohort-options.ts";
import type { RegistrationCourse } from "~/domain/enrolment/agreement.ts";
import type { DualPrice } from "~/domain/money/money.ts";
import { Button, NewTabLink, TextLink } from "./controls.tsx";
import { takeContent } from "./island-content.ts";

/** The facts that an island's page hands to every component in it. */
export interface IslandFacts {
  readonly support: SupportContacts;
  /** The refund rules in three lines. */
  readonly refunds?: readonly string[];
  /** The registration fee, on a page that sells. Without it a receipt does not name the next payment. */
  readonly fee?: DualPrice;
  readonly courses?: readonly Omit<RegistrationCourse, "price">[];
  /** All cohorts, open or not. Without them later payments have no dates. */
  readonly cohorts?: readonly CohortOption[];
}

const Facts = createContext<IslandFacts | null>(null);

export function useIslandFacts(): IslandFacts {
  const facts = use(Facts);
  if (!facts) throw new Error("Only inside an island that has a boundary.");
  return facts;
}

/**
 * Puts an island into an error boundary. A failed island is replaced by a notice with contact links. A form
 * that posts by itself stays below the notice.
 */
export function withBoundary<Props extends IslandFacts>(Island: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <Facts value={props}>
      <IslandBoundary>
        <Island {...props} />
      </IslandBoundary>
    </Facts>
  );
}

class IslandBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <FailedIsland /> : this.props.children;
  }
}

function FailedIsland() {
  const content = useRef<HTMLDivElement>(null);
  const [hasForm, setHasForm] = useState(false);
  useLayoutEffect(() => {
    const island = content.current?.closest("astro-island");
    const copy = island && takeContent(island);
    if (!copy) return;
    content.current?.append(copy);
    setHasForm(true);
  }, []);
  return (
    <>
      <div className="wrap section">
        <section className="notice notice-bad" role="alert">
          <p className="notice-title">Unexpected Application Error!</p>
          <p>Something broke on our side. A payment you made is safe.</p>
          <p>{hasForm ? "You can go on below, or load the page again." : "Please load the page again."}</p>
          <Button className="btn btn-primary justify-self-start" onClick={() => location.reload()}>
            Load the page again
          </Button>
          <SupportOptions problem="a page of your website broke" page={document.title} />
        </section>
      </div>
      <div ref={content} />
    </>
  );
}

/** Returns the link to a WhatsApp chat whose first message is filled in. */
export function useChatLink(context: SupportContext): string {
  return whatsappLink(useIslandFacts().support.whatsappNumber, supportMessage(context));
}

export function SupportOptions(context: SupportContext) {
  const { phone, email } = useIslandFacts().support;
  return (
    <p className="text-small">
      Talk to us: <NewTabLink href={useChatLink(context)}>WhatsApp</NewTabLink>
      {" · "}
      <a className="link whitespace-nowrap" href={`tel:${phone.dial}`}>
        {`Call ${phone.display}`}
      </a>
      {" · "}
      <TextLink href={`mailto:${email}`} translate="no">
        {email}
      </TextLink>
    </p>
  );
}
