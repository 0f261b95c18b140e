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

let digits: ReadonlyMap<string, number> | null = null;

/** Digits of any script as 0–9. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    digits ??= digitValues();
    return String(digits.get(digit) ?? digit);
  });
}

/** Of every decimal digit: what stands beside one tells nothing, for some scripts' digits follow another's. */
function digitValues(): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const format = new Intl.NumberFormat('en', { numberingSystem });
    for (let value = 0; value < 10; value++) values.set(format.format(value), value);
  }
  return values;
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
