import { openState } from "../fixtures/open-state.ts";
import { states } from "../fixtures/states.ts";
import { expect, test } from "./fixtures.ts";
import { DESKTOP, PHONE, walk } from "./keyboard.ts";

// A recording of every press of Tab would take longer than the presses.
test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

/** Where something lies over the page. */
const covered = ["notice-open", "signup-filled", "signup-locked-course", "code-did-not-arrive"];
for (const state of states.filter(({ name }) => covered.includes(name))) {
  test(`${state.name} hides nothing that has the focus`, async ({ page, expectedErrors }) => {
    expectedErrors.push(...(state.logs ?? []));
    await openState(page, state);
    for (const window of [PHONE, DESKTOP, { width: 320, height: 225 }]) {
      await page.setViewportSize(window);
      expect((await walk(page)).unseen, `${window.width} by ${window.height}`).toEqual([]);
    }
  });
}
