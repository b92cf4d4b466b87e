import { describe, expect, test } from "vitest";
import { paymentChoices } from "~/domain/enrolment/charge.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { held, viewOf } from "../../../fixtures/enrolment-view.ts";

const shown = (view: ReturnType<typeof viewOf>) =>
  paymentChoices(view.charges).map(({ count, amount, charges }) => [count, amount.minor / 100, charges]);

describe("what can be paid next", () => {
  test("is the next payment, each further one with it, and all that is left", () => {
    expect(shown(viewOf())).toEqual([
      [1, 70_000, [2]],
      [2, 140_000, [2, 3]],
      [3, 210_000, [2, 3, 4]],
      [4, 280_000, [2, 3, 4, 5]],
      [5, 350_000, [2, 3, 4, 5, 6]],
    ]);
  });

  test("begins with everything that is due on one day", () => {
    expect(shown(viewOf({ payments: [] }))[0]).toEqual([2, 209_000, [0, 1]]);
  });

  test("is one charge at a time where staff agree on the days", () => {
    const charges = viewOf().charges.map((charge) => ({ ...charge, due: null }));
    expect(paymentChoices(charges)[0]).toMatchObject({ count: 1, charges: [2] });
  });

  test("is what is missing of a charge that was paid in part", () => {
    const part = held("TUI-20261109-BBBBBBBBBB", [2], fromMajor("NGN", 20_000));
    const [next] = paymentChoices(viewOf({ payments: [...PAID, part] }).charges);
    expect(next?.amount).toEqual(fromMajor("NGN", 50_000));
  });

  test("is nothing once everything is paid", () => {
    const rest = held("TUI-20261109-CCCCCCCCCC", [2, 3, 4, 5, 6], fromMajor("NGN", 350_000));
    expect(paymentChoices(viewOf({ payments: [...PAID, rest] }).charges)).toEqual([]);
  });
});

const PAID = [held("REG-20261102-AAAAAAAAAA", [0, 1], fromMajor("NGN", 209_000))];
