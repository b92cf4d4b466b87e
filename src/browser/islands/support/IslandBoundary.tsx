import { Component, type ComponentType, type ReactNode } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { SupportOptions } from "./SupportOptions.tsx";

/** An island in an error boundary: one that failed to render is replaced by a notice, a reload button and contact links. */
export function withBoundary<Props extends { support: SupportContacts }>(
  Island: ComponentType<Props>,
): ComponentType<Props> {
  return (props) => (
    <IslandBoundary support={props.support}>
      <Island {...props} />
    </IslandBoundary>
  );
}

interface IslandBoundaryProps {
  support: SupportContacts;
  children: ReactNode;
}

class IslandBoundary extends Component<IslandBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="wrap section">
        <section className="notice notice-bad" role="alert">
          <p className="notice-title">Unexpected Application Error!</p>
          <p>Something broke on our side. A payment you made is safe. Please load the page again.</p>
          <button
            type="button"
            className="btn btn-primary justify-self-start"
            onClick={() => location.reload()}
          >
            Load the page again
          </button>
          <SupportOptions
            support={this.props.support}
            problem="a page of your website broke"
            page={location.pathname}
          />
        </section>
      </div>
    );
  }
}
