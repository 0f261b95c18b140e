/** A position in a text that moves forward. */
export class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** The next character, '' at the end. */
  peek(): string {
    return this.isAtEnd ? '' : String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
  }

  next(): string {
    const char = this.peek();
    this.at += char.length;
    return char;
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Moves behind a text if it is the next. @returns whether it is */
  skip(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Moves behind a match that begins here. @param sticky with flag y */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}
