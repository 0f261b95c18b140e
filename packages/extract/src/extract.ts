// The map of how a page is read: bytes → decoded source → one pass over the markup → facts. Pure and synchronous;
// work and memory are bounded by the size of the page, whatever it holds.
//   decode.ts (charset.ts, prescan.ts, legacy-encoding.ts)      the source
//   document.ts (html-parser.ts)                                the markup's raw material
//   text.ts, keywords.ts, languages.ts, content-language.ts,
//   emails.ts, profiles.ts (social.ts), urls.ts, robots.ts,
//   phones.ts, country-evidence.ts (country-names.ts,
//   regions.ts), json-ld.ts                                     the facts
//   signals.ts (headers.ts)                                     what technologies are detected in
import {
  countryOf,
  type CountryEvidence,
  type Page,
  type PageFacts,
  type TechnologySignals,
} from '@sitegrep/site';
import { detectContentLanguage } from './content-language.ts';
import { addressEvidence, phoneEvidence, regionEvidence } from './country-evidence.ts';
import { decodeBody } from './decode.ts';
import { readDocument, type DocumentParts } from './document.ts';
import { groupHeaders, headerValues, type HeaderFields } from './headers.ts';
import { jsonLdContacts } from './json-ld.ts';
import { metaKeywords } from './keywords.ts';
import { declaredLanguage, type LanguageDeclarations } from './languages.ts';
import { pagePhones } from './phones.ts';
import { socialProfiles } from './profiles.ts';
import { robotsDirectives, type RobotsDirectives } from './robots.ts';
import { technologySignals } from './signals.ts';
import { copied, foldedValue } from './text.ts';
import { baseUrl, resolveLinks, resolveUrl } from './urls.ts';

/** 4 MiB. */
const DEFAULT_MAX_SOURCE_BYTES = 4 * 1_024 * 1_024;

export interface ExtractOptions {
  /** Bound of the decoded source in UTF-8 bytes, ≥ 1; 4 MiB if absent. */
  readonly maxSourceBytes?: number;
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
  /** Absolute http(s) URLs without fragments, unique, at most 5,000; those marked `rel=nofollow` left out. */
  readonly links: readonly string[];
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
  const parts = readDocument(decoded.source);
  const base = baseUrl(page.url, parts.baseHref);
  return {
    charset: decoded.charset,
    source: decoded.source,
    truncated: page.truncated || decoded.truncated,
    facts: pageFacts(page, headers, parts, base),
    links: resolveLinks(parts.linkHrefs, base),
    robots: robotsDirectives(metaContents(parts, 'robots'), headerValues(headers, 'x-robots-tag')),
    signals: technologySignals(page, headers, decoded.source, parts),
  };
}

function pageFacts(
  page: Page,
  headers: HeaderFields,
  parts: DocumentParts,
  base: string,
): ExtractedPage['facts'] {
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
  return {
    title: parts.title === null ? firstValue(parts, 'og:title') : foldedValue(parts.title),
    description: firstValue(parts, 'description') ?? firstValue(parts, 'og:description'),
    metaKeywords: metaKeywords(metaContents(parts, 'keywords')),
    emails: parts.emails,
    socialGraphUrls: socialProfiles(parts, base),
    declaredLanguage: declared,
    contentLanguage: detectContentLanguage(parts.sample, declared),
    canonicalUrl: canonical === null ? null : copied(canonical),
    generator: firstValue(parts, 'generator'),
    ...phonesAndCountry(page.url, parts, declarations),
  };
}

function phonesAndCountry(
  url: string,
  parts: DocumentParts,
  declarations: LanguageDeclarations,
): Required<Pick<PageFacts, 'phoneNumbers' | 'countryEvidence'>> {
  const jsonLd = parts.scripts.filter(({ isJsonLd }) => isJsonLd).map(({ text }) => text);
  const { addressCountries, telephones } = jsonLdContacts(jsonLd);
  const addresses = addressEvidence(addressCountries);
  const phones = pagePhones(parts.anchorHrefs, telephones, homeCountry(url, addresses));
  const { htmlLang, htmlXmlLang, contentLanguageMetas, contentLanguageHeaders, ogLocales } = declarations;
  const languages = [htmlLang, htmlXmlLang, ...contentLanguageMetas, ...contentLanguageHeaders, ...ogLocales];
  const alternates = [
    ...parts.headLinks.map(({ hreflang }) => hreflang),
    ...metaContents(parts, 'og:locale:alternate'),
  ];
  return {
    phoneNumbers: phones.map(({ number }) => number),
    countryEvidence: [
      ...addresses,
      ...phoneEvidence(phones),
      ...regionEvidence(
        languages.filter((tag) => tag !== null),
        alternates.filter((tag) => tag !== null),
      ),
    ],
  };
}

/** Where a number without a calling code is dialled: in the country of the page's one address, else of its domain. */
function homeCountry(url: string, addresses: readonly CountryEvidence[]): string | null {
  const [address, ...others] = addresses;
  if (address !== undefined && others.length === 0) return address.country;
  return countryOf(URL.parse(url)?.hostname ?? '');
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
