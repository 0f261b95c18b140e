/*
 * How a language writes numbers, taken from what Node knows of it (CLDR), not from tables of our own.
 */
import { perLocale } from './per-locale.ts';

interface NumberSigns {
  /** Between the thousands. */
  readonly group: string;
  /** Before a fraction. */
  readonly decimal: string;
}

/** Stand between thousands in one language or another, besides the sign of the language itself. */
const SPACES = /[\s'’٬]/g;

const numberSigns = perLocale((locale): NumberSigns => {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', numberingSystem: 'latn' });
  const parts = format.formatToParts(1_234_567.8);
  const of = (type: string): string | undefined => parts.find((part) => part.type === type)?.value;
  return { group: of('group') ?? ',', decimal: of('decimal') ?? '.' };
});

/** Digits of any script as 0–9. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Decimal digits stand in tens of neighbours, 0 first, in every script (Unicode, 4.6). */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/**
 * `1,234.5`, `1.234,5`, `1 234,5` → 1234.5, as the language writes them.
 *
 * @param locale of a language that Node knows; for others it reads as for English
 * @returns null if it is no such number: the last group of thousands has three digits
 */
export function localNumber(text: string, locale: string): number | null {
  const { group, decimal } = numberSigns(locale);
  const [whole = '', fraction, ...more] = asciiDigits(text)
    .replace(SPACES, '')
    .replaceAll('٫', decimal)
    .split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d{1,9}$/.test(fraction))) return null;
  const groups = /^\s$/.test(group) ? [whole] : whole.split(group);
  const [first = '', ...rest] = groups;
  if (!/^\d{1,15}$/.test(first) || !rest.every((part) => /^\d{2,3}$/.test(part))) return null;
  if (rest.length > 0 && (first.length > 3 || rest.at(-1)?.length !== 3)) return null;
  return Number(`${groups.join('')}.${fraction ?? '0'}`);
}
