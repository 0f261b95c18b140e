import type { EmailAddress, OnPage, SocialProfile } from '../src/contact-facts.ts';
import type { PageFacts, SiteFacts } from '../src/facts.ts';
import type { StatedFacts } from '../src/stated-facts.ts';

const NOTHING_STATED: StatedFacts = {
  siteName: null,
  legalName: null,
  feeds: [],
  images: [],
  legalLinks: [],
  contactPage: null,
  appLinks: [],
  paymentMarks: [],
  registrationNumbers: [],
  openingHours: [],
};

/** Facts of a page that states nothing. */
export const NO_PAGE_FACTS: PageFacts = {
  ...NOTHING_STATED,
  version: '1',
  title: null,
  description: null,
  metaKeywords: [],
  kind: null,
  emails: [],
  profiles: [],
  declaredLanguage: null,
  contentLanguage: null,
  canonicalUrl: null,
  certificate: null,
  dns: [],
  hosts: [],
  headers: [],
  cookies: [],
  site: null,
  generators: [],
  technologies: [],
  plugins: [],
  themes: [],
  phoneNumbers: [],
  postalAddresses: [],
  countryEvidence: [],
  linkedDomains: [],
  maxSnippet: null,
};

/** Facts of a site whose pages state nothing. */
export const NO_SITE_FACTS: SiteFacts = {
  ...NOTHING_STATED,
  title: null,
  description: null,
  metaKeywords: [],
  kind: null,
  lastVisited: null,
  countryIsoCode: null,
  countryEvidence: [],
  languageCode: null,
  contentLanguageCode: null,
  certificate: null,
  emails: [],
  profiles: [],
  phoneNumbers: [],
  postalAddresses: [],
  technologies: {},
  impliedTechnologies: [],
  dns: [],
  generators: [],
  plugins: [],
  themes: [],
};

/** An address in a link of a page. */
export function linkedEmail(email: string, url = 'https://a.test/'): OnPage<EmailAddress> {
  return { email, source: 'link', written: email, url };
}

/** A profile in a link of a page. */
export function linkedProfile(profile: string, url = 'https://a.test/'): OnPage<SocialProfile> {
  return { profile, source: 'link', written: profile, url };
}

/** A phone number in the text of a page. */
export function writtenPhone(
  number: string,
  written: string,
  url = 'https://a.test/',
): SiteFacts['phoneNumbers'][number] {
  return { number, kind: 'phone', source: 'text', written, url };
}
