import {
  type EmailAddress,
  type OnPage,
  type PhoneNumber,
  type PostalAddress,
  type SocialProfile,
  uniqueAddresses,
} from '../contact-facts.ts';
import type { PageFacts, SiteFacts } from '../facts.ts';
import type { SitePage } from '../outline.ts';
import { profileKey } from '../profiles.ts';
import { type FirstValues, joinFirst } from './first-values.ts';

/** Contacts on some pages of a site, in the order of the pages. */
export interface ContactSummary {
  readonly emails: readonly OnPage<EmailAddress>[];
  readonly profiles: readonly OnPage<SocialProfile>[];
  readonly phoneNumbers: readonly OnPage<PhoneNumber>[];
  /** Different spellings of addresses; several may be of one address. */
  readonly spellings: readonly OnPage<PostalAddress>[];
}

const MAX_CONTACTS = 100;
const MAX_ADDRESSES = 20;
const EMAILS: FirstValues<EmailAddress> = { keyOf: ({ email }) => email, max: MAX_CONTACTS };
const PROFILES: FirstValues<SocialProfile> = {
  keyOf: ({ profile }) => profileKey(profile),
  max: MAX_CONTACTS,
};
const PHONE_NUMBERS: FirstValues<PhoneNumber> = { keyOf: ({ number }) => number, max: MAX_CONTACTS };
/**
 * Addresses are told apart among the first 100 spellings, so that a summary is small: a site with more of them is a directory of
 * other parties, mostly.
 */
const SPELLINGS: FirstValues<PostalAddress> = {
  keyOf: ({ text, street, postcode, city, region, country }) =>
    JSON.stringify([text, street, postcode, city, region, country]),
  max: 100,
};

export function contactsOf(pages: readonly SitePage[]): ContactSummary {
  return {
    emails: firstOnPages(EMAILS, pages, (facts) => facts.emails),
    profiles: firstOnPages(PROFILES, pages, (facts) => facts.profiles),
    phoneNumbers: firstOnPages(PHONE_NUMBERS, pages, (facts) => facts.phoneNumbers),
    spellings: firstOnPages(SPELLINGS, pages, (facts) => facts.postalAddresses),
  };
}

export function joinContacts(left: ContactSummary, right: ContactSummary): ContactSummary {
  return {
    emails: joinFirst(EMAILS, left.emails, right.emails),
    profiles: joinFirst(PROFILES, left.profiles, right.profiles),
    phoneNumbers: joinFirst(PHONE_NUMBERS, left.phoneNumbers, right.phoneNumbers),
    spellings: joinFirst(SPELLINGS, left.spellings, right.spellings),
  };
}

/** The contacts of a site. @param contacts on its home page first, then on the others by URL */
export function contactFacts({
  emails,
  profiles,
  phoneNumbers,
  spellings,
}: ContactSummary): Pick<SiteFacts, 'emails' | 'phoneNumbers' | 'postalAddresses' | 'profiles'> {
  return {
    emails,
    profiles,
    phoneNumbers,
    postalAddresses: uniqueAddresses(spellings, MAX_ADDRESSES),
  };
}

/** The first values of a fact, each with the URL of its page. */
function firstOnPages<Fact extends object>(
  { keyOf, max }: FirstValues<Fact>,
  pages: readonly SitePage[],
  factOf: (facts: PageFacts) => readonly Fact[],
): readonly OnPage<Fact>[] {
  const first = new Map<string, OnPage<Fact>>();
  for (const { url, facts } of pages) {
    for (const fact of factOf(facts)) {
      if (first.size === max) break;
      const key = keyOf(fact);
      if (!first.has(key)) first.set(key, { ...fact, url });
    }
  }
  return [...first.values()];
}
