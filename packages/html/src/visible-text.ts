/** Maximum characters of a page's visible text; real pages have far less. */
const MAX_CHARACTERS = 1_024 * 1_024;

/** Separates lines in `VisibleText.lines`. Pages hardly ever have it themselves, and `\s` matches it. */
export const LINE_END = '\u2028';

/** Elements whose content is not visible or is not running text. */
export const UNSEEN = new Set(
  'script style noscript template title iframe noembed noframes textarea select svg math object audio video canvas xmp plaintext'.split(
    ' ',
  ),
);
/** Elements that do not begin a new line. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr o:p path q s samp small ' +
    'span strike strong sub sup svg time tt u use var wbr'
  ).split(' '),
);

/** Whether a range of a source is only white space of ASCII. */
export function isBlank(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== 0x20 && (unit < 0x09 || unit > 0x0d)) return false;
  }
  return true;
}

/** Visible text of a page, and where in the markup it is. */
export interface VisibleText {
  /** Visible text in which `LINE_END` separates lines, and one blank the texts that tags within a line separate. */
  readonly lines: string;
  /** Index of the start tag of the element that a position of `lines` is in; -1 for none. */
  readonly elementAt: (at: number) => number;
  /** Text of the elements whose start tags have these indexes, both included. */
  readonly textWithin: (first: number, last: number) => string;
}

/** Collects the visible text of a page run by run. */
export class TextCollector {
  readonly #runs: string[] = [];
  /** Offset of each run in the joined text, and index of the start tag of its element; -1 for none. */
  #offsets = new Int32Array(256);
  /** Whether each run begins a line. */
  readonly #beginsLine: boolean[] = [];
  #length = 0;

  /**
   * Adds a run of text.
   *
   * @param element index of the start tag of the element that it is in
   */
  add(run: string, element: number, beginsLine: boolean): void {
    if (run === '' || this.#length >= MAX_CHARACTERS) return;
    const at = this.#runs.length * 2;
    if (at === this.#offsets.length) {
      const offsets = new Int32Array(at * 2);
      offsets.set(this.#offsets);
      this.#offsets = offsets;
    }
    this.#offsets[at] = this.#length;
    this.#offsets[at + 1] = element;
    this.#runs.push(run);
    this.#beginsLine.push(beginsLine);
    this.#length += run.length + 1;
  }

  /** Index of the start tag of the element that a position of `text` is in; -1 for none. */
  elementAt(at: number): number {
    if (this.#runs.length === 0) return -1;
    return this.#offsets[runAt(this.#offsets.subarray(0, this.#runs.length * 2), at) * 2 + 1] ?? -1;
  }

  /** All runs, separated by blanks. */
  text(): string {
    return this.#runs.join(' ').slice(0, MAX_CHARACTERS);
  }

  visibleText(): VisibleText {
    const separated = this.#runs.map((run, at) =>
      at === 0 ? run : (this.#beginsLine[at] === true ? LINE_END : ' ') + run,
    );
    const offsets = this.#offsets.subarray(0, this.#runs.length * 2);
    return {
      lines: separated.join('').slice(0, MAX_CHARACTERS),
      elementAt: (at) => this.elementAt(at),
      textWithin: (first, last) =>
        this.#runs
          .filter((_, at) => {
            const element = offsets[at * 2 + 1] ?? -1;
            return element >= first && element <= last;
          })
          .join(' '),
    };
  }
}

/** Index of the last run that begins at or before a position. */
function runAt(offsets: Int32Array, at: number): number {
  let low = 0;
  let high = offsets.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle * 2] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
