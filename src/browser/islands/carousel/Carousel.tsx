import useEmblaCarousel from "embla-carousel-react";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";

interface CarouselProps {
  /** The name of a slide: "Testimonial". */
  item: string;
  count: number;
  /** A list marked `data-slides` with one <li> for each slide. Before hydration it scrolls natively. */
  children?: ReactNode;
}

/** A looping carousel that is turned by swipes, arrow keys and buttons. */
export function Carousel({ item, count, children }: CarouselProps) {
  const [viewport, embla] = useEmblaCarousel({ loop: true, align: "start", container: "[data-slides]" });
  const [index, setIndex] = useState(0);

  useEffect(() => {
    if (!embla) return;
    const root = embla.rootNode();
    // Start at the slide to which the visitor scrolled before hydration.
    const slideWidth = embla.slideNodes()[0]?.offsetWidth || 1;
    const scrolledIndex = Math.round(root.scrollLeft / slideWidth);
    root.scrollLeft = 0;
    embla.scrollTo(scrolledIndex, true);
    const onSelect = () => setIndex(embla.selectedScrollSnap());
    onSelect();
    embla.on("select", onSelect);
    return () => void embla.off("select", onSelect);
  }, [embla]);

  const hasReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const previous = () => embla?.scrollPrev(hasReducedMotion());
  const next = () => embla?.scrollNext(hasReducedMotion());

  function onKeyDown(event: KeyboardEvent) {
    const turn = { ArrowLeft: previous, ArrowRight: next }[event.key];
    if (!turn || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work while any element inside has the focus.
    <div className={embla ? "carousel is-live mt-8" : "carousel mt-8"} onKeyDown={onKeyDown}>
      <section
        ref={viewport}
        className="carousel-window"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
        tabIndex={0}
        aria-label={`${item}s`}
        aria-roledescription="carousel"
      >
        {children}
      </section>
      <div className="carousel-controls noscript:hidden mt-5 flex items-center">
        <TurnButton name="Previous" path="M15 5l-7 7 7 7" isReady={embla !== undefined} onTurn={previous} />
        <p className="sr-only" aria-live="polite">
          {`${item} ${index + 1} of ${count}`}
        </p>
        <ol className="carousel-line flex justify-between" aria-hidden="true">
          {Array.from({ length: count }, (_, stop) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stops never change their order.
            <li key={stop} className={stop === index ? "is-here" : undefined} />
          ))}
        </ol>
        <TurnButton name="Next" path="M9 5l7 7-7 7" isReady={embla !== undefined} onTurn={next} />
      </div>
    </div>
  );
}

interface TurnButtonProps {
  name: "Previous" | "Next";
  path: string;
  isReady: boolean;
  onTurn(): void;
}

function TurnButton({ name, path, isReady, onTurn }: TurnButtonProps) {
  return (
    <button
      type="button"
      className="carousel-turn btn-outline grid cursor-pointer"
      aria-label={name}
      disabled={!isReady}
      onClick={onTurn}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" />
      </svg>
    </button>
  );
}
