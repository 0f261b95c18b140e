// The map of how a page is read: bytes → decoded source → one pass over the markup → facts. Pure and synchronous;
// work and memory are bounded by the size of the page, whatever it holds.
//   decode.ts (charset.ts, prescan.ts, legacy-encoding.ts)      the source
//   document.ts (html-parser.ts, html/)                         the markup's raw material
//   text.ts, keywords.ts, languages.ts, content-language.ts
//   (language-model/), emails.ts, profiles.ts (social.ts),
//   urls.ts, robots.ts,
//   phones.ts, country-evidence.ts (country-names.ts,
//   regions.ts, server-country.ts), stated-contacts.ts (json-ld.ts,
//   marked-up-contacts.ts), linked-domains.ts                   the facts
//   signals.ts (headers.ts)                                     what technologies are detected in
import {
  countryOf,
  type CountryEvidence,
  type OwnerLink,
  type Page,
  type PageFacts,
  type TechnologySignals,
} from '@sitegrep/site';
import type { Contacts } from './contacts.ts';
import { contentLanguageOf } from './content-language.ts';
import { addressEvidence, phoneEvidence, regionEvidence } from './country-evidence.ts';
import { decodeBody } from './decode.ts';
import type { DocumentParts } from './document-parts.ts';
import { readDocument } from './document.ts';
import { groupHeaders, headerValues, type HeaderFields } from './headers.ts';
import { metaKeywords } from './keywords.ts';
import type { LanguageDetector } from './language-model/detector.ts';
import { declaredLanguage, type LanguageDeclarations } from './languages.ts';
import { linkedDomains } from './linked-domains.ts';
import { pagePhones } from './phones.ts';
import { socialProfiles } from './profiles.ts';
import { ROBOTS_METAS, robotsDirectives, type RobotsDirectives } from './robots.ts';
import { serverEvidence, type CountryOfAddress } from './server-country.ts';
import { technologySignals } from './signals.ts';
import { pageEmails, statedContacts } from './stated-contacts.ts';
import { copied, foldedValue } from './text.ts';
import { baseUrl, ownerLinks, resolveLinks, resolveUrl } from './urls.ts';

/** 4 MiB. */
const DEFAULT_MAX_SOURCE_BYTES = 4 * 1_024 * 1_024;

export interface ExtractOptions {
  /** Bound of the decoded source in UTF-8 bytes, ≥ 1; 4 MiB if absent. */
  readonly maxSourceBytes?: number;
  /** Whether anybody follows links; where nobody does, the three lists of them stay empty. Absent: somebody does. */
  readonly links?: boolean;
  /** Where servers stand; absent: their addresses say nothing. */
  readonly countryOfAddress?: CountryOfAddress;
  /** Judges what language the text is in; absent: nobody does, and `contentLanguage` is null. */
  readonly languageOf?: LanguageDetector;
}

/** Everything that is read from one page. */
export interface ExtractedPage {
  /** Lower-case WHATWG name of the encoding the body was decoded with. */
  readonly charset: string;
  /** Decoded source: well-formed Unicode without NUL. */
  readonly source: string;
  /** True if the page cap or `maxSourceBytes` cut the source short. */
  readonly truncated: boolean;
  readonly facts: Omit<PageFacts, 'technologies'>;
  /** Absolute http(s) URLs without fragments, unique, at most 5,000. */
  readonly links: readonly string[];
  /** The same of those that are only linked with `rel` of nofollow, ugc or sponsored, which are not among `links`. */
  readonly nofollowLinks: readonly string[];
  /** Those of either whose text names a page that tells who runs the site; at most 20. */
  readonly ownerLinks: readonly OwnerLink[];
  /** What the page asks of crawlers; `links` is not emptied by it. */
  readonly robots: RobotsDirectives;
  /** Shares memory with `source`; the other fields don't. */
  readonly signals: TechnologySignals;
}

/** Reads a page. Never throws on what the page holds: whatever bytes come, something comes of them. */
export function extractPage(page: Page, options: ExtractOptions = {}): ExtractedPage {
  const headers = groupHeaders(page.headers);
  const maxSourceBytes = options.maxSourceBytes ?? DEFAULT_MAX_SOURCE_BYTES;
  const decoded = decodeBody(
    page.body,
    headerValues(headers, 'content-type'),
    maxSourceBytes,
    page.truncated,
  );
  const wantsLinks = options.links ?? true;
  const parts = readDocument(decoded.source, wantsLinks);
  const base = baseUrl(page.url, parts.baseHref);
  const robots = robotsDirectives(
    ROBOTS_METAS.flatMap((name) => metaContents(parts, name)),
    headerValues(headers, 'x-robots-tag'),
  );
  const read = pageFacts(page, headers, parts, base, options.languageOf ?? null);
  return {
    charset: decoded.charset,
    source: decoded.source,
    truncated: page.truncated || decoded.truncated,
    facts: {
      ...read,
      countryEvidence: [
        ...read.countryEvidence,
        ...serverEvidence(page.address, headers, options.countryOfAddress),
      ],
      linkedDomains: robots.nofollow ? [] : linkedDomains(parts.linkHrefs, page.url, base),
    },
    links: wantsLinks ? resolveLinks(parts.linkHrefs, base) : [],
    nofollowLinks: wantsLinks ? resolveLinks(parts.anchorHrefs.difference(parts.linkHrefs), base) : [],
    ownerLinks: ownerLinks(parts.ownerHrefs, base),
    robots,
    signals: technologySignals(page, headers, decoded.source, parts),
  };
}

function pageFacts(
  page: Page,
  headers: HeaderFields,
  parts: DocumentParts,
  base: string,
  languageOf: LanguageDetector | null,
): Omit<ExtractedPage['facts'], 'linkedDomains'> {
  const canonical = canonicalUrl(parts, base);
  const declarations: LanguageDeclarations = {
    htmlLang: parts.htmlLang,
    htmlXmlLang: parts.htmlXmlLang,
    contentLanguageMetas: parts.metas
      .filter(({ httpEquiv }) => httpEquiv === 'content-language')
      .map(({ content }) => content),
    contentLanguageHeaders: headerValues(headers, 'content-language'),
    ownHreflang: ownHreflang(parts, base, [page.url, canonical]),
    ogLocales: metaContents(parts, 'og:locale'),
  };
  const declared = declaredLanguage(declarations);
  const contacts = statedContacts(parts);
  return {
    title: parts.title === null ? firstValue(parts, 'og:title') : foldedValue(parts.title),
    description: firstValue(parts, 'description') ?? firstValue(parts, 'og:description'),
    metaKeywords: metaKeywords(metaContents(parts, 'keywords')),
    emails: pageEmails(parts.emails, contacts.emails),
    socialGraphUrls: socialProfiles(parts, base),
    declaredLanguage: declared,
    contentLanguage: languageOf === null ? null : contentLanguageOf(parts.sample, declared, languageOf),
    canonicalUrl: canonical === null ? null : copied(canonical),
    generator: firstValue(parts, 'generator'),
    ...phonesAndCountry(page.url, parts, contacts, declarations),
  };
}

function phonesAndCountry(
  url: string,
  parts: DocumentParts,
  { addressCountries, telephones }: Contacts,
  declarations: LanguageDeclarations,
): Pick<PageFacts, 'phoneNumbers' | 'countryEvidence'> {
  const addresses = addressEvidence(addressCountries);
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
  const phones = pagePhones(parts.anchorHrefs, telephones, homeCountry(url, addresses, regions));
  return {
    phoneNumbers: phones.map(({ number }) => number),
    countryEvidence: [...addresses, ...phoneEvidence(phones), ...regions],
  };
}

/**
 * Where a number without a calling code is dialled: in the country of the page's one address, else of its domain, else
 * of the one region that its languages are of.
 */
function homeCountry(
  url: string,
  addresses: readonly CountryEvidence[],
  regions: readonly CountryEvidence[],
): string | null {
  return onlyCountry(addresses) ?? countryOf(URL.parse(url)?.hostname ?? '') ?? onlyCountry(regions);
}

function onlyCountry(evidence: readonly CountryEvidence[]): string | null {
  const [first, ...others] = evidence;
  return first !== undefined && others.length === 0 ? first.country : null;
}

function metaContents(parts: DocumentParts, key: string): readonly string[] {
  return parts.metas.filter((meta) => meta.key === key).map(({ content }) => content);
}

/** The first content that is not empty, folded. */
function firstValue(parts: DocumentParts, key: string): string | null {
  for (const content of metaContents(parts, key)) {
    const value = foldedValue(content);
    if (value !== null) return value;
  }
  return null;
}

function canonicalUrl(parts: DocumentParts, base: string): string | null {
  const link = parts.headLinks.find(({ rel, href }) => rel.includes('canonical') && href.trim() !== '');
  return link === undefined ? null : resolveUrl(link.href, base);
}

function ownHreflang(parts: DocumentParts, base: string, own: readonly (string | null)[]): string | null {
  const alternates = parts.headLinks.filter(
    ({ rel, hreflang }) => hreflang !== null && rel.includes('alternate'),
  );
  return alternates.find(({ href }) => own.includes(resolveUrl(href, base)))?.hreflang ?? null;
}
