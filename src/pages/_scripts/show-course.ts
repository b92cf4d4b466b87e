/** Shows the course that ?course= names on /Single-course; with none or an unknown one, the courses to choose from. */

const asked = new URLSearchParams(location.search).get("course");
let state = asked ? "unknown" : "chooser";
for (const panel of document.querySelectorAll<HTMLElement>("[data-course]")) {
  const { course, title } = panel.dataset;
  if (course !== asked) continue;
  state = "course";
  panel.classList.add("is-chosen");
  document.title = document.title.replace(/^[^·]+/, `${title} `);
  for (const place of document.querySelectorAll("h1, .crumbs span")) place.textContent = `${title}`;
}
document.documentElement.dataset.coursePage = state;

export {};
