// Signs of a country in the text of a page, for sites whose markup states none.
//   margins.ts             the text that is read: headers and footers
//   cues.ts                its parts around what signs have in common
//   postcodes.ts           addresses with a postcode
//   numbers.ts             phone numbers
//   named-countries.ts     addresses that end with a country
//   registrations.ts       entries in registers
//   legal-forms.ts         forms of companies
//   language-countries.ts  languages
//   customs.ts             duties of laws, and money
//   mentions.ts            the country that the text speaks of
import { copied, foldWhiteSpace } from '@sitegrep/html';
import type { CountryEvidence, CountrySource } from '@sitegrep/site';
import { partsByCue } from './cues.ts';
import { customSigns, currencySigns } from './customs.ts';
import { languageSigns } from './language-countries.ts';
import { legalFormSigns } from './legal-forms.ts';
import { marginsOf } from './margins.ts';
import { mentionSigns } from './mentions.ts';
import { namedCountrySigns } from './named-countries.ts';
import { numberSigns } from './numbers.ts';
import { postcodeSigns } from './postcodes.ts';
import { registrationSigns } from './registrations.ts';
import type { Sign, SignedText } from './sign.ts';

const FINDERS = [
  registrationSigns,
  postcodeSigns,
  numberSigns,
  namedCountrySigns,
  legalFormSigns,
  languageSigns,
  customSigns,
  currencySigns,
  mentionSigns,
];
const MAX_VALUE = 100;

/**
 * Evidence for the country of a page's owner in its visible text: per source the country that most of its signs are of.
 *
 * @param text visible text of the page
 * @param language ISO 639-1 code of its language; null if it is not known
 * @param isOwners tells whether what stands at an offset of the text can be about the owner
 */
export function signEvidence(
  text: string,
  language: string | null,
  isOwners: (at: number) => boolean,
): readonly CountryEvidence[] {
  const margins = marginsOf(text);
  const signed: SignedText = {
    text: margins.text,
    near: partsByCue(margins.text),
    language,
    isOwners: (at) => isOwners(margins.sourceOf(at)),
  };
  const bySource = Map.groupBy(
    FINDERS.flatMap((find) => find(signed)),
    ({ source }) => source,
  );
  return [...bySource.values()].flatMap((signs) => mostNamed(signs) ?? []);
}

/** The first sign of the country that at least two thirds of the signs are of. */
function mostNamed(signs: readonly Sign[]): CountryEvidence | null {
  for (const [country, same] of Map.groupBy(signs, (sign) => sign.country)) {
    if (same.length * 3 < signs.length * 2) continue;
    const [first] = same;
    if (first === undefined) return null;
    const value = foldWhiteSpace(first.value).slice(0, MAX_VALUE).toWellFormed();
    return { source: first.source satisfies CountrySource, value: copied(value), country };
  }
  return null;
}
