/** Runs in the page. @returns links outside of sentences that are smaller than 44 by 44 pixels, one line each */
export function smallLinks(): string[] {
  const SMALLEST = 44;
  // Half a pixel is lost in rounding.
  const SLACK = 0.5;
  return [...document.querySelectorAll<HTMLElement>("a[href]")].flatMap((link) => {
    if (link.tabIndex < 0 || !link.checkVisibility({ visibilityProperty: true }) || isInSentence(link))
      return [];
    // A card's link covers the whole card.
    const coversCard = getComputedStyle(link, "::after").position === "absolute";
    const { width, height } = ((coversCard && link.offsetParent) || link).getBoundingClientRect();
    const isLarge = Math.min(width, height) >= SMALLEST - SLACK;
    return isLarge
      ? []
      : [`"${link.textContent.trim()}" is ${Math.round(width)} by ${Math.round(height)} px`];
  });

  function isInSentence(link: Element): boolean {
    let block = link.parentElement;
    while (block && ["inline", "contents"].includes(getComputedStyle(block).display))
      block = block.parentElement;
    return (
      block !== null && lettersOf(block) !== lettersOf(link) && getComputedStyle(link).display === "inline"
    );
  }

  function lettersOf(element: Element): string {
    return element.textContent.replace(/\s+/g, "");
  }
}
