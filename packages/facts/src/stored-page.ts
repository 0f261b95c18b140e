// Reads a stored page again. Its sources are there; of what its host answered beside them, only what was stored.
import {
  HOST_KINDS,
  type CountryEvidence,
  type CountrySource,
  type DetectedTechnology,
  type Page,
  type PageFacts,
  type PageRecord,
  type RenderedSource,
} from '@sitegrep/site';
import { extractDecoded, type ExtractedPage, type ExtractOptions } from './extract-page.ts';
import { withRendered } from './rendered-page.ts';

/** A stored page with its sources as texts. */
export interface StoredPage extends Pick<
  PageRecord,
  'charset' | 'facts' | 'fetchedAt' | 'source' | 'truncated' | 'url'
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
  const page = answerOf(stored);
  const { text = false, ...others } = options;
  const of = { ...others, links: false };
  const { charset, source, truncated, rendered: written } = stored;
  const body = extractDecoded(
    page,
    { charset, source, truncated },
    { ...of, text: text && written === undefined },
  );
  const rendered =
    written === undefined ? null : extractDecoded(page, { charset, ...written }, { ...of, text });
  // Nobody knows which kinds of a requested host its sources named.
  const requested = stored.facts.hosts.filter(({ kinds }) => kinds.includes(HOST_KINDS.request));
  const { facts } = rendered === null ? body : withRendered(body, rendered, requested);
  return { body, rendered, facts: withAnswer(facts, stored.facts), recorded: recordedBeside(stored.facts) };
}

/** The answer that a stored page came with, as far as it is known. */
function answerOf({ url, fetchedAt, facts }: StoredPage): Page {
  const { certificate, dns, declaredLanguage, countryEvidence } = facts;
  const address = countryEvidence.find(({ source }) => source === 'ip')?.value;
  return {
    url,
    status: 200,
    // A page that declares no language itself has that of its header; one that does is not read so far.
    headers: declaredLanguage === null ? [] : [['content-language', declaredLanguage]],
    body: new Uint8Array(),
    truncated: false,
    fetchedAt,
    ...(address === undefined ? {} : { address }),
    ...(certificate === null ? {} : { certificate }),
    ...(dns.length === 0 ? {} : { dns }),
  };
}

/** Sources of evidence that header fields can give. */
const OF_LANGUAGE_TAGS: ReadonlySet<CountrySource> = new Set(['region', 'shared_language']);

/** Facts that were read now, with what header fields may have said at the visit: the region of a language, and what robots may do. */
function withAnswer(now: ExtractedPage['facts'], before: PageFacts): ExtractedPage['facts'] {
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

/** Evidence of DNS records is found again, because they are stored. */
function recordedBeside({ dns, technologies }: PageFacts): readonly DetectedTechnology[] {
  return technologies.map((technology) => ({
    ...technology,
    evidence: (technology.evidence ?? []).filter(({ field }) => field !== 'dns' || dns.length === 0),
  }));
}
