// A place in the text of a query that is read, and what all languages have: quotes, depth, and faults with their column.

/** A text that is not a query of its engine; the message says where and why. */
export class UnreadableQuery extends Error {
  override readonly name = 'UnreadableQuery';
}

/** Maximum characters of a query, groups within each other included. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 50;

export class Scanner {
  readonly text: string;
  at = 0;
  #depth = 0;

  /** @throws UnreadableQuery if the text is too long */
  constructor(text: string) {
    if (text.length > MAX_LENGTH) {
      throw new UnreadableQuery(
        `it has ${text.length} characters; a query that is read has at most ${MAX_LENGTH}`,
      );
    }
    this.text = text;
  }

  /** Whether this is inside of a group or a negation. */
  get isWithin(): boolean {
    return this.#depth > 0;
  }

  get next(): string {
    return this.text[this.at] ?? '';
  }

  get isEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The text that was read since a position. */
  since(from: number): string {
    return this.text.slice(from, this.at);
  }

  skipSpace(): void {
    while (/\s/.test(this.next)) this.at += 1;
  }

  /** The match at this position. @param pattern a sticky one */
  matched(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  /** Reads the match at this position. @param pattern a sticky one */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = this.matched(pattern);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  /**
   * Reads a text from an opening to a closing character.
   *
   * @param keepsEscapes whether a backslash stays before what it escapes, but for the closing character itself
   * @throws UnreadableQuery
   */
  enclosed(close: string, keepsEscapes = false): string {
    const from = this.at;
    let text = '';
    for (let at = this.at + 1; at < this.text.length; at++) {
      const character = this.text[at] ?? '';
      if (character === close) {
        this.at = at + 1;
        return text;
      }
      const escaped = this.text[at + 1] ?? '';
      if (character === '\\' && (escaped === close || escaped === '\\')) {
        text += keepsEscapes && escaped !== close ? `\\${escaped}` : escaped;
        at++;
      } else {
        text += character;
      }
    }
    throw this.fault(`${close === '/' ? 'a pattern' : 'a quote'} is not closed`, from);
  }

  /** Reads a part that is within the one that is read. @throws UnreadableQuery */
  deeper<Value>(read: () => Value): Value {
    if (this.#depth >= MAX_DEPTH) throw this.fault(`this is inside of ${MAX_DEPTH} groups and negations`);
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  fault(problem: string, at = this.at): UnreadableQuery {
    return new UnreadableQuery(`at column ${at + 1}, ${problem}`);
  }
}
