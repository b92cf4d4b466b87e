import { openState, wakeAll } from "../fixtures/open-state.ts";
import { wakeForm } from "../fixtures/registration-form.ts";
import { kinds } from "../fixtures/routes.ts";
import { states } from "../fixtures/states.ts";
import { expect, test } from "./fixtures.ts";
import { walk, walkContent } from "./keyboard.ts";

// A recording of every press of Tab would take longer than the presses.
test.use({ trace: "off", contextOptions: { reducedMotion: "reduce" } });

for (const [screen, width, height] of [
  ["a phone", 360, 740],
  ["a desktop", 1280, 900],
] as const) {
  test(`on ${screen} Tab reaches every control on every kind of page, and the focused one is in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const [index, path] of kinds.entries()) {
      await openState(page, { name: path, path });
      await wakeAll(page);
      // Its list of what is missing comes with React, at the first key in the form.
      if (path === "/Signup") await wakeForm(page);
      expect(await (index === 0 ? walk : walkContent)(page), path).toEqual({ unseen: [], missed: [] });
    }
  });
}

/** Where something lies over the page. */
const covered = ["notice-open", "signup-filled", "signup-locked-course", "code-did-not-arrive"];
for (const state of states.filter(({ name }) => covered.includes(name))) {
  for (const [width, height] of [
    [360, 740],
    [1280, 900],
    [320, 225],
  ] as const) {
    test(`${state.name} hides nothing that has the focus from a window of ${width} by ${height}`, async ({
      page,
      expectedErrors,
    }) => {
      expectedErrors.push(...(state.logs ?? []));
      await page.setViewportSize({ width, height });
      await openState(page, state);
      expect((await walk(page)).unseen).toEqual([]);
    });
  }
}
