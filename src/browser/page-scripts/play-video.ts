/** The address of YouTube's player without cookies. */
export function playerAddress(youtubeId: string): string {
  return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0`;
}

/** Replaces the poster with the film's player, which is in a template beside it; the film is not fetched before. */
export function playFilm(event: Event): void {
  const poster = event.target instanceof Element && event.target.closest<HTMLElement>("[data-film]");
  const template = document.querySelector<HTMLTemplateElement>("[data-film-player]");
  const player = template?.content.firstElementChild?.cloneNode(true);
  if (!poster || !(player instanceof HTMLVideoElement)) return;
  event.preventDefault();
  poster.replaceWith(player);
  player.focus();
  // Where the browser refuses, the player's own button is there.
  player.play().catch(() => undefined);
}

/** Replaces the poster with the player, which is not fetched before. Without a script the poster is a link. */
export function replacePoster(event: Event): void {
  const poster = event.target instanceof Element && event.target.closest<HTMLElement>("[data-video]");
  if (!poster) return;
  event.preventDefault();
  const player = document.createElement("iframe");
  player.className = "video";
  player.width = "640";
  player.height = "360";
  player.title = poster.dataset.title ?? "";
  player.allow = "autoplay; encrypted-media; picture-in-picture; fullscreen";
  player.referrerPolicy = "strict-origin-when-cross-origin";
  player.src = playerAddress(poster.dataset.video ?? "");
  poster.replaceWith(player);
  player.focus();
}
