import type { Page } from "@playwright/test";

/** A part of the page as a screen reader meets it. */
export interface Stop {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** A heading's level; `null` for anything else. */
  readonly level: number | null;
  readonly isInvalid: boolean;
  readonly isFocused: boolean;
  /** The way in which a change in it, or around it, is read out. */
  readonly live: "off" | "polite" | "assertive";
}

interface Value {
  readonly value?: unknown;
}

interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: Value;
  readonly name?: Value;
  readonly description?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
  readonly childIds?: readonly string[];
}

/** The page from its beginning to its end, in the order in which a screen reader goes through it. */
export async function readingOrder(page: Page): Promise<Stop[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = (await client.send("Accessibility.getFullAXTree")) as { nodes: readonly Node[] };
  await client.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const from = (node: Node | undefined, around: Stop["live"]): Stop[] => {
    if (!node) return [];
    const live = (propertyOf(node, "live") as Stop["live"] | undefined) ?? around;
    // Browsers hand a picture to screen readers as one thing, whatever it is drawn of.
    const inside = node.role?.value === "image" ? [] : (node.childIds ?? []);
    const children = inside.flatMap((id) => from(byId.get(id), live));
    return node.ignored ? children : [asStop(node, live), ...children];
  };
  return from(nodes[0], "off");
}

function propertyOf({ properties = [] }: Node, wanted: string): unknown {
  return properties.find(({ name }) => name === wanted)?.value.value;
}

function asStop(node: Node, live: Stop["live"]): Stop {
  const { role, name, description } = node;
  return {
    role: String(role?.value ?? ""),
    name: String(name?.value ?? ""),
    description: String(description?.value ?? ""),
    level: (propertyOf(node, "level") as number | undefined) ?? null,
    isInvalid: propertyOf(node, "invalid") === "true",
    isFocused: propertyOf(node, "focused") === true,
    live,
  };
}

/** Returns the text of every live region, which is read out when it changes. */
export function announced(stops: readonly Stop[], live: "polite" | "assertive"): string {
  return stops
    .filter((stop) => stop.live === live && stop.role === "StaticText")
    .map(({ name }) => name)
    .join(" ")
    .replace(/\s+/g, " ");
}
