/** Shows the course of ?course= on /Single-course; without one, or with an unknown one, the list of courses. */

const requested = new URLSearchParams(location.search).get("course");
let state = requested ? "unknown" : "chooser";
for (const panel of document.querySelectorAll<HTMLElement>("[data-course]")) {
  const { course, title } = panel.dataset;
  if (course !== requested) continue;
  state = "course";
  panel.classList.add("is-chosen");
  document.title = document.title.replace(/^[^·]+/, `${title} `);
  for (const heading of document.querySelectorAll("h1, .crumbs span")) heading.textContent = `${title}`;
}
document.documentElement.dataset.coursePage = state;

export {};
