import { expect, test } from "vitest";
import { $currencyChoice, syncRootAttributes } from "~/browser/stores/currency.ts";
import { $location } from "~/browser/stores/location.ts";

test("the page's attributes follow the country and the choice by hand", () => {
  const attributes = new Set<string>();
  const dataset: Record<string, string> = {};
  syncRootAttributes({
    dataset,
    toggleAttribute: (name: string, isOn: boolean) => (isOn ? attributes.add(name) : attributes.delete(name)),
  } as unknown as HTMLElement);
  const market = () => ({ currency: dataset.currency, isNigeria: attributes.has("data-nigeria") });

  expect(market()).toEqual({ currency: "usd", isNigeria: false });
  $location.set({ country_name: "Nigeria" });
  expect(market()).toEqual({ currency: "ngn", isNigeria: true });
  $currencyChoice.set("USD");
  expect(market()).toEqual({ currency: "usd", isNigeria: true });
  $location.set({ country_name: "Ghana" });
  $currencyChoice.set("NGN");
  expect(market()).toEqual({ currency: "ngn", isNigeria: false });
});
