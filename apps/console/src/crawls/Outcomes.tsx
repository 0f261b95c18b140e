import { number } from '../format.ts';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { kindOf, sortedOutcomes } from './outcome-kinds.ts';

interface OutcomesProps {
  readonly outcomes: Readonly<Record<string, number>>;
  /** Outcome whose sites are listed; empty: all. */
  readonly chosen: string;
  readonly onChoose: (outcome: string) => void;
}

/** How the sites of a crawl ended, as a bar and as buttons that list the sites of one outcome. */
export function Outcomes({ outcomes, chosen, onChoose }: OutcomesProps) {
  const { entries, all } = sortedOutcomes(outcomes);
  return (
    <section className="outcomes" aria-label={WORDS.outcomes}>
      <h2>{WORDS.outcomes}</h2>
      <div className="outcome-bar" aria-hidden="true">
        {entries.map(([outcome, count]) => (
          <span key={outcome} data-kind={kindOf(outcome)} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {[['', all] as const, ...entries].map(([outcome, count]) => (
          <li key={outcome}>
            <button type="button" aria-pressed={outcome === chosen} onClick={() => onChoose(outcome)}>
              <span>{outcome === '' ? WORDS.all : outcome}</span>
              <span className="quiet">{number(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
