// Domains as saved searches are decided about them: from their rows, and from what a put brings.
import type { DecidedPage, DecidedSite } from '@sitegrep/deciding';
import type { Expression } from '@sitegrep/search';
import { type Labels, LABELS, type PageRecord, type SiteFacts, type Source } from '@sitegrep/site';
import { type PageSource, storableAnswers } from '@sitegrep/texts';
import { verdictOn } from '../../../searches/change-tests.ts';
import type { ChangeWriter } from '../changes/change-writer.ts';
import type { LabelWriter } from '../labels/label-writer.ts';
import { type PageRow, pageSource, type StorableSources } from '../page-rows.ts';
import { type DomainRow, type RowReader, siteFactsIn } from '../rows.ts';
import type { HitRows, HitsByPage } from './hit-rows.ts';
import type { ListsOf } from './list-tests.ts';

interface SiteParts {
  readonly rows: RowReader;
  readonly labels: Pick<LabelWriter, 'of'>;
  readonly changes: Pick<ChangeWriter, 'of'>;
  readonly hits: Pick<HitRows, 'of'>;
  readonly listsOf: ListsOf;
}

/** A document that is put, as far as it is known, so that it need not be read again. */
export interface PutDocument {
  readonly facts: SiteFacts;
  /** Its labels with the first visit. */
  readonly labels: Labels;
  /** Numbers of all pages, in the order of their URLs. */
  readonly pages: readonly number[];
  /** Pages that came with the put, by their numbers. */
  readonly come: ReadonlyMap<number, PageSource>;
}

/** A site that is decided, the numbers of its pages, and what is stored of the literals of those that stay. */
export interface NumberedSite {
  readonly site: DecidedSite;
  readonly pages: readonly number[];
  readonly hits: HitsByPage;
}

/** Makes sites of the rows of domains, as they are inside the transaction. @param lists names of lists that matter */
export type SiteReader = (
  row: DomainRow,
  lists: ReadonlySet<string>,
  put: PutDocument | null,
) => NumberedSite;

export function siteReader({ rows, labels, changes, hits, listsOf }: SiteParts): SiteReader {
  /** The pages of a domain, each of which is read when something of it is; the row that was read last is kept. */
  function pageReader(row: DomainRow, known: HitsByPage): (number: number) => DecidedPage {
    let last: PageRow | null = null;
    const read = (number: number): PageRow => {
      if (last?.id !== number) last = rows.page(row, number);
      return last;
    };
    return (number) => ({
      hits: known.get(number),
      get url() {
        return read(number).url;
      },
      get facts() {
        return pageSource(read(number)).facts;
      },
      get answers() {
        return pageSource(read(number)).answers;
      },
      get source() {
        return pageSource(read(number)).source;
      },
      get rendered() {
        return pageSource(read(number)).rendered;
      },
    });
  }

  function labelsOf({ revision }: DomainRow): Labels {
    const stored = labels.of(revision).labels;
    // The labels of a row are in the order of their kinds.
    return Object.fromEntries(LABELS.map((kind, at) => [kind, stored[at] ?? []])) as Labels;
  }

  return (row, lists, put) => {
    const pages = put?.pages ?? rows.summary(row).pages;
    const isStaying = put === null || pages.some((number) => !put.come.has(number));
    const known: HitsByPage = isStaying ? hits.of(row.id) : new Map();
    const stored = pageReader(row, known);
    const own = put?.labels ?? labelsOf(row);
    const [first] = own.first_visited;
    let records: ReturnType<ChangeWriter['of']> | null = null;
    const site: DecidedSite = {
      domain: row.domain,
      rank: row.rank,
      facts: put?.facts ?? siteFactsIn(rows.facts(row)),
      labels: own,
      firstVisit: first === undefined ? null : Date.parse(first),
      lists: listsOf(row.domain, lists),
      pages: pages.map((number) => put?.come.get(number) ?? stored(number)),
      hasChange(of: Expression) {
        records ??= changes.of(row.id);
        return records.some((record) => verdictOn(of, record) === true);
      },
    };
    return { site, pages, hits: known };
  };
}

/** A page that comes with a put, as a search will find it. */
export function comingPage(
  { url, facts, answers }: PageRecord<Source>,
  { source, rendered }: StorableSources,
): PageSource {
  return {
    url: url.toWellFormed(),
    facts,
    ...(answers === undefined ? {} : { answers: storableAnswers(answers) }),
    get source() {
      return source.toString();
    },
    ...(rendered === null
      ? {}
      : {
          rendered: {
            get source() {
              return rendered.toString();
            },
          },
        }),
  };
}
