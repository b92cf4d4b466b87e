import { beforeEach, expect, test, vi } from "vitest";
import {
  popStash,
  pushStash,
  readDraft,
  saveDraft,
} from "~/browser/islands/registration/registration-draft.ts";
import { filledRegistration } from "../../../../fixtures/enrolment.ts";
import { FakeStorage } from "../../../../fixtures/fake-storage.ts";

const isOver = (cohort: string) => cohort === "cohort-8";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", new FakeStorage());
  vi.useFakeTimers({ now: new Date("2026-11-23T09:00:00Z") });
  return () => {
    vi.useRealTimers();
  };
});

test("what was typed before a reload is in the form again, but for a cohort that is over", () => {
  const typed = filledRegistration({ cohort: "cohort-8" });
  saveDraft(typed);
  expect(readDraft(isOver)).toEqual({ ...typed, cohort: "" });
  pushStash(typed);
  expect(popStash(isOver)).toEqual({ ...typed, cohort: "" });
  for (const cohort of ["cohort-9", "to-be-announced", ""]) {
    saveDraft({ ...typed, cohort });
    expect(readDraft(isOver)?.cohort).toBe(cohort);
  }
});
