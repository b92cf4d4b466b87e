import type { ComponentProps } from "react";

export function Button(button: ComponentProps<"button">) {
  return <button type="button" className="btn btn-outline" {...button} />;
}

export function TextLink({ children, ...link }: ComponentProps<"a">) {
  return (
    <a className="link" {...link}>
      {children}
    </a>
  );
}

/** A link that opens a new tab, so that the form keeps what was typed. */
export function NewTabLink(link: ComponentProps<"a">) {
  return <TextLink target="_blank" rel="noopener" {...link} />;
}
