import { Component, type ReactNode } from "react";
import type { SupportContacts } from "~/domain/contact/site-facts.ts";
import { supportMessage } from "~/domain/contact/support-message.ts";
import { tellHydrated } from "../hydration.ts";
import { SupportOptions } from "./SupportOptions.tsx";

interface IslandBoundaryProps {
  support: SupportContacts;
  /** The page's heading, where the island holds it. */
  heading?: string;
  children: ReactNode;
}

/** Stands in for an island that broke while drawing: says so, and offers a reload and the ways to reach us. */
export class IslandBoundary extends Component<IslandBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="wrap section" ref={tellHydrated}>
        {this.props.heading && <h1 className="text-h2">{this.props.heading}</h1>}
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
            message={supportMessage({ problem: "a page of your website broke", page: location.pathname })}
          />
        </section>
      </div>
    );
  }
}
