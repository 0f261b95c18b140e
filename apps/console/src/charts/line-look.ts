// The look of lines: colours of the style sheet, and dashes, so that lines differ not by colour alone.

const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [14, 5]];
const COLOURS = 5;

/** Class of a line, which has its colour. */
export function seriesClass(line: number): string {
  return `series-${(line % COLOURS) + 1}`;
}

/** Lengths of strokes and gaps; none: the line has no gaps. */
export function dashOf(line: number): readonly number[] {
  return DASHES[(line + Math.floor(line / COLOURS)) % DASHES.length] ?? [];
}
