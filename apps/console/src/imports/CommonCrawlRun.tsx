import type { CommonCrawlRun as Run } from '@sitegrep/client';
import { counted, duration, number, size } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { COMMONCRAWL_TEXT as WORDS } from '../text/commoncrawl.ts';

/** Names that are shown of hosts. */
const MAX_SHOWN = 5;

/** Tells whether an import goes on. */
export function isGoingOn({ state }: Run): boolean {
  return state === 'finding' || state === 'reading' || state === 'waiting';
}

/** How far an import from Common Crawl is, or how it ended. */
export function CommonCrawlRun({ run }: { readonly run: Run }) {
  const { found, records, outcomes, dry_run: isEstimate, damaged, missing, selection } = run;
  const of = (outcome: string): string => number(outcomes[outcome] ?? 0);
  const rejected = selection.hosts?.rejected ?? { count: 0, samples: [] };
  const isRead = !isEstimate && found.records > 0;
  const unread = records - pagesOf(outcomes);
  return (
    <div className="stack tight crawl-progress">
      {isRead && <progress max={found.records} value={records} aria-label={WORDS.progress} />}
      <p role="status" className={run.state === 'failed' ? 'bad' : undefined}>
        {isEstimate && run.state === 'finished' ? estimateText(run) : stateText(run)}
      </p>
      {isRead && (
        <p className="quiet">
          {WORDS.outcomes(counted(outcomes['stored'] ?? 0, 'page'), of('unchanged'), of('older'))}
        </p>
      )}
      {rejected.count > 0 && (
        <p className="warning">
          <Foreign text={WORDS.rejected(counted(rejected.count, 'entry', 'entries'), namesOf(rejected))} />
        </p>
      )}
      {missing.count > 0 && (
        <p className="quiet">
          <Foreign text={WORDS.missing(counted(missing.count, 'host'), namesOf(missing))} />
        </p>
      )}
      {damaged.length > 0 && (
        <details>
          <summary className="warning">{WORDS.damaged(counted(unread, 'record'))}</summary>
          <ul className="stack tight">
            {damaged.map((problem) => (
              <li key={problem}>
                <Foreign text={problem} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Outcomes of records that gave no page because of damage, or of a file that could not be read. */
const UNREAD = new Set(['damaged', 'wrong_range', 'other_url', 'unreadable']);

function pagesOf(outcomes: Run['outcomes']): number {
  return Object.entries(outcomes).reduce((sum, [name, count]) => sum + (UNREAD.has(name) ? 0 : count), 0);
}

function namesOf({ count, samples }: Run['missing']): string {
  return `${samples.slice(0, MAX_SHOWN).join(', ')}${count > MAX_SHOWN ? ' …' : ''}`;
}

function stateText({ state, found, records, reason, waits_until: until }: Run): string {
  const { states } = WORDS;
  switch (state) {
    case 'finding':
      return states.finding(counted(found.records, 'record'));
    case 'reading':
      return states.reading(number(records), counted(found.records, 'record'));
    case 'waiting':
      return states.waiting(until ?? '');
    case 'failed':
      return states.failed(reason ?? '');
    case 'finished':
    case 'stopped':
      return states[state];
  }
}

function estimateText({ found: { records, requests, bytes, seconds } }: Run): string {
  if (records === 0) return WORDS.nothing;
  return WORDS.estimated(
    counted(records, 'record'),
    counted(requests, 'request'),
    size(bytes),
    duration(seconds),
  );
}
