import type { CrawlItem } from '@sitegrep/client';
import { number } from '../format.ts';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { CrawlAgain } from './CrawlAgain.tsx';
import { helpOf, kindOf, outcomeName, sortedOutcomes } from './outcome-kinds.ts';
import { ALL } from './shown-sites.ts';

interface OutcomesProps {
  readonly crawl: CrawlItem;
  /** Choice that the table beside lists: an outcome, ALL, or empty for what is done at the moment. */
  readonly chosen: string;
  readonly onChoose: (chosen: string) => void;
}

/** How the sites of a crawl ended, as a bar and as buttons that list them; failures with what to do about each kind. */
export function Outcomes({ crawl, chosen, onChoose }: OutcomesProps) {
  const { sites } = crawl;
  const { entries, done, failed, retried } = sortedOutcomes(crawl.outcomes);
  const isOver = crawl.finished_at !== null;
  const choice = (value: string, name: string, count: number) => (
    <button
      type="button"
      aria-pressed={value === chosen || (isOver && value === ALL && chosen === '')}
      onClick={() => onChoose(value)}
    >
      <span>{name}</span>
      <span className="quiet number">{number(count)}</span>
    </button>
  );
  const failures = failed.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div className="outcomes">
      <section aria-label={WORDS.outcomes}>
        <h2>{WORDS.outcomes}</h2>
        <div className="outcome-bar" aria-hidden="true">
          {entries.map(([outcome, count]) => (
            <span key={outcome} data-kind={kindOf(outcome)} style={{ flexGrow: count }} />
          ))}
        </div>
        <ul>
          {!isOver && <li>{choice('', WORDS.now, sites.running)}</li>}
          <li>{choice(ALL, WORDS.all, sites.total)}</li>
          {done.map(([outcome, count]) => (
            <li key={outcome}>{choice(outcome, outcomeName(outcome), count)}</li>
          ))}
        </ul>
      </section>
      {failures > 0 && (
        <section aria-label={WORDS.failed}>
          <h2>
            {WORDS.failed} <span className="quiet">{number(failures)}</span>
          </h2>
          <ul className="failures">
            {failed.map(([outcome, count]) => (
              <li key={outcome}>
                {choice(outcome, outcomeName(outcome), count)}
                <p className="quiet">{helpOf(outcome)?.remedy}</p>
              </li>
            ))}
          </ul>
          {isOver && retried > 0 && <CrawlAgain crawl={crawl} sites="failed" count={retried} />}
        </section>
      )}
    </div>
  );
}
