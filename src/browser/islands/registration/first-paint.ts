import type { VisitorLocation } from "~/domain/location/location.ts";

/**
 * Completes the registration form before hydration: chooses the visitor's currency and country, and disables
 * Register while a required field is empty. It observes the parser, so that the first frame shows each field
 * complete. It is an inline script and refers to nothing outside itself.
 */
function completeForm(): void {
  const root = document.documentElement;
  const island = document.currentScript?.closest("astro-island") as HTMLElement;
  const find = <T extends Element>(selector: string) => island.querySelector<T>(selector);
  let isCurrencyChosen = false;
  let isReactLost = false;

  function showCurrency(): void {
    const choice = find<HTMLInputElement>(`[name=currency][value=${root.dataset.currency?.toUpperCase()}]`);
    if (choice && !isCurrencyChosen) choice.checked = true;
  }

  function showCountry({ country_code, country_name, country_calling_code }: VisitorLocation): void {
    const list = find<HTMLSelectElement>("[name=country]");
    const index = list?.dataset.codes?.match(/../g)?.indexOf(`${country_code}`) ?? -1;
    // The list begins with the empty choice. An index of -1 means that the country is not listed or not
    // parsed yet.
    const listed = list && index < 0 ? country_name : list?.options[index + 1]?.value;
    const label = listed ? `${country_calling_code} ${listed}` : country_calling_code;
    for (const { options } of island.querySelectorAll<HTMLSelectElement>("[data-calling-code]")) {
      if (options[0] && country_calling_code) options[0].label = `${label}`;
    }
    if (!list || list.value || list === document.activeElement) return;
    if (listed && !sessionStorage.getItem("registration-draft")) list.value = listed;
    // Setting a value that the list lacks deselects everything, so the empty choice is selected again.
    if (list.selectedIndex < 0) list.value = "";
  }

  function showVisitor(): void {
    // The edge sends a refused form back at another address, with its fields filled in.
    if (location.pathname !== "/Signup") return;
    try {
      const visitor: VisitorLocation | null = JSON.parse(`${localStorage.getItem("location")}`);
      if (visitor || localStorage.getItem("currency")) showCurrency();
      if (visitor) showCountry(visitor);
    } catch {
      // Storage is blocked, or holds something else.
    }
  }

  /** Shows whether Register can be pressed. @returns whether it is disabled */
  function showRegister(): boolean {
    const register = find("[type=submit]");
    if (!register || !island.hasAttribute("ssr")) return false;
    // An invalid e-mail address does not disable Register. It is reported after the press.
    const optional = find("[name=sameNumber]:checked") ? "[type=email], [name=whatsapp]" : "[type=email]";
    const isDisabled = !isReactLost && find(`:required:invalid:not(${optional})`) !== null;
    register.setAttribute("aria-disabled", `${isDisabled}`);
    return isDisabled;
  }

  const observer = new MutationObserver(() => {
    if (!island.hasAttribute("ssr")) return observer.disconnect();
    showVisitor();
    showRegister();
  });
  observer.observe(island, { childList: true, subtree: true });
  observer.observe(root, { attributeFilter: ["data-currency", "data-country"] });
  island.addEventListener("input", showRegister);
  island.addEventListener("change", ({ target }) => {
    isCurrencyChosen ||= (target as HTMLInputElement).name === "currency";
  });
  // The press has hydrated the form, which then says what is missing.
  island.addEventListener("submit", (event) => {
    if (showRegister()) event.preventDefault();
  });
  island.addEventListener("astro:hydration-error", () => {
    isReactLost = true;
    showRegister();
  });
}

export const FIRST_PAINT_SCRIPT = `(${completeForm})()`;
