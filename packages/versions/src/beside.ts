/** A value in its source. */
export interface ValueText {
  readonly source: string;
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A kind of position in a source. */
type Position =
  /** A quoted or unquoted value of an attribute, a parameter or a script, or a part of it. */
  | 'value'
  /** A part of the path of a URL, or of what looks like one. */
  | 'path'
  | 'comment'
  /** A part of a tag, but not of the value of an attribute. */
  | 'tag'
  | 'text';

/** All that is looked at of what stands around a value. */
export interface Beside {
  /** Texts before and after it, of bounded length. */
  readonly before: string;
  readonly after: string;
  readonly position: Position;
  /** The name that the value has there, in words of small letters: `session id` for `sessionId=`; empty if it has none. */
  readonly name: string;
  /** The tag that it stands in, up to its end; empty if it stands in none. */
  readonly tag: string;
}

/** Maximum characters that are looked at on either side of a value. */
const MAX_BESIDE = 256;
/** The name before a value: of an attribute, a parameter, a variable or a property. */
const NAME =
  /(?:^|[^\w$.-])([\w$.-]{1,64})(?:["'\]]|\\["']|&quot;)?\s{0,4}(?:[:=]|=>)\s{0,4}(?:["'`]|\\["']|&quot;)?$/;
/** The part before a value that has no white space, quotes, or signs that end a part of a URL. */
const OWN_START = /[^\s<>"'`=?&#]*$/;
/** A comment for readers: code stands in comments, too. */
const COMMENT = /^<!--(?:(?! = |=["'])[^;{}])*$/;

/** Reads all that is looked at around a value. */
export function besideOf({ source, start, end }: ValueText): Beside {
  const before = source.slice(Math.max(0, start - MAX_BESIDE), start);
  const after = source.slice(end, end + MAX_BESIDE);
  const opened = before.lastIndexOf('<');
  const isInTag = opened > before.lastIndexOf('>') && /^<[a-z/]/i.test(before.slice(opened, opened + 2));
  const comment = before.lastIndexOf('<!--');
  const isComment = comment > before.lastIndexOf('-->') && COMMENT.test(before.slice(comment));
  const own = OWN_START.exec(before)?.index ?? before.length;
  const closed = after.indexOf('>');
  return {
    before,
    after,
    position: positionOf(before, own, isComment, isInTag),
    name: wordsOf(NAME.exec(before)?.[1] ?? NAME.exec(before.slice(0, own))?.[1] ?? ''),
    tag: isInTag ? before.slice(opened) + (closed === -1 ? after : after.slice(0, closed)) : '',
  };
}

/** @param own offset of what belongs to the value, in the text before it */
function positionOf(before: string, own: number, isComment: boolean, isInTag: boolean): Position {
  const sign = before[own - 1] ?? '';
  // What is a parameter of a URL is not in its path.
  if (/\/|%2f/i.test(before.slice(own)) && !'?&#'.includes(sign)) return 'path';
  if (isComment) return 'comment';
  if (sign !== '' && '"\'`=?&#'.includes(sign)) return 'value';
  return isInTag ? 'tag' : 'text';
}

/** Words of a name in small letters, with a space between two. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replaceAll(/[\W_$]+/g, ' ')
    .trim()
    .toLowerCase();
}
