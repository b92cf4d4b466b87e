import { describe, expect, test } from "vitest";
import uninterrupted from "~/browser/islands/directives/uninterrupted.ts";
import { notifyHydrated } from "~/browser/islands/support/hydration.ts";

/** An island's element, and what a listener hears that is added later, as React's are. */
function island() {
  const element = Object.assign(new EventTarget(), { dataset: {} }) as HTMLElement;
  const heard: string[] = [];
  const listen = () => {
    for (const type of ["pointerdown", "click", "keydown", "scroll"]) {
      element.addEventListener(type, () => heard.push(type), { capture: true });
    }
  };
  return { element, heard, listen };
}
const act = (element: HTMLElement, ...types: string[]) => {
  for (const type of types) element.dispatchEvent(new Event(type));
};
const options = { name: "Form", value: "" };

describe("client:uninterrupted", () => {
  test("client:uninterrupted fetches all scripts before it loads the island, and goes on where one is missing", async () => {
    const { element } = island();
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const script = (name: string) => `data:text/javascript,asked.push("${name}")`;
    element.dataset.scripts = [script("one"), script("two"), "data:text/javascript,throw(0)"].join(" ");
    await uninterrupted(async () => async () => {}, options, element);
    await expect.poll(() => asked).toEqual(["one", "two"]);
  });

  test("client:uninterrupted hides input events from the island until it is hydrated", async () => {
    const { element, heard, listen } = island();
    await uninterrupted(async () => async () => listen(), options, element);
    act(element, "pointerdown", "click", "keydown");
    expect(heard).toEqual([]);
    notifyHydrated(element);
    act(element, "pointerdown", "click", "keydown");
    expect(heard).toEqual(["pointerdown", "click", "keydown"]);
  });

  test("client:uninterrupted lets other events through", async () => {
    const { element, heard, listen } = island();
    await uninterrupted(async () => async () => listen(), options, element);
    act(element, "scroll");
    expect(heard).toEqual(["scroll"]);
  });

  test("client:uninterrupted passes a failed download on, and lets all events through from then on", async () => {
    const { element, heard, listen } = island();
    const failing = uninterrupted(() => Promise.reject(new Error("offline")), options, element);
    await expect(failing).rejects.toThrow("offline");
    listen();
    act(element, "click");
    expect(heard).toEqual(["click"]);
  });
});
