// Messages as sentences, for people: chat messages and mail are made of them.
import { type CountData, type EventData, eventsOf, type Message, type ReportData } from './message.ts';

const VERBS = {
  'search.appeared': 'appeared on',
  'search.disappeared': 'disappeared from',
  'search.changed': 'changed on',
} as const;

/** Something of an event in the middle of a sentence. */
export interface EventSentence {
  readonly before: string;
  readonly domain: string;
  readonly after: string;
  /** The first page that shows it; null if there is none. */
  readonly url: string | null;
}

/** The sentence of an event: `appeared on shop.example (2 pages)`. */
export function eventSentence({ type, domain, pages, total_pages: total, by }: EventData): EventSentence {
  const what = by === 'deletion' ? ' (the domain was removed)' : total > 1 ? ` (${total} pages)` : '';
  return { before: `${VERBS[type]} `, domain, after: what, url: pages[0] ?? null };
}

/** The sentence of a count. */
function countSentence({ domains, bound, is_above: isAbove }: CountData): string {
  const found = `${domains} ${domains === 1 ? 'domain fulfils' : 'domains fulfil'} it`;
  return isAbove ? `${found}: more than ${bound}` : `${found}: no longer more than ${bound}`;
}

/** The sentence of a report: `report: 12 domains, 3 new, 1 gone`. */
function reportSentence({ domains, pages, new: appeared, gone }: ReportData): string {
  const counts = [
    ...(pages === null ? [] : [`${pages} ${pages === 1 ? 'page' : 'pages'} of`]),
    `${domains} ${domains === 1 ? 'domain' : 'domains'}`,
  ].join(' ');
  return ['report: ' + counts, ...(appeared === null ? [] : [`${appeared} new, ${gone ?? 0} gone`])].join(
    ', ',
  );
}

/** Remarks on a report, as whole sentences. */
export function reportNotes({ since, complete, rows, cut }: ReportData): readonly string[] {
  return [
    ...(since === null ? ['It is the first one: nothing is marked as new.'] : []),
    ...(complete
      ? []
      : [`Not all that occurred since ${since ?? 'then'} is known: what is new may be incomplete.`]),
    ...(cut ? [`The file has the first ${rows} rows.`] : []),
  ];
}

/** The file of a message about a report, in words; null: it is about none. */
export function fileOf({
  data: { report },
}: Message): { readonly words: string; readonly url: string } | null {
  if (report === undefined) return null;
  const size = Math.ceil(report.bytes / 1_024);
  return { words: `Download (${report.format.toUpperCase()}, ${size} KB)`, url: report.file };
}

/** A message in one line: `Shops: 2 appeared, 1 disappeared`. */
export function headline(message: Message): string {
  const { search, count, report } = message.data;
  if (report !== undefined) return `${search.label}: ${reportSentence(report)}`;
  if (message.type === 'search.test') return `${search.label}: a test, this receiver works`;
  if (count !== undefined) return `${search.label}: ${countSentence(count)}`;
  const events = eventsOf(message);
  const parts = (['appeared', 'disappeared', 'changed'] as const).flatMap((kind) => {
    const { length } = events.filter(({ type }) => type === `search.${kind}`);
    return length === 0 ? [] : [`${length} ${kind}`];
  });
  return `${search.label}: ${parts.join(', ')}`;
}
