// Reads a page: bytes → decoded source → one pass over the markup → facts. Pure and synchronous; work and memory are
// bounded by the size of the page, whatever it holds.
//   @sitegrep/html/decode   the source
//   document/               raw material from the markup
//   page-facts.ts           facts: title, contacts, languages, profiles, country
//   site-facts/             facts that a page states about its site: names, feeds, legal pages and others
//   owner-details.ts        registration numbers, opening hours and others, where they are wanted
//   redirects/              the page that it leads to, by a refresh or by script
//   links/                  links, the sites that are recommended, and what the page asks of crawlers
//   page-text, of html      what it says to people, for full text, in the same pass
//   shells/                 whether scripts write what the page shows
//   signals.ts              input of technology detection
//   answers/                header fields and cookies, as texts and as facts
// Of a rendered page, rendered-page.ts adds what the rendered source says to what the body says.
import { packedZones, type PageText } from '@sitegrep/html';
import { decodeBody, type DecodedSource, renderedSource } from '@sitegrep/html/decode';
import type {
  AnswerTexts,
  DetectedFacts,
  OwnerLink,
  Page,
  PageFacts,
  PageRefresh,
  TechnologySignals,
} from '@sitegrep/site';
import { cookieFacts, headerFacts } from './answers/answer-facts.ts';
import { answerTexts } from './answers/answer-texts.ts';
import { type CountryOfAddress, serverEvidence } from './countries/country-evidence.ts';
import { readDocument, readWholePage } from './document/document.ts';
import type { DocumentParts } from './document/document-parts.ts';
import type { LanguageDetector } from './language-model/detector.ts';
import { pageHosts } from './hosts/page-hosts.ts';
import { declaredIcon } from './links/declared-icon.ts';
import { linkedDomains } from './links/linked-domains.ts';
import { linkBase, ownerLinks, resolveLinks } from './links/links.ts';
import { NO_DETAILS, type OwnerDetails } from './owner-details.ts';
import { metaContents, pageFacts } from './page-facts.ts';
import { countedRefreshes, refreshTarget } from './redirects/refresh.ts';
import { scriptRedirect } from './redirects/script-redirect.ts';
import { ROBOTS_METAS, robotsDirectives, type RobotsDirectives } from './links/robots.ts';
import { isScriptShell } from './shells/script-shell.ts';
import { groupHeaders, type HeaderFields, headerValues, technologySignals } from './signals.ts';

/** Maximum frames of a page that come before its other links. */
const FIRST_FRAMES = 10;
/** Used when `maxSourceBytes` is absent. */
const DEFAULT_MAX_SOURCE_BYTES = 4 * 1_024 * 1_024;

export interface ExtractOptions {
  /** Bound of the decoded source in UTF-8 bytes, ≥ 1; 4 MiB if absent. */
  readonly maxSourceBytes?: number;
  /** Whether the four lists of links are needed; otherwise they stay empty. Default: true. */
  readonly links?: boolean;
  /**
   * Encoding in which the links of the page have their queries, as a WHATWG name. Absent: the encoding of the body. It differs
   * if the body was encoded anew.
   */
  readonly linkCharset?: string;
  /** Country of a server's address. Absent: addresses are not evidence of a country. */
  readonly countryOfAddress?: CountryOfAddress;
  /** Detector of the text's language. Absent: `contentLanguage` is null. */
  readonly languageOf?: LanguageDetector;
  /** True to read the text in blocks and the zones too; else they are null. Default: false. */
  readonly text?: boolean;
  /** Names of the cookies that scripts of the page set, of a page that was rendered. */
  readonly scriptCookies?: readonly string[];
  /** Absent: no registration numbers, payment marks and opening hours, and texts are not evidence of a country. */
  readonly ownerDetails?: OwnerDetails;
}

/** Everything that is read from the body of a page, or from its rendered source. */
export interface ExtractedPage {
  /** Lower-case WHATWG name of the encoding the body was decoded with. */
  readonly charset: string;
  /** Decoded source: well-formed Unicode without NUL. */
  readonly source: string;
  /** Whether the page cap or `maxSourceBytes` truncated the source. */
  readonly truncated: boolean;
  readonly facts: Omit<PageFacts, 'version' | keyof DetectedFacts>;
  /** Absolute http(s) URLs without fragments, unique, at most 5,000. */
  readonly links: readonly string[];
  /** URLs that occur only in links with `rel` of nofollow, ugc or sponsored. They are not among `links`. */
  readonly nofollowLinks: readonly string[];
  /** Links of both lists whose text names a page about the owner of the site; at most 20. */
  readonly ownerLinks: readonly OwnerLink[];
  /** The links that show or continue the page: what it leads to, and its first ten frames. */
  readonly firstLinks: readonly string[];
  /** The first ten frames of its frameset, which are what the page shows; empty if it has none. */
  readonly framesetLinks: readonly string[];
  /** Address of the icon that it declares, as `declaredIcon` gives it. */
  readonly icon: string | null;
  /** The page that it leads to by a refresh or by script, null if there is none. */
  readonly refresh: PageRefresh | null;
  /** Robots directives of the page. They do not change `links`. */
  readonly robots: RobotsDirectives;
  /** Whether the page is a shell for scripts: only they write what it shows (script-shell.ts). */
  readonly shell: boolean;
  /** The text that the page shows to people, in blocks; null if it was not wanted. */
  readonly text: PageText | null;
  /** Ranges of the source for the index, as `packedZones` gives them; null unless asked for. */
  readonly zones: Uint32Array | null;
  /** Shares memory with `source`; the other fields don't, except for `text` and the lists of links. */
  readonly signals: TechnologySignals;
}

/** A page with what came with it. */
export interface AnsweredPage extends ExtractedPage {
  /** Header fields and cookies as texts; null if they are not known. */
  readonly answers: AnswerTexts | null;
}

/** Reads a page. Accepts any bytes; never throws because of a page's content. */
export function extractPage(page: Page, options: ExtractOptions = {}): AnsweredPage {
  const headers = groupHeaders(page.headers);
  const maxSourceBytes = options.maxSourceBytes ?? DEFAULT_MAX_SOURCE_BYTES;
  const contentTypes = headerValues(headers, 'content-type');
  const decoded = decodeBody(page.body, contentTypes, maxSourceBytes, page.truncated);
  const extracted = extractSource(page, headers, decoded, options);
  const answers = answerTexts(page, options.scriptCookies);
  if (answers === null) return { ...extracted, answers };
  const facts = { headers: headerFacts(answers.headers), cookies: cookieFacts(answers.cookies) };
  return { ...extracted, facts: { ...extracted.facts, ...facts }, answers };
}

/**
 * Reads the rendered source of a page in the same way, so that both give the same facts for the same markup. Accepts any
 * text.
 *
 * @param page what came from the network; its body is not looked at, and `truncated` says whether `html` was truncated
 * @param html the document as a browser wrote it after the scripts ran
 * @param charset encoding of the body, which is also that of the document
 */
export function extractRendered(
  page: Page,
  html: string,
  charset: string,
  options: ExtractOptions = {},
): ExtractedPage {
  const rendered = renderedSource(html, options.maxSourceBytes ?? DEFAULT_MAX_SOURCE_BYTES);
  return extractSource(page, groupHeaders(page.headers), { charset, ...rendered }, options);
}

/**
 * Reads a source that was decoded before, all of it.
 *
 * @param page what came from the network; neither its body nor whether it was truncated is looked at
 */
export function extractDecoded(page: Page, decoded: DecodedSource, options: ExtractOptions): ExtractedPage {
  return extractSource({ ...page, truncated: false }, groupHeaders(page.headers), decoded, options);
}

function extractSource(
  page: Page,
  headers: HeaderFields,
  decoded: DecodedSource,
  options: ExtractOptions,
): ExtractedPage {
  const wantsLinks = options.links ?? true;
  const { parts, text, scopes } =
    options.text === true
      ? readWholePage(decoded.source, wantsLinks)
      : { parts: readDocument(decoded.source, wantsLinks), text: null, scopes: null };
  const base = linkBase(page.url, parts.baseHref, options.linkCharset ?? decoded.charset);
  const robots = robotsDirectives(
    ROBOTS_METAS.flatMap((name) => metaContents(parts, name)),
    headerValues(headers, 'x-robots-tag'),
    page.fetchedAt,
  );
  const led = scriptRedirect(decoded.source, parts, base);
  const refreshes = countedRefreshes(decoded.source, parts);
  const target = led ?? refreshTarget(headerValues(headers, 'refresh'), refreshes, page.url, base);
  const continuation = target === null || target === page.url ? [] : [target];
  const firstLinks = resolveLinks([...continuation, ...[...parts.frameHrefs].slice(0, FIRST_FRAMES)], base);
  const framesetHrefs = [...parts.framesetHrefs].slice(0, FIRST_FRAMES);
  const read = pageFacts(
    page,
    headers,
    parts,
    base,
    options.languageOf ?? null,
    decoded.source,
    options.ownerDetails ?? NO_DETAILS,
  );
  const signals = technologySignals(page, headers, decoded.source, parts);
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
      maxSnippet: robots.maxSnippet,
      hosts: pageHosts(parts, page.url, base.url, signals.loaded ?? []),
      linkedDomains: robots.nofollow ? [] : recommendedDomains(parts, page.url, base.url),
    },
    links: wantsLinks
      ? resolveLinks([...firstLinks, ...parts.frameHrefs, ...parts.linkHrefs, ...pageHrefs(parts)], base)
      : [],
    nofollowLinks: wantsLinks ? resolveLinks(parts.anchorHrefs.difference(parts.linkHrefs), base) : [],
    ownerLinks: ownerLinks(parts.ownerHrefs, base),
    firstLinks: wantsLinks ? firstLinks : [],
    framesetLinks: resolveLinks(framesetHrefs, base),
    icon: declaredIcon(parts.headLinks, base),
    refresh:
      target === null
        ? null
        : {
            url: target,
            by: led === null ? 'refresh' : 'script',
            isBlank: led !== null || isBlank(parts, decoded.source),
          },
    robots,
    shell: isScriptShell(decoded.source, parts, page.url),
    text,
    zones: scopes === null ? null : packedZones(decoded.source, scopes),
    signals,
  };
}

/** Signals that a decoded source and its address give: those of `extractPage` without what came beside the source. */
export function sourceSignals(url: string, source: string): TechnologySignals {
  return technologySignals({ url }, {}, source, readDocument(source, false));
}

function recommendedDomains(parts: DocumentParts, pageUrl: string, base: string): readonly string[] {
  const hrefs = parts.linkHrefs.values().filter((href) => !parts.creditHrefs.has(href));
  return linkedDomains(hrefs, pageUrl, base, metaContents(parts, 'generator'));
}

/** Elements that show something without text. */
const PICTURE = /<(?:img|image|picture|svg|object|embed|video|canvas)[\s/>]/i;

/** Whether a page shows nothing. */
function isBlank({ text, frameHrefs, anchorHrefs }: DocumentParts, source: string): boolean {
  return text.trim() === '' && frameHrefs.size + anchorHrefs.size === 0 && !PICTURE.test(source);
}

/** Hrefs of the pages that the head names beside this one: the next of a series, and the same in other languages. */
function pageHrefs({ headLinks }: DocumentParts): string[] {
  return headLinks
    .filter(({ rel, hreflang }) => rel.includes('next') || (rel.includes('alternate') && hreflang !== null))
    .map(({ href }) => href);
}
