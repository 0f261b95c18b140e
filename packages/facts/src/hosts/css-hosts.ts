/** A reference in a style sheet to something that is loaded. */
const REFERENCE =
  /(?:(@import)\s{0,9}(?:url\(\s{0,9})?|url\(\s{0,9})["']?((?:https?:)?\/\/[^\s"'()]{1,2048})/gi;
const COMMENT = '/*';
const FONT_FACE = '@font-face';

/** Finds the references with a host in a style sheet, or in a style attribute. Takes time that is linear in its length. */
export function visitCssReferences(
  css: string,
  visit: (kind: 'font' | 'image' | 'style', reference: string) => void,
): void {
  if (!css.includes('//')) return;
  const comments = new Ranges(css, COMMENT, '*/');
  const fonts = new Ranges(css, FONT_FACE, '}');
  REFERENCE.lastIndex = 0;
  for (let found = REFERENCE.exec(css); found !== null; found = REFERENCE.exec(css)) {
    const [, imported, reference = ''] = found;
    if (comments.hold(found.index)) continue;
    visit(imported !== undefined ? 'style' : fonts.hold(found.index) ? 'font' : 'image', reference);
  }
}

/** Ranges of a text from one mark to the next end, looked at from its beginning to its end. */
class Ranges {
  readonly #text: string;
  readonly #mark: string;
  readonly #close: string;
  #start: number;
  #end = 0;

  constructor(text: string, mark: string, close: string) {
    this.#text = text;
    this.#mark = mark;
    this.#close = close;
    this.#start = text.indexOf(mark);
  }

  /** Tells whether an offset is within a range. @param at not before that of the last call */
  hold(at: number): boolean {
    while (this.#start !== -1 && this.#start <= at) {
      if (this.#end <= this.#start) {
        const end = this.#text.indexOf(this.#close, this.#start + this.#mark.length);
        this.#end = end === -1 ? this.#text.length : end;
      }
      if (at < this.#end) return true;
      this.#start = this.#text.indexOf(this.#mark, this.#end);
    }
    return false;
  }
}
