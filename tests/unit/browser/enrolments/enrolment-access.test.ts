import { runInNewContext } from "node:vm";
import { beforeEach, expect, test, vi } from "vitest";
import { removeView, savedView, saveView, takeLink } from "~/browser/enrolments/enrolment-access.ts";
import { TAKE_LINK_SCRIPT } from "~/domain/enrolment/enrolment-key.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";
import { FakeStorage } from "../../../fixtures/fake-storage.ts";

const FRAGMENT = `${ENROLMENT_ID}.${ENROLMENT_KEY}`;

let page: {
  location: { hash: string; pathname: string; search: string };
  document: { documentElement: { dataset: Record<string, string> } };
  history: { replaceState(state: unknown, title: string, address: string): void };
};
let addresses: string[];

/** The page as it is opened: its inline script has run. */
function open(hash: string, search = ""): void {
  addresses = [];
  page = {
    location: { hash, pathname: "/My-enrolment", search },
    document: { documentElement: { dataset: {} } },
    history: {
      replaceState: (_, __, address) => {
        addresses.push(address);
        page.location.hash = "";
      },
    },
  };
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value);
  runInNewContext(TAKE_LINK_SCRIPT, page);
}

beforeEach(() => {
  open("");
  vi.stubGlobal("localStorage", new FakeStorage());
});

test("a link leaves the address before the page's script runs, and can be taken once", () => {
  open(`#${FRAGMENT}`, "?currency=ngn");
  expect(addresses).toEqual(["/My-enrolment?currency=ngn"]);
  expect(takeLink()).toEqual({ id: ENROLMENT_ID, key: ENROLMENT_KEY });
  expect(page.document.documentElement.dataset).toEqual({});
  expect(takeLink()).toBeNull();
});

test("a second link that is opened in the same tab leaves the address as well", () => {
  page.location.hash = `#${FRAGMENT}`;
  expect(takeLink()).toEqual({ id: ENROLMENT_ID, key: ENROLMENT_KEY });
  expect(addresses).toEqual(["/My-enrolment"]);
});

test("a link that was cut off is none, and leaves the address all the same", () => {
  open(`#${FRAGMENT.slice(0, -3)}`);
  expect(takeLink()).toBe("unreadable");
  expect(addresses).toHaveLength(1);
});

test.each(["", "#content", "#v1.abc"])(
  "a place on the page (%j) is no link, and stays in the address",
  (hash) => {
    open(hash);
    expect(takeLink()).toBeNull();
    expect(addresses).toEqual([]);
  },
);

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
  for (const text of [JSON.stringify({ version: 0, view: viewOf() }), "{"]) {
    localStorage.setItem(`enrolment-copies/${ENROLMENT_ID}`, text);
    expect(savedView(ENROLMENT_ID)).toBeNull();
  }
});
