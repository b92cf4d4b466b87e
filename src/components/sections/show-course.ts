/** Shows the course that ?course= names on /Single-course; with none or an unknown one, the courses to choose from. */

const page = document.querySelector<HTMLElement>("[data-course-page]");
const heading = page?.querySelector<HTMLElement>("[data-course-heading]");
const asked = new URLSearchParams(location.search).get("course");
const panels = [...(page?.querySelectorAll<HTMLElement>("[data-course]") ?? [])];
const chosen = panels.find((panel) => panel.dataset.course === asked);

if (page && heading) {
  if (chosen) {
    const title = chosen.dataset.title ?? "";
    heading.textContent = title;
    document.title = document.title.replace(/^[^·]+/, `${title} `);
    const crumb = page.querySelector('[aria-current="page"]');
    if (crumb) crumb.textContent = title;
    chosen.classList.add("is-chosen");
  } else if (asked) {
    page.querySelector("[data-course-unknown]")?.removeAttribute("hidden");
    page.querySelector("[data-course-lead]")?.setAttribute("hidden", "");
  }
  page.dataset.coursePage = chosen ? "course" : "chooser";
}
