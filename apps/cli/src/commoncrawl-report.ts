// What people are told of an import from Common Crawl.
import type { CommonCrawlRun } from '@sitegrep/client';
import { counted, formatBytes, formatCount, formatSeconds } from './terminal.ts';

/** Names of hosts that are shown. */
const MAX_SHOWN = 5;

/** Outcomes besides those that the sum names, in words. */
const WORDS: Readonly<Record<string, string>> = {
  robots: 'robots.txt of their hosts',
  no_page: 'no page in them',
  damaged: 'damaged',
  wrong_range: 'not where the index says',
  other_url: 'of another URL than the index says',
  unreadable: 'in files that could not be read',
  site_full: 'left out, as their sites have as much source as SITEGREP_MAX_SITE_BYTES allows',
  blocked_domain: 'of blocked domains',
  noindex: 'asked not to be indexed',
  crashed: 'not analysed within the limits of time and memory',
  bad_url: 'with an address that no page can have',
};

/** Text beside the bar: how far the import is. */
export function noteOf({ state, waits_until: until, found, sent, outcomes }: CommonCrawlRun): string {
  if (state === 'waiting' && until !== null) return `the archive is busy: waits until ${until}`;
  const bytes = `${counted(sent.requests, 'request')}, ${formatBytes(sent.bytes)}`;
  if (state === 'finding') return `${counted(found.records, 'record')} found  ${bytes}`;
  return `${counted(outcomes['stored'] ?? 0, 'page')} stored  ${bytes}`;
}

/** Sum of the outcomes of the records. */
export function importSum({ outcomes }: CommonCrawlRun): string {
  const of = (name: string): string => formatCount(outcomes[name] ?? 0);
  return `${counted(outcomes['stored'] ?? 0, 'page')} stored, ${of('unchanged')} unchanged, ${of('older')} for the history`;
}

/** Lines about an import that has ended. */
export function importReport(run: CommonCrawlRun): readonly string[] {
  const { state, reason, found, sent, dry_run: isDryRun, damaged } = run;
  const records = `${counted(found.records, 'record')} of ${crawlsOf(run)}`;
  const costs =
    `reading them takes ${counted(found.requests, 'request')} and ${formatBytes(found.bytes)}, ` +
    `some ${formatSeconds(found.seconds)}`;
  const cost = isDryRun
    ? costs
    : `sent: ${counted(sent.requests, 'request')}, received: ${formatBytes(sent.bytes)}`;
  const end =
    state === 'finished'
      ? []
      : [`the import ${state === 'failed' ? `failed: ${reason ?? ''}` : 'was stopped'}`];
  return [
    ...(run.crawls.length === 0 ? [] : [`${records}; ${cost}`]),
    ...(isDryRun || found.records === 0 ? [] : [importSum(run), ...othersOf(run)]),
    ...hostLines(run),
    ...damaged.map((problem) => `damaged: ${problem}`),
    ...end,
  ];
}

function crawlsOf({ crawls }: CommonCrawlRun): string {
  const [only, ...others] = crawls;
  if (only === undefined) return 'no crawl';
  return others.length === 0 ? only.name : counted(crawls.length, 'crawl');
}

function othersOf({ outcomes }: CommonCrawlRun): readonly string[] {
  return Object.entries(WORDS).flatMap(([name, words]) => {
    const count = outcomes[name] ?? 0;
    return count === 0 ? [] : [`${counted(count, 'record')}: ${words}`];
  });
}

function hostLines({ selection: { hosts }, missing }: CommonCrawlRun): readonly string[] {
  const named = ({ count, samples }: CommonCrawlRun['missing']): string =>
    `${samples.slice(0, MAX_SHOWN).join(', ')}${count > MAX_SHOWN ? ' …' : ''}`;
  const { rejected = { count: 0, samples: [] } } = hosts ?? {};
  return [
    ...(rejected.count === 0
      ? []
      : [`${counted(rejected.count, 'entry', 'entries')} of the list named no host: ${named(rejected)}`]),
    ...(missing.count === 0
      ? []
      : [`${counted(missing.count, 'host')} without a record in these crawls: ${named(missing)}`]),
  ];
}
