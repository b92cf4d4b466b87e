import { expect, test } from "vitest";
import { requireReference } from "~/content/queries/require-entry.ts";

test("a reference that leads nowhere stops a build that the content check did not stop", () => {
  expect(() => requireReference([{ id: "devops-full" }], "devops-ful")).toThrow(
    /"devops-ful".*content:check/,
  );
  expect(requireReference([{ id: "devops-full" }], "devops-full")).toEqual({ id: "devops-full" });
});
