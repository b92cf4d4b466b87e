import { afterEach, expect, it, vi } from "vitest";
import { drawOnView } from "~/browser/page-scripts/draw-on-view.ts";

function page() {
  const classes = new Set<string>();
  const picture = { classList: { add: (name: string) => classes.add(name) } };
  const root = { querySelectorAll: () => [picture] } as unknown as ParentNode;
  return { classes, picture, root };
}

afterEach(() => vi.unstubAllGlobals());

it("a picture draws its lines when it comes into view, and only once", () => {
  const { classes, picture, root } = page();
  const watched = new Set<unknown>();
  let report: (entries: unknown[]) => void = () => undefined;
  class Observer {
    constructor(callback: (entries: unknown[]) => void) {
      report = callback;
    }
    observe = (target: unknown) => watched.add(target);
    unobserve = (target: unknown) => watched.delete(target);
  }
  vi.stubGlobal("IntersectionObserver", Observer);

  drawOnView(root);
  report([{ isIntersecting: false, target: picture }]);
  expect(classes).toEqual(new Set());
  expect(watched.size).toBe(1);

  report([{ isIntersecting: true, target: picture }]);
  expect(classes).toEqual(new Set(["is-drawn"]));
  expect(watched.size).toBe(0);
});
