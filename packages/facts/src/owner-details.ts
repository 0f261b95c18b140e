// The door to owner-details/, whose tables of registers, postcodes and means of payment are loaded only where facts are made.
import type { CountryEvidence, OpeningHours, PaymentMark, RegistrationNumber } from '@sitegrep/site';
import type { MarkedUpProperty } from './site-facts/marked-up-properties.ts';
import type { OwnerThing } from './site-facts/owner-things.ts';
import type { PageElements } from './site-facts/page-elements.ts';

/** Readers of what a page tells of its owner beyond names and contacts. */
export interface OwnerDetails {
  /**
   * Evidence for the country of the owner in the visible text of a page.
   *
   * @param language ISO 639-1 code of its language; null if it is not known
   * @param isOwners tells whether what stands at an offset of the text can be about the owner
   */
  readonly signEvidence: (
    text: string,
    language: string | null,
    isOwners: (at: number) => boolean,
  ) => readonly CountryEvidence[];
  readonly openingHours: (
    things: readonly OwnerThing[],
    markedUp: readonly MarkedUpProperty[],
  ) => readonly OpeningHours[];
  readonly paymentMarks: (elements: PageElements) => readonly PaymentMark[];
  /**
   * @param country that of the page's domain; null if it tells none
   * @param isOthers whether what stands at an offset of the text is of another party
   */
  readonly registrationNumbers: (
    things: readonly OwnerThing[],
    markedUp: readonly MarkedUpProperty[],
    text: string,
    country: string | null,
    isOthers: (at: number) => boolean,
  ) => readonly RegistrationNumber[];
}

export function loadOwnerDetails(): Promise<OwnerDetails> {
  return import('./owner-details/index.ts');
}

/** Used where these facts are not needed. */
export const NO_DETAILS: OwnerDetails = {
  signEvidence: () => [],
  openingHours: () => [],
  paymentMarks: () => [],
  registrationNumbers: () => [],
};
