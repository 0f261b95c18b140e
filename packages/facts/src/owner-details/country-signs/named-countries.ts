import { countryNamed } from '../../countries/countries.ts';
import { around, matchesOf, type Sign, type SignedText } from './sign.ts';

/** A part of a line that could be the name of a country: letters, at most four words. Capitals are the rarest of what it begins with. */
const PART =
  /(?=\p{Lu})(?<=[,|•·\n/(–-] ?|\d{4,6} ?)\p{Lu}[\p{L}.'’]*(?: [\p{L}.'’]+){0,3}(?= ?(?:[,|•·\n/;:–()-]|\.(?!\p{L})|$))/gu;
/** A house number or a postcode with the place, before the name of the country. */
const ADDRESS_BEFORE = /(?:\b(?!(?:19|20)\d\d\b)\d{4,6}|[A-Z]\d[A-Z]? ?\d[A-Z]{1,2})[^\d\n]{0,40}$/;

/** Numbers that could be postcodes, other than years. */
const CUE = /(?![a-z\s,])(?:(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4,6}(?!\d)|[A-Z]\d[A-Z]? ?\d[A-Z]{1,2}\b)/g;
const REACH = 60;

/** Countries that addresses in the text end with. */
export function namedCountrySigns({ text: all, isOwners }: SignedText): readonly Sign[] {
  const near = around(all, CUE, REACH);
  const text = near.joined;
  if (text === '') return [];
  return matchesOf(text, PART, 100).flatMap(({ 0: value, index }): readonly Sign[] => {
    if (!/^(?:USA|UAE|.{4,})$/.test(value) || value === 'Georgia') return [];
    if (!ADDRESS_BEFORE.test(text.slice(Math.max(0, index - 60), index))) return [];
    const country = countryNamed(value);
    return country === null || !isOwners(near.sourceOf(index))
      ? []
      : [{ source: 'named_country', value, country }];
  });
}
