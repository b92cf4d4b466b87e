import { beforeEach, expect, test, vi } from "vitest";
import {
  popStash,
  pushStash,
  readDraft,
  saveDraft,
} from "~/browser/page-scripts/signup-form/registration-draft.ts";
import { filledRegistration } from "../../../../fixtures/enrolment.ts";
import { FakeStorage } from "../../../../fixtures/fake-storage.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", new FakeStorage());
  vi.useFakeTimers({ now: new Date("2026-11-23T09:00:00Z") });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test("what was typed before a reload is in the form again, but for a cohort that has begun", () => {
  const typed = filledRegistration({ cohort: "23 November 2026, cohort 8" });
  saveDraft(typed);
  expect(readDraft()).toEqual({ ...typed, cohort: "" });
  pushStash(typed);
  expect(popStash()).toEqual({ ...typed, cohort: "" });
  for (const cohort of ["24 November 2026, cohort 9", "Next cohort, date to be announced", ""]) {
    saveDraft({ ...typed, cohort });
    expect(readDraft()?.cohort).toBe(cohort);
  }
});
