// Reads a stored page again. Its sources are there; of what its host answered beside them, only what was stored.
import {
  type AnswerTexts,
  type CountryEvidence,
  type CountrySource,
  type DetectedTechnology,
  HOST_KINDS,
  type Page,
  type PageFacts,
  type PageRecord,
  type RenderedSource,
} from '@sitegrep/site';
import { cookieFacts, fieldsIn, headerFacts } from './answers/answer-facts.ts';
import { isSettingField } from './answers/cookie-lines.ts';
import { extractDecoded, type ExtractedPage, type ExtractOptions } from './extract-page.ts';
import { withRendered } from './rendered-page.ts';

/** A stored page with its sources as texts. */
export interface StoredPage extends Pick<
  PageRecord,
  'answers' | 'charset' | 'facts' | 'fetchedAt' | 'source' | 'truncated' | 'url'
> {
  readonly rendered?: Pick<RenderedSource, 'source' | 'truncated'>;
}

/** A stored page as it is read now. */
export interface ReadAgain {
  readonly body: ExtractedPage;
  /** Null if the page was not rendered. */
  readonly rendered: ExtractedPage | null;
  readonly facts: ExtractedPage['facts'];
  /** Technologies as they were recorded, each with the evidence that nothing shows now: what hosts and scripts said at the visit. */
  readonly recorded: readonly DetectedTechnology[];
}

/** Reads a stored page again. Facts that come from its host, and that what is stored does not show, stay as they are. */
export function extractStored(stored: StoredPage, options: ExtractOptions): ReadAgain {
  const fields = storedFields(stored.answers);
  const page = answerOf(stored, fields);
  const { text = false, ...others } = options;
  const of = { ...others, links: false };
  const { charset, source, truncated, rendered: written } = stored;
  const decoded = { charset, source, truncated };
  const body = extractDecoded(page, decoded, { ...of, text: text && written === undefined });
  const rendered =
    written === undefined ? null : extractDecoded(page, { charset, ...written }, { ...of, text });
  // Nobody knows which kinds of a requested host its sources named.
  const requested = stored.facts.hosts.filter(({ kinds }) => kinds.includes(HOST_KINDS.request));
  const { facts } = rendered === null ? body : withRendered(body, rendered, requested);
  return {
    body,
    rendered,
    facts: withAnswer(fields === null ? withoutFields(facts, stored.facts) : facts, stored),
    recorded: recordedBeside(stored.facts, fields ?? []),
  };
}

/** Header fields of a page as they are stored, cookies without their values; null if they are not known. */
function storedFields(answers: AnswerTexts | undefined): Page['headers'] | null {
  if (answers === undefined) return null;
  return fieldsIn(answers.headers).map(([name, value]) => [
    name,
    isSettingField(name) ? value.replace(';', '=;') : value,
  ]);
}

/** The answer that a stored page came with, as far as it is known. */
function answerOf({ url, fetchedAt, facts }: StoredPage, fields: Page['headers'] | null): Page {
  const { certificate, dns, declaredLanguage, countryEvidence } = facts;
  const address = countryEvidence.find(({ source }) => source === 'ip')?.value;
  // A page that declares no language itself had that of its header.
  const ofLanguage = declaredLanguage === null ? [] : [['content-language', declaredLanguage] as const];
  return {
    url,
    status: 200,
    headers: fields ?? ofLanguage,
    body: new Uint8Array(),
    truncated: false,
    fetchedAt,
    ...(address === undefined ? {} : { address }),
    ...(certificate === null ? {} : { certificate }),
    ...(dns.length === 0 ? {} : { dns }),
  };
}

/** Facts with what only the visit showed: header fields, cookies, and what the site answers besides its pages. */
function withAnswer(
  now: ExtractedPage['facts'],
  { facts: before, answers }: StoredPage,
): ExtractedPage['facts'] {
  return {
    ...now,
    headers: answers === undefined ? before.headers : headerFacts(answers.headers),
    cookies: answers === undefined ? before.cookies : cookieFacts(answers.cookies),
    site: before.site,
  };
}

/** Sources of evidence that header fields can give. */
const OF_LANGUAGE_TAGS: ReadonlySet<CountrySource> = new Set(['region', 'shared_language']);

/** Facts that were read without header fields, with what these may have said: the region of a language, and what robots may do. */
function withoutFields(now: ExtractedPage['facts'], before: PageFacts): ExtractedPage['facts'] {
  const isOfTag = ({ source }: CountryEvidence): boolean => OF_LANGUAGE_TAGS.has(source);
  const isOfServer = ({ source }: CountryEvidence): boolean => source === 'ip';
  const limits = [now.maxSnippet, before.maxSnippet].filter((limit) => limit !== null);
  return {
    ...now,
    countryEvidence: [
      ...now.countryEvidence.filter((one) => !isOfServer(one)),
      ...(now.countryEvidence.some(isOfTag) ? [] : before.countryEvidence.filter(isOfTag)),
      ...now.countryEvidence.filter(isOfServer),
    ],
    maxSnippet: limits.length === 0 ? null : Math.min(...limits),
    // None at the visit: a header field may have forbidden to follow them.
    linkedDomains: before.linkedDomains.length === 0 ? [] : now.linkedDomains,
  };
}

/**
 * Technologies with the evidence that is not found again: that of DNS records is, and that of header fields that are stored. Of
 * cookies, whose values are not, it stays.
 */
function recordedBeside(
  { dns, technologies }: PageFacts,
  fields: Page['headers'],
): readonly DetectedTechnology[] {
  const names = new Set(fields.map(([name]) => name).filter((name) => !isSettingField(name)));
  return technologies.map((technology) => ({
    ...technology,
    evidence: (technology.evidence ?? []).filter(({ field, key }) => {
      // Queries are decided anew.
      if (field === 'query') return false;
      if (field === 'dns') return dns.length === 0;
      return field !== 'headers' || !names.has(key.toLowerCase());
    }),
  }));
}
