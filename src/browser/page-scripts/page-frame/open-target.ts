/** Opens the <details> of the address's hash, and those around it: /Faqs#faq-3, /course/advanced#week-5. */

function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.matches("details")) return;
  for (let section = target.closest("details"); section; ) {
    section.open = true;
    section = section.parentElement?.closest("details") ?? null;
  }
  target.scrollIntoView();
}

openTarget();
addEventListener("hashchange", openTarget);
