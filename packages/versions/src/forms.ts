/**
 * Forms of values that change on every visit, as bits. A slot masks only values of the forms that it was learnt from: where a counter
 * stood, "Sold out" is content.
 */
export const FORM = {
  /** A number, also with a fraction. */
  number: 1,
  /** A date, a time, or a part of them. */
  time: 2,
  /** Letters and digits without meaning: a nonce, a token, a digest, an id. */
  random: 4,
  /** Anything: the name beside the value says that it is a token. */
  any: 8,
} as const;

/** Maximum length of a value, in UTF-16 units; one that a name tells may be longer. */
export const MAX_VALUE_LENGTH = 4_096;

const NUMBER = /^\d+(?:[.,]\d+)*$/;
const MONTH_OR_DAY =
  '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|(?:jan|febr)uary|march|april|august|(?:septem|octo|novem|decem)ber' +
  '|(?:mon|tues?|wed|thurs?|fri|sat|sun)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)';
const TIME_WORDS = new RegExp(
  String.raw`^(?:\d{1,4}|\d{10}|\d{13}|\d{1,2}(?:st|nd|rd|th)|[ap]m|gmt|utc|cest|cet|[ecmp][ds]t|z|t|${MONTH_OR_DAY}|\d{1,4}(?:[:./-]\d{1,4}){1,2}(?:[.,]\d+)?)$`,
  'i',
);
/** Complete dates and times of ISO 8601. */
const ISO = /^(?:\d{4}-?\d\d-?\d\d[T ]?)?\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i;
const RANDOM = /^[\w$+/=.:%~!*|\\@^-]+$/;
/** A word as people write it: small letters, capitals, or one capital before small letters. */
const WORD = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/;
/** Minimum length of letters that no word has. */
const MIN_LONGER_THAN_WORDS = 20;
const MIN_RANDOM_DIGITS = 4;

/** Tells whether a value has one of some forms. */
export function hasForm(text: string, forms: number): boolean {
  if ((forms & FORM.any) !== 0) return true;
  if (text.length === 0 || text.length > MAX_VALUE_LENGTH) return false;
  if ((forms & FORM.number) !== 0 && NUMBER.test(text)) return true;
  if ((forms & FORM.time) !== 0 && isTimeText(text)) return true;
  return (forms & FORM.random) !== 0 && isRandomText(text);
}

/** Tells whether a text is a date or a time, or a part of them, as English and ISO 8601 write them. */
function isTimeText(text: string): boolean {
  if (text.length > 40) return false;
  if (ISO.test(text)) return true;
  return text.split(/[ ,]+/).every((word) => TIME_WORDS.test(word));
}

/** Tells whether a text may be random, also if it has only digits or only letters by chance. */
function isRandomText(text: string): boolean {
  if (!RANDOM.test(text)) return false;
  if (/^\d+$/.test(text)) return text.length >= MIN_RANDOM_DIGITS;
  return !WORD.test(text) || text.length >= MIN_LONGER_THAN_WORDS;
}
