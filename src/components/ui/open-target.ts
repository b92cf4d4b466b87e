/** Opens the section that the address names, and what it stands in: /Faqs#faq-3, /course/advanced#week-5. */

function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id ? document.getElementById(id) : null;
  if (!(target instanceof HTMLDetailsElement)) return;
  for (
    let section: Element | null | undefined = target;
    section;
    section = section.parentElement?.closest("details")
  ) {
    if (section instanceof HTMLDetailsElement) section.open = true;
  }
  target.scrollIntoView();
}

openTarget();
addEventListener("hashchange", openTarget);
