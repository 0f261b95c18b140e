/** Offsets of a well-formed text in code points. */
export class CodePoints {
  readonly #text: string;
  /** The last offset that was given, in units and in code points. */
  #units = 0;
  #points = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Converts an offset in UTF-16 units. It costs the distance from the last one: ask for them in order. */
  at(units: number): number {
    for (; this.#units < units; this.#units++) {
      if (!this.#isSecond(this.#units)) this.#points++;
    }
    for (; this.#units > units; this.#units--) {
      if (!this.#isSecond(this.#units - 1)) this.#points--;
    }
    return this.#points;
  }

  /** Tells whether a unit is the second one of a code point. */
  #isSecond(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    return unit >= 0xdc00 && unit < 0xe000;
  }
}
