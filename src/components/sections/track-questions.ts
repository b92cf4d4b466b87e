/** Adds the answers up when the form is sent, and says on the page which track they point to. Nothing is kept or sent. */
import { type ChosenAnswer, recommend } from "~/domain/guidance/recommend.ts";

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector);

const form = find<HTMLFormElement>("[data-questions]");
const tracks = [...document.querySelectorAll<HTMLElement>("[data-track]")];

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const questions = [...form.querySelectorAll("fieldset")];
  const chosen = questions.map((each) => each.querySelector<HTMLInputElement>("input:checked"));
  const open = chosen.flatMap((input, index) => (input ? [] : [index]));
  tellOpen(questions, open);
  if (open.length === 0) tell(chosen.flatMap((input) => (input ? [answerOf(input)] : [])));
});

function answerOf({ dataset }: HTMLInputElement): ChosenAnswer {
  return { fits: JSON.parse(dataset.fits ?? "{}"), reason: dataset.reason ?? "" };
}

/** Names the questions without an answer, and goes to the first. */
function tellOpen(questions: readonly HTMLFieldSetElement[], open: readonly number[]): void {
  const told = find("[data-unanswered]");
  if (!told) return;
  told.hidden = open.length === 0;
  told.textContent =
    open.length === 1
      ? `Question ${(open[0] ?? 0) + 1} has no answer yet.`
      : `Questions ${open.map((index) => index + 1).join(", ")} have no answer yet.`;
  questions[open[0] ?? -1]?.querySelector("input")?.focus();
}

function tell(answers: readonly ChosenAnswer[]): void {
  const [first, second] = recommend(
    answers,
    tracks.map(({ dataset }) => dataset.track ?? ""),
  );
  const shown = find("[data-recommended]");
  const track = trackNamed(first?.track);
  if (!shown || !first || !track) return;
  const { name = "", route = "", line = "" } = track.dataset;
  shown.hidden = false;
  shown.className = `recommended card line-${line}`;
  write("[data-recommended-name]", name);
  write("[data-recommended-summary]", track.querySelector("[data-summary]")?.textContent ?? "");
  find("[data-recommended-link]")?.setAttribute("href", route);
  find("[data-recommended-reasons]")?.replaceChildren(
    ...first.reasons.map((reason) => {
      const item = document.createElement("li");
      item.textContent = reason;
      return item;
    }),
  );
  const runnerUp = find("[data-recommended-second]");
  const other = second && second.score >= first.score - 2 ? trackNamed(second.track) : undefined;
  if (runnerUp) runnerUp.hidden = !other;
  const link = runnerUp?.querySelector("a");
  if (link && other) {
    link.textContent = other.dataset.name ?? "";
    link.href = other.dataset.route ?? "";
  }
  shown.focus();
}

function trackNamed(id: string | undefined): HTMLElement | undefined {
  return tracks.find(({ dataset }) => dataset.track === id);
}

function write(selector: string, words: string): void {
  const part = find(selector);
  if (part) part.textContent = words;
}
