import { $currency, $currencyChoice } from "~/browser/stores/currency.ts";
import { CURRENCIES } from "~/domain/money/money.ts";

/** The currency to pay in: the one in which the page shows its prices, and a choice of it for the page. */
export function bindCurrency(form: HTMLFormElement, signal: AbortSignal): void {
  const choices = [...form.querySelectorAll<HTMLInputElement>("[name=currency]")];
  const choose = ({ value }: HTMLInputElement) =>
    $currencyChoice.set(CURRENCIES.find((currency) => currency === value) ?? null);
  const chosenBefore = choices.find(({ checked }) => checked);
  if (chosenBefore && chosenBefore.value !== $currency.get()) choose(chosenBefore);
  for (const choice of choices) choice.addEventListener("input", () => choose(choice), { signal });
  $currency.subscribe((currency) => {
    for (const choice of choices) choice.checked = choice.value === currency;
  });
}
