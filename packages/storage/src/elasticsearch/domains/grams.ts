/**
 * The set of one- and two-character grams of an index text, as tokens between spaces: a character is its code point in
 * hexadecimal, a pair two of them joined by `x`.
 */
export function gramTokens(text: string): string {
  const tokens: string[] = [];
  const seen = new Set<number>();
  const seenAscii = new Uint8Array(ASCII * ASCII);
  let previous = -1;
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (code < ASCII && previous < ASCII) {
      // Nearly all pairs of nearly all pages, at a fraction of a set's cost.
      if (previous >= 0) {
        const pair = previous * ASCII + code;
        if (seenAscii[pair] === 0) {
          seenAscii[pair] = 1;
          seen.add(previous * CODE_POINTS + code);
        }
      }
    } else {
      if ((code & 0xfc00) === 0xd800) {
        code = text.codePointAt(at) ?? code;
        if (code > 0xffff) at++;
      }
      if (previous >= 0) seen.add(previous * CODE_POINTS + code);
    }
    previous = code;
  }
  const characters = new Set<number>();
  if (previous >= 0) characters.add(previous);
  for (const pair of seen) {
    const first = Math.floor(pair / CODE_POINTS);
    characters.add(first);
    tokens.push(`${first.toString(16)}x${(pair % CODE_POINTS).toString(16)}`);
  }
  for (const character of characters) tokens.push(character.toString(16));
  return tokens.join(' ');
}

/** The token of one or two characters in an index text. */
export function gramToken(first: string, second?: string): string {
  const one = (first.codePointAt(0) ?? 0).toString(16);
  return second === undefined ? one : `${one}x${(second.codePointAt(0) ?? 0).toString(16)}`;
}

const ASCII = 0x80;
const CODE_POINTS = 0x110000;
