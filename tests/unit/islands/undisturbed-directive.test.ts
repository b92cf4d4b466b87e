import { describe, expect, test } from "vitest";
import { tellHydrated } from "~/islands/hydration.ts";
import undisturbed from "~/islands/undisturbed-directive.ts";

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

describe("client:undisturbed", () => {
  test("asks for all scripts that its code needs before for the code, and goes on where one is missing", async () => {
    const { element } = island();
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const script = (name: string) => `data:text/javascript,asked.push("${name}")`;
    element.dataset.scripts = [script("one"), script("two"), "data:text/javascript,throw(0)"].join(" ");
    await undisturbed(async () => async () => {}, options, element);
    await expect.poll(() => asked).toEqual(["one", "two"]);
  });

  test("keeps a visitor's acts from the island until it has told that it is hydrated", async () => {
    const { element, heard, listen } = island();
    await undisturbed(async () => async () => listen(), options, element);
    act(element, "pointerdown", "click", "keydown");
    expect(heard).toEqual([]);
    tellHydrated(element);
    act(element, "pointerdown", "click", "keydown");
    expect(heard).toEqual(["pointerdown", "click", "keydown"]);
  });

  test("lets through what does not hurry it", async () => {
    const { element, heard, listen } = island();
    await undisturbed(async () => async () => listen(), options, element);
    act(element, "scroll");
    expect(heard).toEqual(["scroll"]);
  });

  test("passes a failed download on, and lets everything through from then on", async () => {
    const { element, heard, listen } = island();
    const failing = undisturbed(() => Promise.reject(new Error("offline")), options, element);
    await expect(failing).rejects.toThrow("offline");
    listen();
    act(element, "click");
    expect(heard).toEqual(["click"]);
  });
});
