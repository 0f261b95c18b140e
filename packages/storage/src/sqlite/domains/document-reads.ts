// Reads of known documents in a reader thread: their facts, their pages, what was detected, sources.
import type { Screenshot, ScreenshotSize } from '@sitegrep/site';
import type {
  LastVisit,
  LinkList,
  ListedPage,
  ScreenshotList,
  SourceList,
  SourcePart,
  StoredHistory,
  TechnologyList,
} from '../../domains.ts';
import { type AnswerList, type AnsweringPage, type AnswerRange, answersIn } from '../../answer-list.ts';
import { type HistoryRows, storedLabels } from './history-rows.ts';
import type { LabelRows } from './labels/label-rows.ts';
import { pagesAt } from './page-changes.ts';
import { answersIn as textsIn, factsOfRow, type PageRow, textIn, unpackUtf8 } from './page-rows.ts';
import { type DomainRow, pageVersionIn, type RowReader, siteFactsIn } from './rows.ts';
import type {
  PackedDomain,
  PackedHit,
  PackedOutline,
  PackedPage,
  PackedPageList,
  PackedPageOutline,
  PackedRecords,
} from './packed.ts';

export interface DocumentReads {
  get(domain: string): PackedDomain | null;
  lookup(domains: readonly string[]): readonly (PackedHit | null)[];
  pages(call: PagesCall): PackedPageList | null;
  outline(call: PagesCall): PackedOutline | null;
  records(call: RecordsCall): PackedRecords | null;
  technologies(domain: string): TechnologyList | null;
  answers(call: AnswersCall): AnswerList | null;
  links(domain: string): LinkList | null;
  sources(call: SourcesCall): SourceList | null;
  screenshots(call: ScreenshotsCall): ScreenshotList | null;
  lastVisit(domain: string): LastVisit | null;
  history(domain: string): StoredHistory | null;
  /** The document of a row, without screenshots. */
  read(row: DomainRow): PackedDomain;
}

export interface PagesCall {
  readonly domain: string;
  /** Null: all pages. */
  readonly urls: readonly string[] | null;
}

export interface AnswersCall {
  readonly domain: string;
  readonly range: AnswerRange;
}

export interface RecordsCall {
  readonly domain: string;
  readonly urls: readonly string[];
}

export interface ScreenshotsCall {
  readonly domain: string;
  readonly urls: readonly string[];
  readonly size: ScreenshotSize;
}

export interface SourcesCall {
  readonly domain: string;
  readonly urls: readonly string[];
  readonly part: SourcePart;
}

/** Rows that histories are read from. */
interface HistoryReads {
  readonly histories: HistoryRows;
  readonly labels: Pick<LabelRows, 'of'>;
}

/** @param find finds the row of a domain; null if there is none */
export function openDocumentReads(
  rows: RowReader,
  find: (domain: string) => DomainRow | null,
  { histories, labels }: HistoryReads,
): DocumentReads {
  /** Answers with what `work` makes of the row of a domain; null if there is none. */
  function ofRow<Answer>(domain: string, work: (row: DomainRow) => Answer): Answer | null {
    const row = find(domain);
    return row === null ? null : work(row);
  }

  /** @param urls null: all pages are wanted */
  function wantedPages(row: DomainRow, urls: readonly string[] | null): Iterable<PageRow> {
    return urls === null ? rows.pages(row) : pagesAt(rows, row, urls);
  }

  return {
    read: (row) => packed(rows, row),
    get: (domain) => ofRow(domain, (row) => packed(rows, row, (page) => rows.screenshots(page))),
    lookup(domains) {
      const found = new Map<string, PackedHit | null>();
      // In the order of the list of domains, whose neighbours share a chunk.
      for (const domain of [...new Set(domains)].sort()) {
        const hit = ofRow(domain, (row) => ({ domain, rank: row.rank, facts: rows.facts(row) }));
        found.set(domain, hit);
      }
      return domains.map((domain) => found.get(domain) ?? null);
    },
    pages: ({ domain, urls }) =>
      ofRow(domain, (row) => ({
        domain,
        revision: row.revision,
        rank: row.rank,
        facts: rows.facts(row),
        pages: Array.from(wantedPages(row, urls), listed),
      })),
    outline: ({ domain, urls }) =>
      ofRow(domain, (row) => ({
        revision: row.revision,
        pages: Array.from(wantedPages(row, urls), outlined),
      })),
    records: ({ domain, urls }) =>
      ofRow(domain, (row) => ({
        revision: row.revision,
        pages: pagesAt(rows, row, urls).map((page) => packedPage(page, rows.screenshots(page))),
      })),
    technologies: (domain) =>
      ofRow(domain, (row) => ({
        revision: row.revision,
        pages: Array.from(rows.pages(row), ({ url, fetchedAt, facts, source }) => {
          const { version: factsVersion, technologies } = factsOfRow({ facts });
          return { url, fetchedAt, sourceBytes: source.bytes, factsVersion, technologies };
        }),
      })),
    answers: ({ domain, range }) =>
      ofRow(domain, (row) => ({
        revision: row.revision,
        ...answersIn(Iterator.from(rows.pages(row)).map(answering), range),
      })),
    links: (domain) =>
      ofRow(domain, (row) => ({
        revision: row.revision,
        pages: Array.from(rows.pages(row), ({ url, facts }) => ({
          url,
          hosts: factsOfRow({ facts }).linkedDomains,
        })),
      })),
    sources: ({ domain, urls, part }) =>
      ofRow(domain, (row) => {
        const sources = pagesAt(rows, row, urls)
          .map((page) => sourceOf(page, part))
          .filter((one) => one !== null);
        return { revision: row.revision, pages: sources };
      }),
    screenshots: ({ domain, urls, size }) =>
      ofRow(domain, (row) => ({
        revision: row.revision,
        pages: pagesAt(rows, row, urls).flatMap((page) => {
          const webp = rows.screenshot(page, size);
          return webp === null ? [] : [{ url: page.url, fetchedAt: page.fetchedAt, webp }];
        }),
      })),
    lastVisit: (domain) =>
      ofRow(domain, (row) => {
        const { revision } = row;
        const { lastVisited } = siteFactsIn(rows.facts(row));
        const confirmed = rows.confirmed(domain);
        const confirmedAt = confirmed?.revision === revision ? confirmed.at : 0;
        return { revision, at: Math.max(lastVisited ?? 0, confirmedAt) };
      }),
    history: (domain) =>
      ofRow(domain, (row) => ({
        revision: row.revision,
        history: histories.of(row.id, storedLabels(rows, row, labels.of(row.revision))),
      })),
  };
}

function packed(
  rows: RowReader,
  row: DomainRow,
  screenshotOf: (page: PageRow) => Screenshot | null = () => null,
): PackedDomain {
  const pages = Array.from(rows.pages(row), (page) => packedPage(page, screenshotOf(page)));
  const { domain, revision, rank } = row;
  return { domain, revision, rank, facts: rows.facts(row), pages };
}

function packedPage(page: PageRow, screenshot: Screenshot | null): PackedPage {
  const { url, fetchedAt, charset, truncated, facts, version, rendered } = page;
  return {
    url,
    fetchedAt,
    charset,
    truncated,
    facts: textIn(facts),
    version,
    source: textIn(page.source),
    ...textsIn(page.answers),
    ...(rendered === null
      ? {}
      : {
          rendered: {
            source: textIn(rendered),
            truncated: rendered.truncated,
            ...(screenshot === null ? {} : { screenshot }),
          },
        }),
  };
}

/** A page of which facts and texts are read when they are needed. */
function answering({ url, facts, answers }: PageRow): AnsweringPage {
  return {
    url,
    get facts() {
      return factsOfRow({ facts });
    },
    get answers() {
      return textsIn(answers).answers;
    },
  };
}

function outlined({ source, rendered, screenshot, ...page }: PageRow): PackedPageOutline {
  const { url, fetchedAt, charset, truncated, facts, version } = page;
  return {
    url,
    fetchedAt,
    charset,
    truncated,
    facts: textIn(facts),
    version,
    sourceBytes: source.bytes,
    rendered:
      rendered === null
        ? null
        : { bytes: rendered.bytes, truncated: rendered.truncated, hasScreenshot: screenshot !== null },
  };
}

function listed({ facts, version, source, rendered, screenshot, ...page }: PageRow): ListedPage {
  const { url, fetchedAt, charset, truncated } = page;
  const { title, version: factsVersion } = factsOfRow({ facts });
  return {
    url,
    fetchedAt,
    charset,
    truncated,
    title,
    factsVersion,
    sourceBytes: source.bytes,
    renderedBytes: rendered?.bytes ?? null,
    screenshotBytes: screenshot?.fullBytes ?? null,
    version: version === null ? null : pageVersionIn(version),
  };
}

/** A source of a page; null if it is to be the rendered one and there is none. */
function sourceOf(
  { url, fetchedAt, charset, truncated, source, rendered }: PageRow,
  part: SourcePart,
): SourceList['pages'][number] | null {
  const stored = part === 'body' ? { ...source, truncated } : rendered;
  if (stored === null) return null;
  const bytes = unpackUtf8(stored);
  const utf8 = new Uint8Array(new SharedArrayBuffer(bytes.length));
  utf8.set(bytes);
  return { url, fetchedAt, charset, truncated: stored.truncated, utf8 };
}
