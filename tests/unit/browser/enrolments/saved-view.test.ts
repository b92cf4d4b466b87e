import { beforeEach, expect, test, vi } from "vitest";
import { removeView, savedView, saveView } from "~/browser/enrolments/enrolment-access.ts";
import { ENROLMENT_ID, viewOf } from "../../../fixtures/enrolment-view.ts";
import { FakeStorage } from "../../../fixtures/fake-storage.ts";

beforeEach(() => vi.stubGlobal("localStorage", new FakeStorage()));

test("the copy for reading without a network has the learner's name and no other detail", () => {
  saveView(viewOf());
  const kept = JSON.stringify({ ...localStorage });
  for (const detail of ["ada@example.com", "8031234567", "8037654321", "Lagos", "25-29"]) {
    expect(kept).not.toContain(detail);
  }
  expect(savedView(ENROLMENT_ID)).toMatchObject({
    learner: { firstName: "Ada", lastName: "Obi", email: "" },
    charges: viewOf().charges,
    asOf: viewOf().asOf,
  });
});

test("a copy that is forgotten, of another version or malformed reads as none", () => {
  saveView(viewOf());
  removeView(ENROLMENT_ID);
  expect(savedView(ENROLMENT_ID)).toBeNull();
  localStorage.setItem(`enrolment-copies/${ENROLMENT_ID}`, JSON.stringify({ version: 0, view: viewOf() }));
  expect(savedView(ENROLMENT_ID)).toBeNull();
  localStorage.setItem(`enrolment-copies/${ENROLMENT_ID}`, "{");
  expect(savedView(ENROLMENT_ID)).toBeNull();
});
