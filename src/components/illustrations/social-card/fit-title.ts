/** How wide a text runs, in pixels. */
export type MeasureText = (text: string, size: number) => number;

const SIZES = [92, 84, 76, 68, 60, 52, 46] as const;
const MOST_LINES = 3;

export interface FittedTitle {
  readonly size: number;
  readonly lines: readonly string[];
}

/** The largest size at which the title takes three lines of `width` pixels, else the smallest with as many as it takes. */
export function fitTitle(title: string, width: number, measure: MeasureText): FittedTitle {
  const words = title.split(/\s+/);
  let fitted: FittedTitle = { size: SIZES[0], lines: [title] };
  for (const size of SIZES) {
    const lines: string[] = [];
    for (const word of words) {
      const longer = [...lines.slice(-1), word].join(" ");
      if (lines.length > 0 && measure(longer, size) <= width) lines.splice(-1, 1, longer);
      else lines.push(word);
    }
    fitted = { size, lines };
    if (lines.length <= MOST_LINES && lines.every((line) => measure(line, size) <= width)) break;
  }
  return fitted;
}
