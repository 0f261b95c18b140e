// Values that are noise before three visits are known, by where they stand and how they look: a short list on purpose. A value that
// it takes for noise and that then stays the same is content again (`MAX_STOOD` in noise-of.ts).

/** Times of the visits that saw two sources, in milliseconds since the epoch. */
export interface VisitTimes {
  readonly a: number;
  readonly b: number;
}

/** A value in its source. */
export interface ValueText {
  readonly source: string;
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Maximum characters that are looked at on either side of a value. */
const MAX_BESIDE = 256;
/** Maximum distance of a time in a page from the visit that saw it: a clock that is wrong by a day, in any time zone. */
const MAX_DISTANCE = 2 * 86_400_000;
/** Minimum characters of a value that looks random. */
const MIN_RANDOM = 20;
/** Minimum runs of characters of one kind in base64, of its characters: by chance there are 0.6 of them. */
const MIN_RUNS = 0.5;

const NONCE = /\bnonce\s*=\s*["']?$/i;
const HIDDEN = /<(?:input|meta)\b[^<>]*$/i;
const TOKEN_NAME = /\b(?:name|id|property)\s*=\s*["']?[^"'\s<>]*(?:csrf|xsrf|token|nonce|viewstate|captcha)/i;
const RANDOM = /^[0-9A-Za-z+/=_-]+$/;
/** The digest of a script, and the name of a file: they tell a new content. */
const DIGEST = /\bsha(?:256|384|512)-[^"'\s]*$/;
const FILE = /^\.(?:[0-9a-z]+\.)*(?:js|mjs|css|png|jpe?g|gif|svg|webp|avif|woff2?|json|map|ico)\b/i;

/** Tells whether a value that another one replaced looks as if it changed on every visit. @param times unknown: no value is a time */
export function looksLikeNoise(a: ValueText, b: ValueText, times?: VisitTimes): boolean {
  const before = b.source.slice(Math.max(0, b.start - MAX_BESIDE), b.start);
  if (NONCE.test(before)) return true;
  const after = b.source.slice(b.end, b.end + MAX_BESIDE);
  const [tag] = HIDDEN.exec(before) ?? [];
  if (
    tag !== undefined &&
    TOKEN_NAME.test(tag + after.slice(0, (after.indexOf('>') + 1 || after.length + 1) - 1))
  ) {
    return /value\s*=\s*["']?$|content\s*=\s*["']?$/i.test(before);
  }
  const aText = a.source.slice(a.start, a.end);
  const bText = b.source.slice(b.start, b.end);
  if (times !== undefined && isNear(aText, times.a) && isNear(bText, times.b)) return true;
  return isRandom(aText) && isRandom(bText) && !FILE.test(after) && !DIGEST.test(before);
}

/** Tells whether a text is a time near another one. */
function isNear(text: string, visit: number): boolean {
  const time = /^\d{10}$/.test(text)
    ? Number(text) * 1_000
    : /^\d{13}$/.test(text)
      ? Number(text)
      : isoTime(text);
  return Math.abs(time - visit) <= MAX_DISTANCE;
}

function isoTime(text: string): number {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? Date.parse(text) : NaN;
}

/**
 * Tells whether a text is long hexadecimal with digits and letters, or long base64: capitals, other letters and digits follow each
 * other as by chance, which they do not in names such as `MainNav_rptSearchTags_liItem_6`.
 */
function isRandom(text: string): boolean {
  if (text.length < MIN_RANDOM || !RANDOM.test(text) || !/[0-9]/.test(text)) return false;
  if (/^[0-9a-f-]+$/i.test(text)) return /[a-f]/i.test(text);
  const runs = text.match(/[a-z]+|[A-Z]+|[0-9]+/g) ?? [];
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && runs.length > text.length * MIN_RUNS;
}
