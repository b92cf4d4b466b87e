import { runInNewContext } from "node:vm";
import { beforeEach, expect, test, vi } from "vitest";
import {
  forgetReplaced,
  removeAccess,
  requestKeyOf,
  savedView,
  saveView,
  takeLink,
} from "~/browser/enrolments/enrolment-access.ts";
import { FIND_LINK_SCRIPT, TAKE_LINK_SCRIPT } from "~/browser/page-scripts/inline-scripts.ts";
import { ENROLMENT_ID, ENROLMENT_KEY, viewOf } from "../../../fixtures/enrolment-view.ts";

const FRAGMENT = `${ENROLMENT_ID}.${ENROLMENT_KEY}`;

let page: {
  location: { hash: string; pathname: string; search: string };
  document: { documentElement: { dataset: Record<string, string> } };
  history: { replaceState(state: unknown, title: string, address: string): void };
};
let addresses: string[];

/** Opens the page, whose inline script has run. */
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

beforeEach(() => open(""));

test("a link is removed from the address before other scripts run, and can be taken once", () => {
  open(`#${FRAGMENT}`, "?currency=ngn");
  expect(addresses).toEqual(["/My-enrolment?currency=ngn"]);
  expect(takeLink()).toEqual({ id: ENROLMENT_ID, key: ENROLMENT_KEY });
  expect(page.document.documentElement.dataset).toEqual({});
  expect(takeLink()).toBeNull();
});

test("a second link in the same tab is removed from the address", () => {
  page.location.hash = `#${FRAGMENT}`;
  expect(takeLink()).toEqual({ id: ENROLMENT_ID, key: ENROLMENT_KEY });
  expect(addresses).toEqual(["/My-enrolment"]);
});

test("removing an enrolment removes the idempotency keys that would give its key again", () => {
  const key = requestKeyOf("REG-20261121-AAAAAAAAAA");
  removeAccess(ENROLMENT_ID);
  expect(requestKeyOf("REG-20261121-AAAAAAAAAA")).not.toBe(key);
});

test("a link that was cut off is unreadable and removed from the address", () => {
  open(`#${FRAGMENT.slice(0, -3)}`);
  expect(takeLink()).toBe("unreadable");
  expect(addresses).toHaveLength(1);
});

test.each([
  [`##${FRAGMENT}.`],
  [`#${FRAGMENT.toLowerCase()}`],
  [`#%3C${FRAGMENT.replace("-", "%2D")}%3E`],
  ["", `?utm_source=mail%23${FRAGMENT}`],
])(
  "a link that a mail program has changed (%j) is read and removed from the address",
  (hash, search = "") => {
    open(hash, search);
    expect(takeLink()).toMatchObject({ id: ENROLMENT_ID });
    expect(addresses).toEqual(["/My-enrolment"]);
  },
);

test.each([
  [`/My-enrolment%23${FRAGMENT}`, `/My-enrolment#${FRAGMENT}`],
  [`/my-enrolment%20/%3C${FRAGMENT}%3E`, `/My-enrolment#${FRAGMENT}%3E`],
  [`/${FRAGMENT}`, `/My-enrolment#${FRAGMENT}`],
  [`/sponsor%2523${FRAGMENT}).`, `/Sponsor#${FRAGMENT}).`],
  ["/My-enrolments", null],
  [`/desk/enrolments/${ENROLMENT_ID}`, null],
  ["/old/flyer", null],
])("the unknown address %j leads to %j", (path, expected) => {
  const location = { pathname: path, search: "", reload: vi.fn() };
  const history = { replaceState: vi.fn() };
  runInNewContext(FIND_LINK_SCRIPT, { location, history });
  expect(history.replaceState.mock.calls.map(([, , address]) => address)).toEqual(expected ? [expected] : []);
  expect(location.reload).toHaveBeenCalledTimes(expected ? 1 : 0);
});

test.each(["", "#content", "#v1.abc", "#my-enrolment"])("the anchor %j stays in the address", (hash) => {
  open(hash);
  expect(takeLink()).toBeNull();
  expect(addresses).toEqual([]);
});

test("a saved view has the learner's name and no other detail", () => {
  saveView(viewOf());
  const stored = JSON.stringify({ ...localStorage });
  for (const detail of ["ada@example.com", "8031234567", "8037654321", "Lagos", "25-29"]) {
    expect(stored).not.toContain(detail);
  }
  expect(savedView(ENROLMENT_ID)).toMatchObject({
    learner: { firstName: "Ada", lastName: "Obi", email: "" },
    charges: viewOf().charges,
    asOf: viewOf().asOf,
  });
});

test("a view that is replaced, malformed or of another version is not read", () => {
  saveView(viewOf());
  forgetReplaced(ENROLMENT_ID, "ENR-0123456789");
  expect(savedView(ENROLMENT_ID)).toBeNull();
  for (const text of [JSON.stringify({ version: 0, view: viewOf() }), "{"]) {
    localStorage.setItem(`enrolment-copies/${ENROLMENT_ID}`, text);
    expect(savedView(ENROLMENT_ID)).toBeNull();
  }
});
