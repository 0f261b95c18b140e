// Looks for short texts where they stand in the source: pages have hundreds of tags, and a string of each would be most of
// what detection leaves to collect.

const AND = 0x26;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** Whether a text in lower case stands at a place, its ASCII letters in any case. */
function standsAt(source: string, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (fold(source.charCodeAt(at + index)) !== text.charCodeAt(index)) return false;
  }
  return true;
}

/**
 * Whether a text in lower case stands from `start` on, up to `end`. Null where it does not, but might if the source said
 * what it says in other characters (see plain-tags.ts).
 */
export function standsIn(source: string, start: number, end: number, text: string): boolean | null {
  const first = text.charCodeAt(0);
  const last = end - text.length;
  let isPlain = true;
  for (let at = start; at < end; at++) {
    const unit = source.charCodeAt(at);
    if (fold(unit) === first && at <= last && standsAt(source, at, text)) return true;
    if (mayHide(unit)) isPlain = false;
  }
  return isPlain ? false : null;
}

/** What an attribute must hold; both in lower case, neither empty. */
export interface AttributeNeed {
  readonly name: string;
  readonly value: string;
}

/**
 * False if what stands at a place is the name of an attribute of which it is certain that it does not hold the value, or
 * is not met, or a longer name. True where another name stands: something else led there.
 *
 * @param isMet asked of the whole value, if it holds what is needed
 */
export function mayHoldAt(
  source: string,
  place: number,
  { name, value }: AttributeNeed,
  isMet: (whole: string) => boolean,
): boolean {
  if (!standsAt(source, place, name)) return true;
  let at = behindSpace(source, place + name.length);
  if (source.charCodeAt(at) !== EQUALS) return false;
  at = behindSpace(source, at + 1);
  const quote = source.charCodeAt(at);
  const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
  const first = value.charCodeAt(0);
  const start = isQuoted ? at + 1 : at;
  let holds = false;
  for (let from = start; from < source.length; from++) {
    const unit = source.charCodeAt(from);
    if (isQuoted ? unit === quote : unit === GREATER || isSpace(unit))
      return holds && isMet(source.slice(start, from));
    if (mayHide(unit)) return true;
    if (!holds && fold(unit) === first) holds = standsAt(source, from, value);
  }
  return holds;
}

function behindSpace(source: string, at: number): number {
  while (isSpace(source.charCodeAt(at))) at++;
  return at;
}

export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0c || unit === 0x0d;
}

/** A character reference may begin here, or it is a letter that lower case turns into ASCII. */
function mayHide(unit: number): boolean {
  return unit === AND || unit === 0x212a || unit === 0x130;
}

function fold(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}
