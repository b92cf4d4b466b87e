export function playerAddress(youtubeId: string): string {
  return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0`;
}

/** Replaces the poster with the player, which is fetched only now. Without script the poster is a link. */
export function replacePoster(event: Event): void {
  const poster = event.target instanceof Element && event.target.closest<HTMLElement>("[data-video]");
  if (!poster) return;
  event.preventDefault();
  const player = Object.assign(document.createElement("iframe"), {
    className: "video",
    width: "640",
    height: "360",
    title: poster.dataset.title ?? "",
    allow: "autoplay; encrypted-media; picture-in-picture; fullscreen",
    referrerPolicy: "strict-origin-when-cross-origin",
    src: playerAddress(poster.dataset.video ?? ""),
  });
  poster.replaceWith(player);
  player.focus();
}
