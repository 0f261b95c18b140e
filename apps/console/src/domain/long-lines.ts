// Long lines of a source, cut into lines of bounded length: an editor lays a line out as a whole, which takes seconds for a
// page of megabytes on one line. A cut adds one line break, so positions differ by the number of cuts before them.

/** Maximum characters of a line as it is shown, and how far before its end a cut behind a tag is looked for. */
const MAX_LINE = 2_000;
const TAG_WITHIN = 400;

export interface CutSource {
  /** The source with a line break at each cut. */
  readonly text: string;
  /** Position in `text` of an offset in the source. */
  readonly toShown: (offset: number) => number;
  /** Offset in the source of a position in `text`. */
  readonly toSource: (position: number) => number;
  /** Number in the source of a line of `text`, from 1; null: the line continues the one before. */
  readonly lineNumber: (shown: number) => number | null;
}

/** @param source its line breaks are `\n`, each one character */
export function cutLongLines(source: string): CutSource {
  /** Offsets of the cuts, and the numbers of the lines in `text` that begin with them; both ascending. */
  const cuts: number[] = [];
  const continued: number[] = [];
  const pieces: string[] = [];
  let shown = 1;
  for (let from = 0; from <= source.length; shown += 1) {
    const found = source.indexOf('\n', from);
    const end = found === -1 ? source.length : found;
    while (end - from > MAX_LINE) {
      const cut = cutAfter(source, from);
      pieces.push(source.slice(from, cut));
      cuts.push(cut);
      shown += 1;
      continued.push(shown);
      from = cut;
    }
    pieces.push(source.slice(from, end));
    from = end + 1;
  }
  return {
    text: pieces.join('\n'),
    // A cut at the offset itself comes before it.
    toShown: (offset) => offset + countUpTo(cuts, offset),
    toSource: (position) => {
      // The cut with index i is shown at cuts[i] + i.
      let [low, high] = [0, cuts.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((cuts[middle] ?? 0) + middle < position) low = middle + 1;
        else high = middle;
      }
      return position - low;
    },
    lineNumber: (line) => {
      const before = countUpTo(continued, line);
      return continued[before - 1] === line ? null : line - before;
    },
  };
}

/** End of a piece of a long line: behind its last tag if that is near enough, and never within a character. */
function cutAfter(source: string, from: number): number {
  const end = from + MAX_LINE;
  const tag = source.lastIndexOf('>', end - 1);
  if (tag >= end - TAG_WITHIN) return tag + 1;
  const isLead = (source.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isLead ? end - 1 : end;
}

/** How many of some ascending numbers are at most `value`. */
function countUpTo(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
