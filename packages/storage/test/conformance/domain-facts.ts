import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  EmailAddress,
  CountryEvidence,
  DomainDocument,
  PageFacts,
  PhoneNumber,
  PostalAddress,
  SiteFacts,
  StatedFacts,
  SocialProfile,
} from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import type { DomainIndex } from '../../src/domains.ts';
import { documentOf, put, queryOf } from './documents.ts';
import type { EmptyStore } from './empty-store.ts';

const URL = 'https://facts.test/000000';

const PHONES: readonly PhoneNumber[] = [
  { number: '+493012345678', kind: 'phone', source: 'link', written: 'tel:030-12345678' },
  { number: '+493012345679', kind: 'fax', source: 'text', written: '(030) "12345679"' },
  { number: '+4915112345678', kind: 'mobile', source: 'structured_data', written: '0151/12345678' },
  { number: '+4915112345679', kind: 'whatsapp', source: 'link', written: 'https://wa.me/4915112345679' },
];

const EMAILS: readonly EmailAddress[] = [
  { email: 'a@facts.test', source: 'text', written: 'A [at] \u2028 facts.test' },
  { email: 'b@facts.test', source: 'structured_data', written: 'mailto:b@facts.test' },
];
const PROFILES: readonly SocialProfile[] = [
  { profile: 'https://instagram.com/facts', source: 'link', written: 'https://www.instagram.com/Facts/' },
  { profile: 'https://x.com/facts', source: 'structured_data', written: '@Facts ☃' },
];

const ADDRESSES: readonly PostalAddress[] = [
  {
    text: 'Straße "Am Zoo" 1, 10115 Berlin',
    street: 'Straße "Am Zoo" 1',
    postcode: '10115',
    city: 'Berlin',
    region: null,
    country: 'DE',
    source: 'text',
  },
  {
    text: '〒100-0001 東京都千代田区千代田1-1',
    street: '千代田1-1',
    postcode: '100-0001',
    city: '千代田区',
    region: '東京都',
    country: 'JP',
    source: 'structured_data',
  },
  {
    text: '1 Unter den 😀',
    street: '1 Unter den 😀',
    postcode: null,
    city: null,
    region: null,
    country: null,
    source: 'structured_data',
  },
];

const EVIDENCE: readonly CountryEvidence[] = [
  { source: 'domain', value: 'de', country: 'DE' },
  { source: 'phone', value: '+493012345678', country: 'DE' },
  { source: 'region', value: 'ja-JP', country: 'JP' },
];

const STATED: StatedFacts = {
  siteName: { value: 'Tee & Kessel ☕', source: 'og:site_name', written: 'Tee & Kessel ☕' },
  legalName: { value: 'Tee GmbH', source: 'copyright', written: '© 2026 Tee GmbH' },
  feeds: [
    { url: 'https://facts.test/feed', title: 'News', type: 'rss', source: 'link', written: '/feed' },
    { url: 'https://facts.test/atom', title: null, type: 'atom', source: 'link', written: '/atom' },
    { url: 'https://facts.test/json', title: '', type: 'json', source: 'link', written: '/json' },
  ],
  images: [
    { kind: 'logo', url: 'https://facts.test/logo.svg', source: 'json-ld', written: 'logo.svg' },
    { kind: 'icon', url: 'https://facts.test/i.png', source: 'link', written: '/i.png' },
  ],
  legalLinks: [
    { kind: 'imprint', url: 'https://facts.test/impressum', source: 'link', written: 'Impressum' },
    { kind: 'privacy', url: 'https://facts.test/privacy', source: 'link', written: 'Privacy' },
    { kind: 'terms', url: 'https://facts.test/agb', source: 'link', written: 'AGB' },
    { kind: 'cookies', url: 'https://facts.test/cookies', source: 'link', written: 'Cookies' },
  ],
  contactPage: { value: 'https://facts.test/kontakt', source: 'link', written: 'Kontakt' },
  appLinks: [
    {
      store: 'google',
      id: 'test.facts.app',
      url: 'https://play.google.com/store/apps/details?id=test.facts.app',
      source: 'link',
      written: 'https://play.google.com/store/apps/details?id=test.facts.app&hl=de',
    },
  ],
  paymentMarks: [{ name: 'Visa', source: 'img', written: 'visa.svg' }],
  registrationNumbers: [
    { kind: 'hrb', number: 'HRB 1234', country: 'DE', source: 'text', written: 'Berlin, HRB 1234' },
    { kind: 'vat', number: 'DE123456789', country: null, source: 'text', written: 'USt-IdNr. DE123456789' },
  ],
  openingHours: [
    { day: 'monday', from: '09:00', to: '24:00', source: 'json-ld', written: 'Mo 09:00-24:00' },
    { day: 'public_holidays', from: '22:00', to: '02:00', source: 'text', written: 'Feiertage 22–2 Uhr' },
  ],
};

const PAGE: PageFacts = {
  ...STATED,
  version: '3-0a1b2c3d',
  title: 'Title ☃',
  description: 'With "quotes" and \n a line break',
  metaKeywords: ['one', 'zwei'],
  kind: 'parked',
  emails: EMAILS,
  profiles: PROFILES,
  declaredLanguage: 'de',
  contentLanguage: 'en',
  canonicalUrl: 'https://facts.test/',
  certificate: 'valid',
  dns: ['MX 10 mail.facts.test', 'TXT ü ☃ 😀'],
  hosts: [{ host: 'cdn.facts.test', kinds: 'si' }],
  headers: ['server', 'server=nginx ☃'],
  cookies: ['_ga', 'ü'],
  site: {
    files: [
      {
        name: 'llms.txt',
        status: 404,
        isReal: false,
        reason: 'answered with 404',
        bytes: 0,
        truncated: false,
        digest: null,
      },
    ],
    agents: { others: 'allowed', named: [{ agent: 'GPTBot', verdict: 'partly' }] },
    certificate: {
      issuer: 'Ünder CA',
      names: ['*.facts.test', 'facts.test'],
      nameCount: 2,
      notBefore: 1_700_000_000_000,
      notAfter: 1_800_000_000_000,
      tls: 'TLSv1.3',
    },
    icon: {
      url: 'https://facts.test/favicon.ico',
      bytes: 7,
      mmh3: -7,
      md5: 'ab',
      sha256: 'cd',
      phash: null,
      png: null,
      problem: 'ends early',
    },
  },
  generators: ['Hugo 0.1', 'Ünder ☃'],
  technologies: [
    {
      name: 'jQuery',
      version: null,
      confidence: 1,
      isImplied: true,
      paths: ['web_development.libraries', 'other.x'],
    },
  ],
  plugins: [
    { slug: 'one', version: '1.2.3' },
    { slug: 'two', version: null },
  ],
  themes: [{ slug: 'look', version: '4' }],
  phoneNumbers: PHONES,
  postalAddresses: ADDRESSES,
  countryEvidence: EVIDENCE,
  linkedDomains: ['elsewhere.test'],
  maxSnippet: 160,
};

const SITE: SiteFacts = {
  ...STATED,
  title: 'Title ☃',
  description: 'With "quotes" and \n a line break',
  metaKeywords: ['one', 'zwei'],
  kind: 'consent_wall',
  lastVisited: 1_700_000_000_123,
  countryIsoCode: 'DE',
  countryEvidence: EVIDENCE.map((evidence, at) => ({ ...evidence, weight: [100, 45, 1][at] ?? 50 })),
  languageCode: 'de',
  contentLanguageCode: 'en',
  certificate: 'self-signed',
  emails: EMAILS.map((email) => ({ ...email, url: URL })),
  profiles: PROFILES.map((profile) => ({ ...profile, url: URL })),
  plugins: ['one@1.2.3', 'two'],
  themes: ['look@4'],
  phoneNumbers: PHONES.map((phone) => ({ ...phone, url: URL })),
  postalAddresses: ADDRESSES.map((address) => ({ ...address, url: URL })),
  technologies: { web_development: { libraries: ['jQuery'] } },
  impliedTechnologies: ['jQuery'],
  dns: ['MX 10 mail.facts.test', 'TXT ü ☃ 😀'],
  generators: ['Hugo 0.1', 'Ünder ☃'],
};

export function describeDomainFacts(emptyStore: EmptyStore<DomainIndex>): void {
  describe('facts', () => {
    let index: DomainIndex;
    let reopen: () => Promise<DomainIndex>;
    beforeAll(async () => {
      reopen = await emptyStore();
      index = await reopen();
    });
    afterAll(() => index.close());

    const { pages, ...rest } = documentOf('facts.test', ['every fact', 'no fact'], SITE);
    const document: DomainDocument = {
      ...rest,
      pages: pages.map((page, at) => ({ ...page, facts: at === 0 ? PAGE : NO_PAGE_FACTS })),
    };

    it('of these documents are all there are', () => {
      const known = <Facts extends object>(facts: Facts, nothing: Facts): string[] =>
        Object.keys(nothing).filter(
          (name) =>
            JSON.stringify(facts[name as keyof Facts]) === JSON.stringify(nothing[name as keyof Facts]),
        );
      expect([known(PAGE, NO_PAGE_FACTS), known(SITE, NO_SITE_FACTS)]).toEqual([[], []]);
    });

    it('come back as they were put, those of pages and those of the site, also after a restart', async () => {
      await put(index, document);
      const stored = { ...document, revision: expect.any(Number), rank: 0 };
      expect(await index.get('facts.test')).toEqual(stored);
      await index.close();
      index = await reopen();
      expect(await index.get('facts.test')).toEqual(stored);
    });

    it('of a hit are those of the site', async () => {
      await put(index, document);
      const { hits } = await index.search(queryOf(['every fact']));
      expect(hits).toEqual([{ domain: 'facts.test', rank: 0, facts: SITE }]);
    });

    it('are gone after a document without any replaced theirs', async () => {
      await put(index, document);
      const bare: DomainDocument = {
        ...document,
        facts: NO_SITE_FACTS,
        pages: pages.map((page) => ({ ...page, facts: NO_PAGE_FACTS })),
      };
      await put(index, bare);
      expect(await index.get('facts.test')).toEqual({ ...bare, revision: expect.any(Number), rank: 0 });
    });
  });
}
