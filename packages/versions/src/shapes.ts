// What a value that changed looks like. Only what has the shape of a nonce, a token, a digest, a cache buster, a counter, a time or an id
// of a session or a request can be noise: words, prices and headlines never are, however often they change.
import { type Beside, besideOf, type ValueText } from './beside.ts';
import { FORM, hasForm, MAX_VALUE_LENGTH } from './forms.ts';
import { identifies } from './identities.ts';
import { isRisingCount, numberAround, type NumberText } from './numbers.ts';

/** Times of the visits that saw two sources, in milliseconds since the epoch. */
export interface VisitTimes {
  readonly a: number;
  readonly b: number;
}

/** The looks of a value that another one replaced. */
export interface Shape {
  /** Forms of values that may stand there, by bits of `FORM`; 0: it is content. */
  readonly forms: number;
  /** True if it is noise although no third visit was compared. */
  readonly isCertain: boolean;
}

const CONTENT: Shape = { forms: 0, isCertain: false };

/** Maximum distance of a time in a page from the visit that saw it: a clock that is wrong by a day, in any time zone. */
const MAX_DISTANCE = 2 * 86_400_000;
/** Minimum characters of a random value without a name in a text, in a value, and where a name tells it. */
const MIN_RANDOM_IN_TEXT = 16;
const MIN_RANDOM = 8;
const MIN_NAMED = 4;
/** Minimum characters of a random value in the id of an element. */
const MIN_ELEMENT_ID = 13;
/** Minimum digits of a number that has no name, in the query of a URL. */
const MIN_QUERY_DIGITS = 5;
/** Minimum digits of a fraction that quantities do not have. */
const MIN_FRACTION = 8;
/** Numbers without a name: seconds or milliseconds since 1970, or more digits than a thing is numbered with. */
const LONG_NUMBER = /^(?:1\d{9}|1\d{12}|\d{15,})$/;
/**
 * Minimum runs of characters of one kind in a random value, of its characters: by chance there are 0.6 of them with capitals and other
 * letters, and 0.4 with digits and letters of one kind, a quarter of which are digits. Long ones vary less.
 */
const MIN_RUNS_OF_BASE64 = 0.45;
const MIN_RUNS_OF_LONG_BASE64 = 0.33;
const LONG_BASE64 = /^[0-9A-Za-z+/=]{32,}$/;
const MIN_RUNS_OF_BASE36 = 0.3;
const MIN_DIGITS_OF_BASE36 = 0.15;

const NONCE = /\bnonce\s*=\s*["']?$|'nonce-$/i;
const HIDDEN = /^<(?:input|meta)\b/i;
/** Names of fields whose values are tokens of a form or a session. */
const TOKEN_FIELD =
  /\b(?:name|id|property)\s*=\s*["']?[^"'\s<>]*(?:csrf|xsrf|nonce|viewstate|eventvalidation|requestverificationtoken|authenticity_token|form_?token|form_?build_?id|form_?key|session_?id)/i;
/** Names of values that are others on every visit. */
const CERTAIN_NAME =
  /(?:^| )(?:nonce|csrf|xsrf|csrfmiddlewaretoken|session ?id|sess ?id|phpsessid|jsessionid|request ?id|req ?id|trace ?id|span ?id|correlation ?id|traceparent|cache ?bust(?:er|ing)?|ray ?id)(?: |$)/;
const NOISE_NAME =
  /(?:^| )(?:nonce|csrf\w*|xsrf\w*|token|session|sess|sid|phpsessid|jsessionid|sessionid|request|req|requestid|rid|trace|span|correlation|visit|visitor|transaction|cb|cachebuster|cachebust|buster|rnd|rand|random|seed|ts|timestamp|time|now|generated|rendered|ord|uuid|guid|ray|signature|sig|hmac|expires|challenge|cachekey|v|ver|version|t|r|_)(?: |$)/;
/** Names of times that say when content changed, and when it came. */
const EDITED_NAME = /(?:^| )(?:modified|updated|lastmod)/;
const PUBLISHED_NAME = /(?:^| )(?:published|publish|created|release[ds]?|pubdate|posted|start|end|birth)/;
const CLOCK = /(?:^|\D)\d\d?:\d\d(?:\D|$)/;

/** The shape of a value that another one replaced. @param times unknown: no value is a time near to them */
export function shapeOf(a: ValueText, b: ValueText, times?: VisitTimes): Shape {
  const beside = besideOf(b);
  if (isTokenByName(beside)) return { forms: FORM.any, isCertain: true };
  const [before, after] = [textOf(a), textOf(b)];
  if (Math.max(before.length, after.length) > MAX_VALUE_LENGTH) return CONTENT;
  if (beside.position === 'tag' || identifies(beside, after)) return CONTENT;
  const time = timeShape(beside, before, after, times);
  if (time.forms !== 0 || beside.position === 'path' || /\d[:-]\d\d[:-]\d\d/.test(after)) return time;
  return numberShape(beside, a, b) ?? randomShape(beside, before, after);
}

function textOf({ source, start, end }: ValueText): string {
  return source.slice(start, Math.min(end, start + MAX_VALUE_LENGTH + 1));
}

/** Tells whether what stands beside a value says that it is a token. */
function isTokenByName({ before, tag }: Beside): boolean {
  if (NONCE.test(before)) return true;
  if (!HIDDEN.test(tag) || !TOKEN_FIELD.test(tag)) return false;
  return /(?:value|content)\s*=\s*["']?[^"'<>\s=]*$/i.test(before);
}

/** A date with a time of day, or a count of seconds or milliseconds since 1970. */
function timeShape(
  { name, position, tag, before, after }: Beside,
  a: string,
  b: string,
  times?: VisitTimes,
): Shape {
  if (!hasForm(a, FORM.time) || !hasForm(b, FORM.time)) return CONTENT;
  const isPath = position === 'path';
  if (PUBLISHED_NAME.test(name) || /published_time|pubdate|dateCreated/i.test(tag)) return CONTENT;
  if (times !== undefined && isNear(a, times.a) && isNear(b, times.b)) {
    return {
      forms: FORM.time,
      isCertain: !isPath && !EDITED_NAME.test(name) && !/modified|updated/i.test(tag),
    };
  }
  if (isPath) return CONTENT;
  // A day alone tells of content: the date of a piece of news.
  const around = before.slice(-24) + b + after.slice(0, 24);
  const isTimeOfDay = CLOCK.test(a) && CLOCK.test(b);
  return isTimeOfDay || isPartOfTime(around, before.length > 24 ? 24 : before.length, b)
    ? { forms: FORM.time, isCertain: false }
    : CONTENT;
}

/** Tells whether a day, a month or a year stands in a date with a time of day. @param at where it stands in the text */
function isPartOfTime(text: string, at: number, value: string): boolean {
  const pattern =
    /(?:[A-Z][a-z]{2,8},?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?[ /.-]{1,2}(?:[A-Z][a-z]{2,8}|\d{1,2}),?[ /.-]{1,2}\d{2,4}|[A-Z][a-z]{2,8}\s+\d{1,2}(?:st|nd|rd|th)?,?(?:\s+\d{4})?),?\s{1,2}(?:at\s|@\s|-\s)?\d{1,2}:\d\d(?::\d\d)?/g;
  for (const found of text.matchAll(pattern)) {
    if (found.index <= at && at + value.length <= found.index + found[0].length) return true;
  }
  return false;
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

/** The shape of numbers; null: they are none. */
function numberShape(beside: Beside, a: ValueText, b: ValueText): Shape | null {
  const [before, after] = [numberAround(a), numberAround(b)];
  if (before === null || after === null) return null;
  return before.isQuantity || after.isQuantity || !isNoisyNumber(beside, before, after)
    ? CONTENT
    : { forms: FORM.number, isCertain: CERTAIN_NAME.test(beside.name) };
}

function isNoisyNumber(beside: Beside, a: NumberText, b: NumberText): boolean {
  const { name, position, before, after } = beside;
  const isWhole = a.fraction === '' && b.fraction === '';
  // The numbers of a release are content.
  if (NOISE_NAME.test(name)) return isWhole || !/(?:^| )v(?:er(?:sion)?)?$/.test(name);
  if (position === 'comment') return /\s$/.test(before) && /^(?:[a-z]{1,12})?[\s,.)]/i.test(after);
  if (Math.min(a.fraction.length, b.fraction.length) >= MIN_FRACTION) return true;
  if (!isWhole) return false;
  if (position === 'value' && !isId(name)) {
    if (LONG_NUMBER.test(a.digits) && LONG_NUMBER.test(b.digits)) return true;
    if (/[?&]$/.test(before) && Math.min(a.digits.length, b.digits.length) >= MIN_QUERY_DIGITS) return true;
  }
  return b.countsVisits && isRisingCount(a, b);
}

/** Tells whether a name is that of an id, which names a thing and not a visit. */
function isId(name: string): boolean {
  return /(?:^| )(?:\w*id|ids|sku|asin|isbn|ean|gtin|product|item|article|post|page|phone|tel|zip|code|number|no)$/.test(
    name,
  );
}

function randomShape({ name, position }: Beside, a: string, b: string): Shape {
  if (!hasForm(a, FORM.random) || !hasForm(b, FORM.random)) return CONTENT;
  if (!looksRandom(a) && !looksRandom(b)) return CONTENT;
  const shorter = Math.min(a.length, b.length);
  // Those of one kind are of one length; only longer ones vary.
  if (a.length !== b.length && shorter < MIN_RANDOM_IN_TEXT) return CONTENT;
  const isNamed = NOISE_NAME.test(name);
  if (isId(name) && !isNamed && !(name === 'id' && shorter >= MIN_ELEMENT_ID)) return CONTENT;
  const least = isNamed ? MIN_NAMED : position === 'text' ? MIN_RANDOM_IN_TEXT : MIN_RANDOM;
  return shorter < least ? CONTENT : { forms: FORM.random, isCertain: CERTAIN_NAME.test(name) };
}

/**
 * Tells whether a text is hexadecimal with digits and letters, or base64: capitals, other letters and digits follow each other as by
 * chance, which they do not in names such as `MainNav_rptSearchTags_liItem_6`.
 */
function looksRandom(text: string): boolean {
  if (!/[0-9]/.test(text) || !/[a-z]/i.test(text) || /%[0-9a-f]{2}/i.test(text)) return false;
  // A time in a name, as scripts make ids.
  if (/\d{10}/.test(text)) return true;
  if (/^[0-9a-f-]+$/.test(text) || /^[0-9A-F-]+$/.test(text)) return true;
  const runs = text.match(/[a-z]+|[A-Z]+|[0-9]+/g) ?? [];
  const least = LONG_BASE64.test(text) ? MIN_RUNS_OF_LONG_BASE64 : MIN_RUNS_OF_BASE64;
  if (runs.length > text.length * least) return true;
  const digits = text.replaceAll(/\D/g, '').length;
  return digits > text.length * MIN_DIGITS_OF_BASE36 && runs.length > text.length * MIN_RUNS_OF_BASE36;
}
