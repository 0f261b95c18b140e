import { copied, foldedValue } from '@sitegrep/html';
import {
  type CountryEvidence,
  countryOf,
  type CountrySource,
  type DetectedFacts,
  type Page,
  type PageFacts,
  type PostalAddress,
  standInOf,
} from '@sitegrep/site';
import type { Contacts } from './contacts/contacts.ts';
import { addressEvidence, phoneEvidence, regionEvidence, regionOfTag } from './countries/country-evidence.ts';
import type { DocumentParts } from './document/document-parts.ts';
import { foldedPlainValue } from './formatted-text.ts';
import { jsonLdContacts } from './contacts/json-ld-contacts.ts';
import { jsonLdLanguages } from './languages/json-ld-language.ts';
import type { LanguageDetector } from './language-model/detector.ts';
import {
  contentLanguageOf,
  declaredLanguage,
  firstLanguage,
  type LanguageDeclarations,
} from './languages/languages.ts';
import { type LinkBase, resolveUrl } from './links/links.ts';
import { metaKeywords } from './meta-keywords.ts';
import type { OwnerDetails } from './owner-details.ts';
import { pageEmails } from './emails/page-emails.ts';
import { pagePhones } from './phones/phones.ts';
import { ownAddresses, pageAddresses } from './postal-addresses/page-addresses.ts';
import { type HeaderFields, headerValues } from './signals.ts';
import { type SiteOwner, siteOwner } from './ownership/site-owner.ts';
import { isInProse, standingInText } from './ownership/standing.ts';
import { ZONES } from './ownership/zones.ts';
import { socialProfiles } from './profiles/page-profiles.ts';
import { statedFacts } from './site-facts/stated-facts.ts';

/** Metas that name the site. */
const SITE_NAME_METAS = ['og:site_name', 'application-name'];

/** Facts of a page, except for those that need its robots directives or its server. */
export function pageFacts(
  page: Page,
  headers: HeaderFields,
  parts: DocumentParts,
  base: LinkBase,
  languageOf: LanguageDetector | null,
  source: string,
  details: OwnerDetails,
): Omit<PageFacts, 'hosts' | 'linkedDomains' | 'maxSnippet' | 'version' | keyof DetectedFacts> {
  const canonical = canonicalUrl(parts, base);
  const declarations: LanguageDeclarations = {
    htmlLang: parts.htmlLang,
    htmlXmlLang: parts.htmlXmlLang,
    contentLanguageMetas: parts.metas
      .filter(({ httpEquiv, key }) => httpEquiv === 'content-language' || key === 'language')
      .map(({ content }) => content),
    contentLanguageHeaders: headerValues(headers, 'content-language'),
    ownHreflang: ownHreflang(parts, base, [page.url, canonical]),
    ogLocales: metaContents(parts, 'og:locale'),
  };
  const declared = declaredLanguage(declarations) ?? firstLanguage(jsonLdLanguages(jsonLdOf(parts)));
  const contacts = statedContacts(parts);
  const detected = languageOf === null ? null : contentLanguageOf(parts.sample, declared, languageOf);
  const owner = siteOwner(
    page.url,
    SITE_NAME_METAS.flatMap((key) => metaContents(parts, key)),
  );
  const { phoneNumbers, postalAddresses, countryEvidence } = contactsAndCountry(
    page.url,
    owner,
    parts,
    contacts,
    declarations,
    declared ?? detected,
    details.signEvidence(parts.text, detected ?? declared, (at) => canBeOwners(parts, contacts, owner, at)),
  );
  return {
    title: (parts.title === null ? null : foldedValue(parts.title)) ?? firstValue(parts, 'og:title'),
    description:
      firstValue(parts, 'description', foldedPlainValue) ??
      firstValue(parts, 'og:description', foldedPlainValue),
    metaKeywords: metaKeywords(metaContents(parts, 'keywords')),
    kind: standInOf(parts.title ?? '', source, parts.text)?.kind ?? null,
    emails: pageEmails(parts, owner, contacts.emails),
    profiles: socialProfiles(parts, base, owner),
    declaredLanguage: declared,
    contentLanguage: detected,
    canonicalUrl: canonical === null ? null : copied(canonical),
    dns: page.dns ?? [],
    headers: [],
    cookies: [],
    site: null,
    generators: values(parts, 'generator').slice(0, MAX_GENERATORS),
    certificate: page.certificate ?? null,
    phoneNumbers,
    postalAddresses,
    countryEvidence,
    ...statedFacts(source, parts, page.url, base, owner, details),
  };
}

function contactsAndCountry(
  url: string,
  owner: SiteOwner,
  parts: DocumentParts,
  contacts: Contacts,
  declarations: LanguageDeclarations,
  language: string | null,
  signs: readonly CountryEvidence[],
): Pick<PageFacts, 'phoneNumbers' | 'postalAddresses' | 'countryEvidence'> {
  const isOfOther = isReported(contacts, owner);
  const addresses = addressEvidence(contacts.addressCountries, isOfOther ? 'single_mention' : 'address');
  const { htmlLang, htmlXmlLang, contentLanguageMetas, contentLanguageHeaders, ogLocales } = declarations;
  const languages = [htmlLang, htmlXmlLang, ...contentLanguageMetas, ...contentLanguageHeaders, ...ogLocales];
  const alternates = [
    ...parts.headLinks.map(({ hreflang }) => hreflang),
    ...metaContents(parts, 'og:locale:alternate'),
  ];
  const regions = regionEvidence(
    languages.filter((tag) => tag !== null),
    alternates.filter((tag) => tag !== null),
    [...metaContents(parts, 'geo.region'), ...metaContents(parts, 'geo.country')],
  );
  const home = homeCountry(url, addresses, regions);
  const inText = ownAddresses(parts.visibleText, owner, parts.zones, isOfOther, home);
  const postalAddresses = pageAddresses(isOfOther ? [] : contacts.addresses, inText, owner, home);
  const phones = pagePhones(
    {
      links: parts.diallingLinks,
      stated: contacts.telephones,
      faxNumbers: contacts.faxNumbers,
      visible: parts.visibleText,
      addresses: inText,
      owner,
      zones: parts.zones,
      isReport: isOfOther,
    },
    home ?? countryOfAll(postalAddresses),
    regionOfTag(htmlLang ?? '') ??
      COUNTRY_OF_LANGUAGE.get(language ?? '') ??
      onlyCountry(signs.filter(({ source }) => HOME_SIGNS.has(source))) ??
      (parts.text.includes('£') ? 'GB' : null),
  );
  return {
    phoneNumbers: phones.map(({ country: _country, ...phone }) => phone),
    postalAddresses,
    countryEvidence: [...addresses, ...(isOfOther ? [] : phoneEvidence(phones)), ...regions, ...signs],
  };
}

/** Tells whether what stands at an offset of the visible text can be about the owner of the page. */
function canBeOwners(parts: DocumentParts, contacts: Contacts, owner: SiteOwner, at: number): boolean {
  const { visibleText, zones } = parts;
  if (isReported(contacts, owner)) return (zones.of(visibleText.elementAt(at)) & ZONES.ends) !== 0;
  const standing = standingInText(visibleText, at, at + 1, zones, owner);
  if (standing === 'owner') return true;
  const isHome = owner.pageKind === 'home';
  return standing === 'plain'
    ? isHome || !isInProse(visibleText.lines, at, at + 1)
    : isHome && standing === 'told';
}

/** Tells whether a page may report on a business with ratings. That is the owner of its own site, but other sites report on it on pages within. */
function isReported({ isRated }: Contacts, { pageKind }: SiteOwner): boolean {
  return isRated && pageKind !== 'home';
}

/**
 * Country of numbers without a calling code: the country of the page's only address, else of its domain, else
 * of the only region among its languages.
 */
function homeCountry(
  url: string,
  addresses: readonly CountryEvidence[],
  regions: readonly CountryEvidence[],
): string | null {
  return onlyCountry(addresses) ?? countryOf(URL.parse(url)?.hostname ?? '') ?? onlyCountry(regions);
}

function onlyCountry(evidence: readonly CountryEvidence[]): string | null {
  const [country, ...others] = new Set(evidence.map((each) => each.country));
  return country !== undefined && others.length === 0 ? country : null;
}

function jsonLdOf(parts: DocumentParts): readonly string[] {
  return parts.scripts.filter(({ isJsonLd }) => isJsonLd).map(({ text }) => text);
}

/** The country of all addresses that have one; null if they have several, or none. */
function countryOfAll(addresses: readonly PostalAddress[]): string | null {
  const countries = new Set(addresses.map(({ country }) => country));
  countries.delete(null);
  const [country, ...others] = countries;
  return country != null && others.length === 0 ? country : null;
}

/** Signs that tell the country of numbers without a calling code, where nothing else does. */
const HOME_SIGNS: ReadonlySet<CountrySource> = new Set(['registration', 'postcode']);

/** Countries whose language is spoken hardly anywhere else. */
const COUNTRY_OF_LANGUAGE: ReadonlyMap<string, string> = new Map(
  (
    'zh:CN bg:BG cs:CZ da:DK el:GR et:EE fi:FI he:IL hr:HR hu:HU is:IS it:IT ja:JP ko:KR lt:LT lv:LV nb:NO no:NO pl:PL ro:RO ' +
    'ru:RU sk:SK sl:SI sv:SE th:TH tr:TR uk:UA vi:VN id:ID'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
);

/** Contents of the metas of one name or property, in lower case. */
export function metaContents(parts: DocumentParts, key: string): readonly string[] {
  return parts.metas.filter((meta) => meta.key === key).map(({ content }) => content);
}

/** Maximum generators of a page; templates of several plugins name a handful. */
const MAX_GENERATORS = 20;

/** The contents that are not empty, folded, each once. */
function values(parts: DocumentParts, key: string): readonly string[] {
  return [...new Set(metaContents(parts, key).flatMap((content) => foldedValue(content) ?? []))];
}

/** The first content that is not empty, folded. */
function firstValue(parts: DocumentParts, key: string, read = foldedValue): string | null {
  for (const content of metaContents(parts, key)) {
    const value = read(content);
    if (value !== null) return value;
  }
  return null;
}

function canonicalUrl(parts: DocumentParts, base: LinkBase): string | null {
  const link = parts.headLinks.find(({ rel, href }) => rel.includes('canonical') && href.trim() !== '');
  return link === undefined ? null : resolveUrl(link.href, base);
}

function ownHreflang(parts: DocumentParts, base: LinkBase, own: readonly (string | null)[]): string | null {
  const alternates = parts.headLinks.filter(
    ({ rel, hreflang }) => hreflang !== null && rel.includes('alternate'),
  );
  return alternates.find(({ href }) => own.includes(resolveUrl(href, base)))?.hreflang ?? null;
}

/** Metas that state a contact, in Open Graph or as older pages do. */
const EMAIL_METAS = new Set([
  'og:email',
  'business:contact_data:email',
  'reply-to',
  'email',
  'contact',
  'publisher',
  'dc.publisher',
  'dc.rightsagent',
  'prism.rightsagent',
]);
const TELEPHONE_METAS = new Set(['og:phone_number', 'business:contact_data:phone_number']);
const COUNTRY_METAS = new Set(['og:country-name', 'business:contact_data:country_name']);
/** Contacts in JSON-LD, in the markup and in metas, in this order. */
function statedContacts(parts: DocumentParts): Contacts {
  const jsonLd = jsonLdContacts(jsonLdOf(parts));
  const metas = (keys: ReadonlySet<string>): readonly string[] =>
    parts.metas.filter(({ key, httpEquiv }) => keys.has(key || httpEquiv)).map(({ content }) => content);
  // The country of an article is the one that it is about.
  const isArticle = metaContents(parts, 'og:type').some((type) => /^\s*article\s*$/i.test(type));
  return {
    addressCountries: [
      ...jsonLd.addressCountries,
      ...parts.contacts.addressCountries,
      ...(isArticle ? [] : metas(COUNTRY_METAS)),
    ],
    faxNumbers: [...jsonLd.faxNumbers, ...parts.contacts.faxNumbers],
    telephones: [...jsonLd.telephones, ...parts.contacts.telephones, ...metas(TELEPHONE_METAS)],
    emails: [...jsonLd.emails, ...parts.contacts.emails, ...metas(EMAIL_METAS)],
    addresses: [...jsonLd.addresses, ...parts.contacts.addresses],
    isRated: [jsonLd, parts.contacts].some(
      (stated) => stated.isRated && stated.addressCountries.length + stated.addresses.length > 0,
    ),
  };
}
