// What a site answers besides the sources of its pages, out of its stored pages.
import {
  type AnswerTexts,
  type NamedHost,
  type PageFacts,
  type SiteAnswers,
  uniqueHosts,
} from '@sitegrep/site';

/** Pages of a domain that are read, in the order of the document. */
export interface AnswerRange {
  readonly offset: number;
  readonly limit: number;
}

export interface AnswerList {
  readonly revision: number;
  /** Answers of the site on the first page that has them; null if none has. */
  readonly site: SiteAnswers | null;
  /** Text of its well-known files, as that page has it. */
  readonly fileText: string;
  /** Hosts that its pages name, as `uniqueHosts` gives them. */
  readonly hosts: readonly NamedHost[];
  /** Number of all pages. */
  readonly pageCount: number;
  /** The pages of the range. */
  readonly pages: readonly PageAnswers[];
}

export interface PageAnswers {
  readonly url: string;
  /** Null if they are not known. */
  readonly texts: Pick<AnswerTexts, 'headers' | 'cookies'> | null;
}

/** A stored page; what is read of it last is unpacked only then. */
export interface AnsweringPage {
  readonly url: string;
  readonly facts: Pick<PageFacts, 'hosts' | 'site'>;
  readonly answers?: AnswerTexts | undefined;
}

/** @param pages of the document, in their order */
export function answersIn(
  pages: Iterable<AnsweringPage>,
  { offset, limit }: AnswerRange,
): Omit<AnswerList, 'revision'> {
  let site: SiteAnswers | null = null;
  let fileText = '';
  let pageCount = 0;
  const inRange: PageAnswers[] = [];
  const hosts: NamedHost[] = [];
  for (const page of pages) {
    const at = pageCount++;
    hosts.push(...page.facts.hosts);
    if (site === null && page.facts.site !== null) {
      ({ site } = page.facts);
      fileText = page.answers?.file ?? '';
    }
    if (at < offset || at >= offset + limit) continue;
    const { url, answers } = page;
    const { headers = '', cookies = '' } = answers ?? {};
    inRange.push({ url, texts: answers === undefined ? null : { headers, cookies } });
  }
  return { site, fileText, hosts: uniqueHosts(hosts), pageCount, pages: inRange };
}
