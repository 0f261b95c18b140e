// Makes a report of a saved search: its rows, its file, and what its message says.
import { randomUUID } from 'node:crypto';
import {
  type DomainIndex,
  MAX_REPORT_PART,
  type ReportState,
  type SavedSearch,
  type SearchReport,
  type SearchReports,
} from '@sitegrep/storage';
import { type ReportDefinition, type ReportFacet, type ReportSummary, titleOf } from '@sitegrep/telling';
import { type News, readNews } from './news.ts';
import { reportFile } from './report-file.ts';
import { countReport, reportRows } from './report-rows.ts';

export interface MakingParts {
  readonly domains: Pick<DomainIndex, 'search' | 'searches' | 'lists'>;
  readonly reports: Pick<SearchReports, 'addPart'>;
  /** Clock in milliseconds since the epoch. */
  readonly now: () => number;
}

export interface ReportWish {
  readonly search: SavedSearch;
  readonly label: string | null;
  readonly definition: ReportDefinition;
  readonly state: ReportState;
  readonly signal: AbortSignal;
}

/** Makes a report, whose file is kept and is nobody's before the report is. @throws as searches do */
export async function makeReport(
  parts: MakingParts,
  { search, label, definition, state, signal }: ReportWish,
): Promise<Omit<SearchReport, 'due' | 'by'>> {
  const { domains, reports, now } = parts;
  const { id, generation } = search;
  const level = search.level === 'page' ? 'page' : 'domain';
  const at = now();
  const last = state.last?.generation === generation ? state.last : null;
  const [newest] = await domains.searches.events({ after: 0, limit: 1, search: id, newestFirst: true });
  const position = Math.max(last?.position ?? 0, newest?.number ?? 0);
  const span = last === null ? null : { after: last.position, upTo: position, since: last.at };
  const news = span === null ? null : await readNews(domains, search, span, { now: at, signal });
  const counts = await countReport({ domains, search: id, level, signal }, definition.facets);
  const count = level === 'page' ? ((await domains.searches.count(id)) ?? 0) : counts.total;
  const facets = definition.inputs.map((input, index): ReportFacet => {
    const { limit: _limit, offset: _offset, min: _min, ...facet } = input;
    const { values = [], distinct = 0, listed = 0, without = 0 } = counts.facets[index] ?? {};
    return { ...facet, values, distinct, listed, without };
  });

  let bytes = 0;
  const { limit } = definition;
  const rows = reportRows({ domains, search: id, level, limit, news, signal, written: () => bytes });
  const summary = (): ReportSummary => ({
    at: new Date(at).toISOString(),
    level,
    domains: count,
    pages: level === 'page' ? counts.total : null,
    since: last === null ? null : new Date(last.at).toISOString(),
    new: news === null ? null : numberOf(news, 'new'),
    gone: news === null ? null : numberOf(news, 'gone'),
    complete: news?.isComplete ?? true,
    rows: rows.given.count,
    cut: rows.given.isCut,
    facets,
  });
  const about = (): readonly (readonly [string, string | null])[] => {
    const { facets: _, ...shown } = summary();
    return [
      ['search', titleOf({ id, label })],
      ...Object.entries(shown).map(([name, value]) => [name, value === null ? null : String(value)] as const),
    ];
  };

  const attempt = randomUUID();
  let partsKept = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  async function keep(): Promise<void> {
    const whole = Buffer.concat(held);
    for (let from = 0; from < whole.length; from += MAX_REPORT_PART) {
      const part = { search: id, number: state.number, attempt, part: partsKept };
      await reports.addPart(part, whole.subarray(from, from + MAX_REPORT_PART));
      partsKept += 1;
    }
    held = [];
    heldBytes = 0;
  }
  for await (const piece of reportFile({
    format: definition.format,
    name: `${level}s`,
    rows,
    facets,
    about,
  })) {
    signal.throwIfAborted();
    bytes += piece.length;
    heldBytes += piece.length;
    held.push(piece);
    if (heldBytes >= MAX_REPORT_PART) await keep();
  }
  if (heldBytes > 0) await keep();
  return {
    search: id,
    born: search.createdAt,
    number: state.number,
    endedAt: now(),
    format: definition.format,
    attempt,
    parts: partsKept,
    bytes,
    generation,
    position,
    failure: null,
    summary: summary(),
  };
}

function numberOf({ of }: News, what: 'new' | 'gone'): number {
  return of.values().reduce((sum, one) => (one === what ? sum + 1 : sum), 0);
}
