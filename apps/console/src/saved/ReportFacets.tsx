import { number } from '../format.ts';
import { Tick } from '../parts/Field.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import type { ReportDraft } from './report-draft.ts';
import { facetChoices, MAX_FACETS } from './report-facets.ts';

interface ReportFacetsProps {
  readonly facets: ReportDraft['facets'];
  readonly onFacets: (facets: ReportDraft['facets']) => void;
}

/** The choice of what a report counts. */
export function ReportFacets({ facets, onFacets }: ReportFacetsProps) {
  const isFull = facets.length >= MAX_FACETS;
  return (
    <details className="stack tight">
      <summary>{WORDS.reportFacets(number(facets.length))}</summary>
      <p className="quiet">{WORDS.reportFacetsHint(number(MAX_FACETS))}</p>
      <div className="report-facets" role="group" aria-label={WORDS.reportFacetsLabel}>
        {facetChoices(facets).map(({ key, name, isChosen, next }) => (
          <Tick
            key={key}
            label={name}
            checked={isChosen}
            disabled={isFull && !isChosen}
            onChange={() => onFacets(next)}
          />
        ))}
      </div>
    </details>
  );
}
