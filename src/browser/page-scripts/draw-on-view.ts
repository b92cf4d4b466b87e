/** Starts the drawing of each `data-draw` picture's lines once, when a quarter of it is in view. */
export function drawOnView(root: ParentNode): void {
  const pictures = root.querySelectorAll("[data-draw]:not(.is-drawn)");
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        target.classList.add("is-drawn");
        observer.unobserve(target);
      }
    },
    { threshold: 0.25 },
  );
  for (const picture of pictures) observer.observe(picture);
}
