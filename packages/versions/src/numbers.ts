import type { ValueText } from './beside.ts';

/** The number that a value is, or is a part of. */
export interface NumberText {
  /** Digits before the fraction. */
  readonly digits: string;
  readonly fraction: string;
  /** True if a price, a stock or the like stands there, by the sign, the word or the name beside it. */
  readonly isQuantity: boolean;
  /** True if it counts visits, by the word beside it. */
  readonly countsVisits: boolean;
}

/** Maximum characters that are looked at on either side of a value. */
const MAX_BESIDE = 48;

const CURRENCY_BEFORE =
  /(?:[$€£¥₹₽₩₺₫₴฿]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|RUB|PLN|SEK|NOK|DKK|CZK|BRL|INR|Rp|kr)\.?)(?:\s|&nbsp;|<[^<>]{0,30}>){0,3}$/i;
const CURRENCY_AFTER =
  /^(?:\s|&nbsp;|<[^<>]{0,30}>){0,3}(?:[$€£¥₹₽₩₺₫₴฿%円元원]|(?:USD|EUR|GBP|CHF|JPY|CNY|RUB|PLN|SEK|NOK|DKK|CZK|BRL|INR|kr|zł|руб|euro?s?|cents?|percent)\b)/i;
const QUANTITY_NAME =
  /(?:price|amount|cost|total|stock|qty|quantity|avail|left|sold|rating|review|score|salary|votes?|likes?|followers|sales|discount|inventory|width|height|size|lat|lng|lon|longitude|latitude)["'\]]?\s{0,2}[:=]\s{0,2}["']?$/i;

/** Words of counters that each visit raises, in some languages. */
const COUNTER_WORDS =
  '(?:visits?|visitors?|views?|viewed|hits?|page ?views?|requests?|times|counter|online|besucher|besuche|aufrufe|zugriffe|visites?|visiteurs?|vues|visitas?|visitantes?|visite|visitatori|odwiedzin|просмотров|посетителей|посещений|浏览|访问|閲覧)';
const COUNTER_AFTER = new RegExp(
  String.raw`^(?:\s{0,3}<[^<>]{0,40}>){0,2}[\s:]{0,3}${COUNTER_WORDS}(?![a-z])`,
  'i',
);
const COUNTER_BEFORE = new RegExp(
  String.raw`(?<![a-z])${COUNTER_WORDS}[\s:=]{0,3}(?:<[^<>]{0,40}>\s{0,3}){0,2}$`,
  'i',
);

/** The number around a value, with its thousands; null: it is not one. */
export function numberAround({ source, start, end }: ValueText): NumberText | null {
  const value = source.slice(start, Math.min(end, start + MAX_BESIDE + 1));
  if (!/^\d+(?:[.,]\d+)*$/.test(value)) return null;
  const before = source.slice(Math.max(0, start - MAX_BESIDE), start);
  const after = source.slice(end, end + MAX_BESIDE);
  const head = /(?:\d{1,3}[.,'’ ])+$/.exec(before)?.[0] ?? '';
  const tail = /^(?:[.,'’]\d+)+/.exec(after)?.[0] ?? '';
  const whole = head + value + tail;
  // The last separator begins a fraction, unless it stands before three digits.
  const point = /[.,](\d{1,2}|\d{4,})$/.exec(whole);
  const fraction = point?.[1] ?? '';
  const outside = before.slice(0, before.length - head.length);
  const rest = after.slice(tail.length);
  return {
    digits: (point === null ? whole : whole.slice(0, point.index)).replaceAll(/\D/g, ''),
    fraction,
    isQuantity: CURRENCY_BEFORE.test(outside) || CURRENCY_AFTER.test(rest) || QUANTITY_NAME.test(outside),
    countsVisits: COUNTER_AFTER.test(rest) || COUNTER_BEFORE.test(outside),
  };
}

/** Tells whether a count became greater. */
export function isRisingCount(before: NumberText, after: NumberText): boolean {
  return Number(after.digits) > Number(before.digits);
}
