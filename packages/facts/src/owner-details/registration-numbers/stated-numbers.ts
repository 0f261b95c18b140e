import { copied } from '@sitegrep/html';
import { type RegistrationNumber, uniqueOf } from '@sitegrep/site';
import type { MarkedUpProperty } from '../../site-facts/marked-up-properties.ts';
import { type OwnerThing, textsOf } from '../../site-facts/owner-things.ts';
import { asWritten } from '../../site-facts/stated.ts';
import { registrationNumbers } from './registration-numbers.ts';

const MAX_NUMBERS = 20;

/** Numbers in JSON-LD and microdata, then those in the text. */
export function statedNumbers(
  things: readonly OwnerThing[],
  markedUp: readonly MarkedUpProperty[],
  text: string,
  country: string | null,
  isOthers: (at: number) => boolean,
): readonly RegistrationNumber[] {
  const stated = things.flatMap(({ properties }) =>
    [...textsOf(properties['vatID']), ...textsOf(properties['taxID'])].flatMap((id) =>
      numbersIn(`VAT ${id}`, country, 'json-ld'),
    ),
  );
  const inMarkup = markedUp
    .filter(({ name }) => name === 'vatID' || name === 'taxID')
    .flatMap(({ value }) => numbersIn(`VAT ${value}`, country, 'microdata'));
  return uniqueOf(
    [...stated, ...inMarkup, ...numbersIn(text, country, 'text', isOthers)],
    ({ kind, number }) => `${kind} ${number}`,
    MAX_NUMBERS,
  );
}

function numbersIn(
  text: string,
  country: string | null,
  source: string,
  isOthers?: (at: number) => boolean,
): readonly RegistrationNumber[] {
  return registrationNumbers(text, country, isOthers).map(({ number, written, ...rest }) => ({
    ...rest,
    number: copied(number),
    source,
    written: asWritten(written),
  }));
}
