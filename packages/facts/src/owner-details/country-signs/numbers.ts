import { CUE_AFTER, CUE_BEFORE, isOwnWords } from '../../phones/phone-cues.ts';
import { isOfNamedCountry } from '../../phones/named-plans.ts';
import { readPhone } from '../../phones/phones.ts';
import { matchesOf, type Sign, type SignedText } from './sign.ts';

/** Numbers as North America writes them: `(505) 326-1111`, `505-326-1111`, `505.326.1111`. */
const NORTH_AMERICAN =
  /(?<![\w+.,/$€£-])(?:1[ .-])?(?:\(([2-9]\d\d)\)[ -]?|([2-9]\d\d)([-. ]))([2-9]\d\d)[-. ](\d{4})(?![\w%-]|[.,]\d)/g;
/** Numbers with a plus and a calling code. */
const WITH_CODE = /(?<![\w.,/+-])\+[1-9]\d{0,2}(?:[ .()/-]{0,3}\d){7,12}(?![\w-])/g;
/** The last digits of such numbers, which most texts don't have. */
const LAST_DIGITS = /\d{3}[-. ]\d{4}/;
/** Calls to `1-800-MY-APPLE` are free from North America only. */
const IN_WORDS = /\b1-8(?:00|33|44|55|66|77|88)-(?=[A-Z\d-]*[A-Z])[A-Z\d]+(?:-[A-Z\d]+)*\b/g;
/** Elsewhere, such as in Russia, the same form is of other numbers. */
const NORTH_AMERICAN_LANGUAGES: ReadonlySet<string> = new Set(['en', 'es', 'fr']);
const MAX_NUMBERS = 8;

/** Phone numbers in the text, by their calling or area code. Free numbers of North America are shared by its countries. */
export function numberSigns({ text, language, isOwners }: SignedText): readonly Sign[] {
  const signs: Sign[] = [];
  const add = (value: string, at: number, dialled: string): void => {
    const phone = readPhone(dialled, null);
    if (phone === null) return;
    if (!isOwners(at) && !isOfOwnWords(text, at, at + value.length)) return;
    if (phone.country !== null) signs.push({ source: 'number', value, country: phone.country });
    else if (/^\+18\d\d/.test(phone.number)) signs.push({ source: 'custom', value, country: 'US' });
  };
  if (text.includes('+'))
    for (const { 0: value, index } of matchesOf(text, WITH_CODE, MAX_NUMBERS)) add(value, index, value);
  if (language !== null && !NORTH_AMERICAN_LANGUAGES.has(language)) return signs;
  const northAmerican = LAST_DIGITS.test(text) ? matchesOf(text, NORTH_AMERICAN, MAX_NUMBERS) : [];
  for (const {
    0: value,
    1: inBrackets,
    2: plain,
    3: separator,
    4: exchange,
    5: line,
    index,
  } of northAmerican) {
    if (separator === ' ') continue;
    const area = inBrackets ?? plain ?? '';
    const digits = `${area}${exchange}${line}`;
    add(value, index, isOfNamedCountry(digits, text) ? `+${digits}` : `+1${digits}`);
  }
  if (text.includes('1-8'))
    for (const [value] of matchesOf(text, IN_WORDS, 2))
      signs.push({ source: 'custom', value, country: 'US' });
  return signs;
}

/** Tells whether the sentence around a number is the owner's: `call us on …`. */
function isOfOwnWords(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CUE_BEFORE), start).replace(/^.*[.!?]\s/s, '');
  return isOwnWords(before, text.slice(end, end + CUE_AFTER));
}
