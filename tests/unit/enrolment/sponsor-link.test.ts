import { describe, expect, test } from "vitest";
import { openSealed, sealRegistration } from "~/domain/enrolment/sponsor-link.ts";
import { filledRegistration } from "../../fixtures/enrolment.ts";

const now = new Date("2026-11-21T09:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const registration = filledRegistration({ firstname: "Adaobi", lastname: "Ọlá" });

/** The fragment with one character of one of its parts changed. */
function bent(fragment: string, part: number): string {
  return fragment
    .split(".")
    .map((text, index) => (index === part ? `${text[0] === "A" ? "B" : "A"}${text.slice(1)}` : text))
    .join(".");
}

describe("a sponsor's link", () => {
  test("opens to the form that was filled in", async () => {
    const fragment = await sealRegistration(registration, now);
    expect(await openSealed(fragment, later(1))).toEqual({ status: "open", registration });
  });

  test("lets nobody read the learner's details in the address", async () => {
    const fragment = await sealRegistration(registration, now);
    expect(fragment).toMatch(/^v1(\.[\w-]+){3}$/);
    const parts = fragment.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"));
    for (const typed of ["Adaobi", "ada@example.com", "2348012345678", "Lagos", "devops"]) {
      for (const part of [fragment, ...parts]) expect(part).not.toContain(typed);
    }
  });

  test("is another one each time, so that two links do not tell that they are for the same person", async () => {
    expect(await sealRegistration(registration, now)).not.toBe(await sealRegistration(registration, now));
  });

  test("is good for 30 days", async () => {
    const fragment = await sealRegistration(registration, now);
    expect((await openSealed(fragment, later(30))).status).toBe("open");
    expect((await openSealed(fragment, later(30.01))).status).toBe("expired");
  });

  test("that was changed, cut off or made up is not read", async () => {
    const fragment = await sealRegistration(registration, now);
    for (const broken of [bent(fragment, 1), bent(fragment, 2), bent(fragment, 3), fragment.slice(0, -9)]) {
      expect(await openSealed(broken, now)).toEqual({ status: "unreadable" });
    }
    for (const other of ["", "week-5", "v1.a.b.c", `v2${fragment.slice(2)}`, `${fragment}.x`]) {
      expect(await openSealed(other, now)).toEqual({ status: "unreadable" });
    }
  });
});
