import type { EmailAddress, OnPage, PhoneNumber, PostalAddress, SocialProfile } from './contact-facts.ts';
import type { SiteFacts, TechnologyTree, WeighedEvidence } from './facts.ts';
import type {
  AppLink,
  Feed,
  LegalLink,
  OpeningHours,
  PaymentMark,
  RegistrationNumber,
  SiteImage,
  StatedText,
} from './stated-facts.ts';

/** Sources of a field's value: the name of a domain, its rank and its facts. */
export interface KnownDomain {
  readonly domain: string;
  /** 0–1000. */
  readonly rank: number;
  readonly facts: SiteFacts;
}

/** The type of a field's value for each kind of field; null: unknown. */
export interface FieldValues {
  readonly host: string;
  readonly text: string | null;
  /** Unique, at most 100. */
  readonly texts: readonly string[];
  readonly rank: number;
  /** Milliseconds since the epoch. */
  readonly time: number | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  /** ISO 639-1, lower case. */
  readonly language: string | null;
  readonly technologies: TechnologyTree;
  readonly country_evidence: readonly WeighedEvidence[];
  /** Unique by address, at most 100; shown as a list of addresses. */
  readonly emails: readonly OnPage<EmailAddress>[];
  /** The addresses of `emails`, with their places. */
  readonly email_addresses: readonly OnPage<EmailAddress>[];
  /** Unique by `profileKey`, at most 100; shown as a list of URLs. */
  readonly profiles: readonly OnPage<SocialProfile>[];
  /** The profiles of `profiles`, with their places. */
  readonly social_profiles: readonly OnPage<SocialProfile>[];
  /** Unique by number, at most 100. */
  readonly phone_numbers: readonly OnPage<PhoneNumber>[];
  /** Unique, at most 20. */
  readonly postal_addresses: readonly OnPage<PostalAddress>[];
  readonly stated_text: StatedText | null;
  readonly feeds: readonly Feed[];
  readonly images: readonly SiteImage[];
  readonly legal_links: readonly LegalLink[];
  readonly app_links: readonly AppLink[];
  readonly payment_marks: readonly PaymentMark[];
  readonly registration_numbers: readonly RegistrationNumber[];
  readonly opening_hours: readonly OpeningHours[];
}
export type FieldKind = keyof FieldValues;

/** How the values of an ordered field compare: texts by code point, times by whole second. */
export type Comparison = 'text' | 'integer' | 'time';

/** Kinds of fields that results can be ordered by. */
const COMPARISONS = {
  host: 'text',
  text: 'text',
  country: 'text',
  language: 'text',
  rank: 'integer',
  time: 'time',
} as const satisfies { readonly [Kind in FieldKind]?: Comparison };
type OrderedKind = keyof typeof COMPARISONS;

type Source = keyof SiteFacts | 'domain' | 'rank';
type SourceValue<From extends Source> = From extends keyof SiteFacts
  ? SiteFacts[From]
  : KnownDomain[Exclude<From, keyof SiteFacts>];

/** A field of the kind `Kind`. */
interface FieldOfKind<Kind extends FieldKind> {
  readonly kind: Kind;
  /** Source of the value: a fact of the site, or the domain's name or rank. */
  readonly from: { [From in Source]: SourceValue<From> extends FieldValues[Kind] ? From : never }[Source];
  /** Whether results can be ordered and filtered by the value; absent: no. */
  readonly isOrdered?: Kind extends OrderedKind ? true : never;
  /** Responses that show the field: always (`everywhere`), or only those about one domain and searches that ask for it (`alone`). */
  readonly shown: 'everywhere' | 'alone';
  /** Name of the field where the command line shows a domain. */
  readonly label: string;
  /** Description in the API reference. */
  readonly description: string;
  /** Example in the API reference. */
  readonly example: FieldValues[Kind];
}

const EXAMPLE_EMAILS: FieldValues['emails'] = [
  {
    email: 'hello@shop.example',
    source: 'link',
    written: 'hello@shop.example',
    url: 'https://shop.example/contact',
  },
];
const EXAMPLE_PROFILES: FieldValues['profiles'] = [
  {
    profile: 'https://www.instagram.com/teaandkettles',
    source: 'link',
    written: 'https://www.instagram.com/teaandkettles/?hl=en',
    url: 'https://shop.example/',
  },
];

/**
 * The fields of a domain, by their names in the API, in the order in which it shows them.
 *
 * All else follows from this table: items of the API with their schemas, columns of exports, the table of `sitegrep
 * domains show`, sort keys and filters with their columns and mappings in each storage.
 */
export const DOMAIN_FIELDS = {
  domain: {
    kind: 'host',
    from: 'domain',
    isOrdered: true,
    shown: 'everywhere',
    label: 'domain',
    description: 'Host name in lower case, in A-labels, without a leading www.',
    example: 'shop.example',
  },
  title: {
    kind: 'text',
    from: 'title',
    shown: 'everywhere',
    label: 'title',
    description: 'Title of the home page.',
    example: 'Tea and Kettles',
  },
  description: {
    kind: 'text',
    from: 'description',
    shown: 'everywhere',
    label: 'description',
    description: 'Description that the home page gives of itself.',
    example: 'Loose leaf tea, and what to brew it in.',
  },
  meta_keywords: {
    kind: 'texts',
    from: 'metaKeywords',
    shown: 'everywhere',
    label: 'meta keywords',
    description: 'Keywords that the home page gives of itself.',
    example: ['tea', 'kettles'],
  },
  rank: {
    kind: 'rank',
    from: 'rank',
    isOrdered: true,
    shown: 'everywhere',
    label: 'rank',
    description: 'How much the domain is linked to; 0: no link and no rank is known.',
    example: 241,
  },
  visited: {
    kind: 'time',
    from: 'lastVisited',
    isOrdered: true,
    shown: 'everywhere',
    label: 'last visited',
    description: 'Time at which the last page was fetched.',
    example: Date.UTC(2026, 2, 1, 9, 0, 41),
  },
  country: {
    kind: 'country',
    from: 'countryIsoCode',
    isOrdered: true,
    shown: 'everywhere',
    label: 'country',
    description: 'Country that the site belongs to, ISO 3166-1 alpha-2.',
    example: 'GB',
  },
  language: {
    kind: 'language',
    from: 'languageCode',
    isOrdered: true,
    shown: 'everywhere',
    label: 'language',
    description: 'Language that the site declares, ISO 639-1.',
    example: 'en',
  },
  content_language: {
    kind: 'language',
    from: 'contentLanguageCode',
    isOrdered: true,
    shown: 'everywhere',
    label: 'language of text',
    description: 'Language that was detected in the text of the site, ISO 639-1.',
    example: 'en',
  },
  email: {
    kind: 'emails',
    from: 'emails',
    shown: 'everywhere',
    label: 'emails',
    description: 'E-mail addresses, those of the home page first.',
    example: EXAMPLE_EMAILS,
  },
  social_graph_urls: {
    kind: 'profiles',
    from: 'profiles',
    shown: 'everywhere',
    label: 'profiles',
    description: 'Profiles in social networks, those of the home page first.',
    example: EXAMPLE_PROFILES,
  },
  tech: {
    kind: 'technologies',
    from: 'technologies',
    shown: 'everywhere',
    label: 'technologies',
    description: 'Group → category → sorted names.',
    example: { sales: { ecommerce: ['Shopify'] }, web_development: { javascript_libraries: ['jQuery'] } },
  },
  implied_tech: {
    kind: 'texts',
    from: 'impliedTechnologies',
    shown: 'alone',
    label: 'only implied',
    description:
      'Names of those of its technologies that only follow from others: no page has evidence of them. In code point order.',
    example: ['Ruby'],
  },
  dns: {
    kind: 'texts',
    from: 'dns',
    shown: 'alone',
    label: 'DNS',
    description:
      'DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100.',
    example: ['MX 10 mail.shop.example', 'TXT v=spf1 include:mail.example -all'],
  },
  generator: {
    kind: 'texts',
    from: 'generators',
    shown: 'alone',
    label: 'made with',
    description:
      'Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order.',
    example: ['WooCommerce 9.3.3', 'WordPress 6.4.2'],
  },
  plugin: {
    kind: 'texts',
    from: 'plugins',
    shown: 'alone',
    label: 'plugins',
    description:
      'Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order.',
    example: ['contact-form-7@5.9.8', 'woocommerce'],
  },
  theme: {
    kind: 'texts',
    from: 'themes',
    shown: 'alone',
    label: 'themes',
    description:
      'Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order.',
    example: ['astra@4.8.1'],
  },
  email_addresses: {
    kind: 'email_addresses',
    from: 'emails',
    shown: 'alone',
    label: 'emails by',
    description:
      'Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it.',
    example: EXAMPLE_EMAILS,
  },
  social_profiles: {
    kind: 'social_profiles',
    from: 'profiles',
    shown: 'alone',
    label: 'profiles by',
    description:
      'Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it.',
    example: EXAMPLE_PROFILES,
  },
  phone_numbers: {
    kind: 'phone_numbers',
    from: 'phoneNumbers',
    shown: 'alone',
    label: 'phone numbers',
    description:
      'Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it.',
    example: [
      {
        number: '+442079460000',
        kind: 'phone',
        source: 'link',
        written: 'tel:+44-20-7946-0000',
        url: 'https://shop.example/',
      },
    ],
  },
  postal_addresses: {
    kind: 'postal_addresses',
    from: 'postalAddresses',
    shown: 'alone',
    label: 'addresses',
    description:
      'Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null.',
    example: [
      {
        text: '12 High Street, London SW1A 1AA',
        street: '12 High Street',
        postcode: 'SW1A 1AA',
        city: 'London',
        region: null,
        country: 'GB',
        source: 'text',
        url: 'https://shop.example/contact',
      },
    ],
  },
  country_evidence: {
    kind: 'country_evidence',
    from: 'countryEvidence',
    shown: 'alone',
    label: 'country by',
    description:
      'Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has.',
    example: [{ source: 'address', value: 'London, UK', country: 'GB', weight: 75 }],
  },
  site_name: {
    kind: 'stated_text',
    from: 'siteName',
    shown: 'alone',
    label: 'site name',
    description: 'Name of the site.',
    example: { value: 'Tea and Kettles', source: 'og:site_name', written: 'Tea and Kettles' },
  },
  legal_name: {
    kind: 'stated_text',
    from: 'legalName',
    shown: 'alone',
    label: 'legal name',
    description: 'Name of the firm or the person that runs the site.',
    example: {
      value: 'Tea and Kettles Ltd',
      source: 'copyright',
      written: '© 2026 Tea and Kettles Ltd. All rights reserved.',
    },
  },
  contact_page: {
    kind: 'stated_text',
    from: 'contactPage',
    shown: 'alone',
    label: 'contact page',
    description: 'URL of the page with contact details or a contact form.',
    example: { value: 'https://shop.example/contact', source: 'link', written: 'Contact us' },
  },
  legal_links: {
    kind: 'legal_links',
    from: 'legalLinks',
    shown: 'alone',
    label: 'legal pages',
    description: 'Pages on the owner (imprint), privacy, terms and cookies, those of the home page first.',
    example: [
      { kind: 'privacy', url: 'https://shop.example/privacy', source: 'link', written: 'Privacy policy' },
    ],
  },
  feeds: {
    kind: 'feeds',
    from: 'feeds',
    shown: 'alone',
    label: 'feeds',
    description: 'Feeds that the pages name: RSS, Atom or JSON.',
    example: [
      {
        url: 'https://shop.example/feed',
        title: 'Tea news',
        type: 'rss',
        source: 'link',
        written: '/feed',
      },
    ],
  },
  images: {
    kind: 'images',
    from: 'images',
    shown: 'alone',
    label: 'images',
    description: 'Addresses of the logo and of icons, logos first.',
    example: [
      { kind: 'logo', url: 'https://shop.example/logo.svg', source: 'json-ld', written: '/logo.svg' },
    ],
  },
  app_links: {
    kind: 'app_links',
    from: 'appLinks',
    shown: 'alone',
    label: 'apps',
    description: "The site's apps in stores.",
    example: [
      {
        store: 'google',
        id: 'example.shop.app',
        url: 'https://play.google.com/store/apps/details?id=example.shop.app',
        source: 'link',
        written: 'https://play.google.com/store/apps/details?id=example.shop.app&hl=en',
      },
    ],
  },
  payment_marks: {
    kind: 'payment_marks',
    from: 'paymentMarks',
    shown: 'alone',
    label: 'payment',
    description: 'Means of payment of which pages show the mark.',
    example: [{ name: 'Visa', source: 'img', written: '/icons/visa.svg' }],
  },
  registration_numbers: {
    kind: 'registration_numbers',
    from: 'registrationNumbers',
    shown: 'alone',
    label: 'registered as',
    description: 'Numbers in registers and at tax offices; check digits are right where the kind has them.',
    example: [
      {
        kind: 'vat',
        number: 'GB980780684',
        country: 'GB',
        source: 'text',
        written: 'VAT number GB 980 7806 84',
      },
    ],
  },
  opening_hours: {
    kind: 'opening_hours',
    from: 'openingHours',
    shown: 'alone',
    label: 'open',
    description: 'Opening hours in the order of the week.',
    example: [{ day: 'monday', from: '09:00', to: '17:30', source: 'json-ld', written: 'Mo-Fr 09:00-17:30' }],
  },
  kind: {
    kind: 'text',
    from: 'kind',
    shown: 'alone',
    label: 'kind',
    description:
      'Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page.',
    example: null,
  },
  certificate: {
    kind: 'text',
    from: 'certificate',
    shown: 'alone',
    label: 'certificate',
    description:
      'Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known.',
    example: 'valid',
  },
} as const satisfies Readonly<Record<string, { [Kind in FieldKind]: FieldOfKind<Kind> }[FieldKind]>>;

type Fields = typeof DOMAIN_FIELDS;
export type DomainField = keyof Fields;
export type FieldValue<Field extends DomainField> = FieldValues[Fields[Field]['kind']];

type FieldsWith<Part> = { [Field in DomainField]: Fields[Field] extends Part ? Field : never }[DomainField];
export type SearchResultField = FieldsWith<{ readonly shown: 'everywhere' }>;
/** Fields that results of searches have if they are asked for. */
export type RecordField = FieldsWith<{ readonly shown: 'alone' }>;
export type OrderField = FieldsWith<{ readonly isOrdered: true }>;
/** Fields whose values compare as texts. */
export type TextField = {
  [Field in OrderField]: (typeof COMPARISONS)[Fields[Field]['kind']] extends 'text' ? Field : never;
}[OrderField];

/** All fields, in the order of the table. The keys of a literal are those that its type names. */
export const DOMAIN_FIELD_NAMES = Object.keys(DOMAIN_FIELDS) as readonly DomainField[];
/** Fields of an item in the results of a search. */
export const SEARCH_RESULT_FIELDS = DOMAIN_FIELD_NAMES.filter(isSearchResultField);
/** Fields that items in the results of a search have only if the request names them. */
export const RECORD_FIELDS = DOMAIN_FIELD_NAMES.filter(isRecordField);
/** Fields that results can be ordered by. */
export const ORDER_FIELDS = DOMAIN_FIELD_NAMES.filter(isOrderField);

function isSearchResultField(field: DomainField): field is SearchResultField {
  return DOMAIN_FIELDS[field].shown === 'everywhere';
}

function isRecordField(field: DomainField): field is RecordField {
  return DOMAIN_FIELDS[field].shown === 'alone';
}

export function isOrderField(field: string): field is OrderField {
  const fields: Readonly<Record<string, object>> = DOMAIN_FIELDS;
  const entry = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return entry !== undefined && 'isOrdered' in entry;
}

export function isTextField(field: string): field is TextField {
  return isOrderField(field) && comparisonOf(field) === 'text';
}

export function comparisonOf(field: OrderField): Comparison {
  return COMPARISONS[DOMAIN_FIELDS[field].kind];
}

export function fieldValue<Field extends DomainField>(
  field: Field,
  { domain, rank, facts }: KnownDomain,
): FieldValue<Field> {
  const from: Source = DOMAIN_FIELDS[field].from;
  const value = from === 'domain' ? domain : from === 'rank' ? rank : facts[from];
  // `satisfies` above saw to it that what stands there is of the field's kind.
  return value as FieldValue<Field>;
}

/** The values of all order fields of a domain, as `sortValue` gives them. */
export type OrderValues = { readonly [Field in OrderField]: FieldValues[Fields[Field]['kind']] };

/** Value that results are ordered and filtered by: times in whole seconds since the epoch; null: unknown. */
export type SortValue = string | number | null;

export function sortValue(field: OrderField, known: KnownDomain): SortValue {
  const value = fieldValue(field, known);
  if (typeof value === 'string') return value.toWellFormed();
  return value === null || comparisonOf(field) !== 'time' ? value : Math.floor(value / 1_000);
}

export function orderValues(known: KnownDomain): OrderValues {
  const values: Partial<Record<OrderField, SortValue>> = {};
  for (const field of ORDER_FIELDS) values[field] = sortValue(field, known);
  // Each field has the value of its kind.
  return values as OrderValues;
}
