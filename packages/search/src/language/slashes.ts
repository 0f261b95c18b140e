// Text between slashes, which is a pattern or a path.

/** A character of which one makes a text between slashes a pattern. */
const PATTERN_CHARACTER = /[\\^$.*+?{}[\]()|]/;
/** Those of them that paths and addresses rarely have. */
const SURE_PATTERN_CHARACTER = /[\\^$*+{}[\]|]/;
const FLAGS = /[a-zA-Z]{0,6}(?=[\s)|]|$)/y;
const KNOWN_FLAGS = /^[gimsu]+$/;

/** A text between slashes, with the letters behind it. */
export interface Slashes {
  readonly inner: string;
  readonly flags: string;
  readonly isPattern: boolean;
}

/** End of a text between slashes that begins there; null: it is a path, or another word. */
export function endOfSlashes(text: string, from: number): number | null {
  if (text[from + 1] === '/') return null;
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '/') {
      FLAGS.lastIndex = at + 1;
      const flags = FLAGS.exec(text)?.[0];
      const inner = text.slice(from + 1, at);
      if (flags === undefined || !mayFollow(inner, flags)) continue;
      const isPath = /\//.test(inner.replaceAll(/\\./g, '')) && !SURE_PATTERN_CHARACTER.test(inner);
      return isPath ? null : at + 1 + flags.length;
    }
  }
  return null;
}

/** Whether letters behind a slash are flags: those of `/en/us` are not. */
function mayFollow(inner: string, flags: string): boolean {
  if (flags === '') return true;
  return KNOWN_FLAGS.test(flags) && (PATTERN_CHARACTER.test(inner) || flags.includes('i'));
}

/** @param written from the first slash to the flags */
export function readSlashes(written: string): Slashes {
  const end = written.lastIndexOf('/');
  const inner = written.slice(1, end);
  const flags = written.slice(end + 1);
  return { inner, flags, isPattern: flags !== '' || PATTERN_CHARACTER.test(inner) };
}
