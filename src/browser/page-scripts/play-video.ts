export function playerAddress(youtubeId: string): string {
  return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtubeId)}?autoplay=1&rel=0`;
}

/** Replaces the poster with the player, which is fetched only now. Without script the poster is a link. */
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
