import type { CountryEvidence } from '@sitegrep/site';
import { countryNamed } from './country-names.ts';
import { ISO_COUNTRIES } from './iso-countries.ts';
import type { Phone } from './phones.ts';
import { regionOfTag } from './regions.ts';
import { copied } from './text.ts';

/** Evidence that is kept a source; with the second country the page contradicts itself already. */
const MAX_A_SOURCE = 5;

/** What addresses name, in their order. */
export function addressEvidence(addressCountries: readonly string[]): readonly CountryEvidence[] {
  return onePerCountry(
    'address',
    addressCountries.map((value) => [value, countryNamed(value)]),
  );
}

export function phoneEvidence(phones: readonly Phone[]): readonly CountryEvidence[] {
  return onePerCountry(
    'phone',
    phones.map(({ number, country }) => [number, country]),
  );
}

/**
 * What language tags and the metas of places say. `en-US` and `en-GB`, which so much software has as its default, say nothing by themselves, but
 * in a list of versions somebody chose them; and next to another region they are still a contradiction.
 *
 * @param declared tags of the page's own language; lists are taken apart
 * @param alternates tags of its versions in other languages
 * @param places where it says its readers are: codes of countries, or of their parts (`DE-BY`, ISO 3166-2)
 */
export function regionEvidence(
  declared: readonly string[],
  alternates: readonly string[],
  places: readonly string[],
): readonly CountryEvidence[] {
  const own = regionsOf(declared);
  const others = [...regionsOf(alternates), ...countriesOf(places)];
  const areChosen = others.length > 0 || own.some(([tag]) => !/^en[-_](?:us|gb)$/i.test(tag));
  return areChosen ? onePerCountry('region', [...own, ...others]) : [];
}

function regionsOf(tags: readonly string[]): readonly (readonly [tag: string, region: string])[] {
  return tags
    .flatMap((tag) => tag.slice(0, 1_000).split(/[,;]/))
    .flatMap((tag) => {
      const region = regionOfTag(tag);
      return region === null ? [] : [[tag.trim(), region] as const];
    });
}

function countriesOf(places: readonly string[]): readonly (readonly [value: string, country: string])[] {
  return places.flatMap((place) => {
    const country = /^\s*([a-z]{2})(?:-[a-z0-9]{1,3})?\s*$/i.exec(place)?.[1]?.toUpperCase() ?? '';
    return ISO_COUNTRIES.has(country) ? [[place, country] as const] : [];
  });
}

function onePerCountry(
  source: CountryEvidence['source'],
  said: readonly (readonly [value: string, country: string | null])[],
): readonly CountryEvidence[] {
  const byCountry = new Map<string, CountryEvidence>();
  for (const [value, country] of said) {
    if (country === null || byCountry.has(country) || byCountry.size === MAX_A_SOURCE) continue;
    byCountry.set(country, { source, value: copied(value.trim().slice(0, 100)), country });
  }
  return [...byCountry.values()];
}
