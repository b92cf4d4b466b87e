/** Recommends a track on the page when the form is submitted. The answers are neither stored nor sent. */
import { type ChosenAnswer, recommend } from "~/domain/guidance/recommend.ts";
import { requireElement } from "./require-element.ts";

/** The largest distance in points from the first track at which a second one is shown. */
const MAX_DISTANCE = 2;

const form = requireElement("[data-questions]");
const tracks = [...document.querySelectorAll<HTMLElement>("[data-track]")];

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const questions = [...form.querySelectorAll("fieldset")];
  const chosen = questions.map((question) => question.querySelector<HTMLInputElement>("input:checked"));
  const unanswered = chosen.flatMap((input, index) => (input ? [] : [index]));
  showUnanswered(questions, unanswered);
  if (unanswered.length === 0)
    showRecommendation(chosen.flatMap((input) => (input ? [answerOf(input)] : [])));
});

function answerOf({ dataset }: HTMLInputElement): ChosenAnswer {
  return { fits: JSON.parse(dataset.fits ?? "{}"), reason: dataset.reason ?? "" };
}

/** Lists the unanswered questions, and focuses the first. */
function showUnanswered(questions: readonly HTMLFieldSetElement[], unanswered: readonly number[]): void {
  const error = requireElement("[data-unanswered]");
  error.hidden = unanswered.length === 0;
  error.textContent =
    unanswered.length === 1
      ? `Question ${(unanswered[0] ?? 0) + 1} has no answer yet.`
      : `Questions ${unanswered.map((index) => index + 1).join(", ")} have no answer yet.`;
  questions[unanswered[0] ?? -1]?.querySelector("input")?.focus();
}

function showRecommendation(answers: readonly ChosenAnswer[]): void {
  const [first, second] = recommend(
    answers,
    tracks.map(({ dataset }) => dataset.track ?? ""),
  );
  const section = requireElement("[data-recommended]");
  const track = findTrack(first?.track);
  if (!first || !track) return;
  const { name = "", route = "" } = track.dataset;
  section.hidden = false;
  // Other answers may have shown another track before.
  section.classList.remove(...tracks.map(({ className }) => className));
  section.classList.add(track.className);
  requireElement("[data-recommended-name]").textContent = name;
  requireElement("[data-recommended-summary]").textContent =
    track.querySelector("[data-summary]")?.textContent ?? "";
  requireElement("[data-recommended-link]").setAttribute("href", route);
  requireElement("[data-recommended-reasons]").replaceChildren(
    ...first.reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason })),
  );
  const runnerUp = requireElement("[data-recommended-second]");
  const secondTrack =
    second && second.score >= first.score - MAX_DISTANCE ? findTrack(second.track) : undefined;
  runnerUp.hidden = !secondTrack;
  const link = runnerUp.querySelector("a");
  if (link && secondTrack) {
    link.textContent = secondTrack.dataset.name ?? "";
    link.href = secondTrack.dataset.route ?? "";
  }
  section.focus();
}

function findTrack(id: string | undefined): HTMLElement | undefined {
  return tracks.find(({ dataset }) => dataset.track === id);
}
