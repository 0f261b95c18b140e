import { type ReactNode, useState } from 'react';
import { TEXT } from '../text.ts';
import { FACETS_TEXT as WORDS } from '../text/results.ts';
import { type Criteria, FACET_ORDERS } from './criteria.ts';
import { useCounts } from './facet-counts.ts';
import { type FacetForm, formKey } from './facet-forms.ts';
import { FacetGroup } from './FacetGroup.tsx';
import { orderedValues } from './facet-order.ts';

interface FacetsProps {
  readonly criteria: Criteria;
  readonly forms: readonly FacetForm[];
  readonly onQuery: (query: string) => void;
  /** Changes the order of values; absent: the most frequent ones are always first. */
  readonly onOrder?: (order: Criteria['counts']) => void;
  /** Shown before the counts. */
  readonly children?: ReactNode;
}

/** Width of the window from which on the counts are shown at first. */
const WIDE = '(min-width: 960px)';

/** Counts of what was found; a click on a value writes its condition into the query. They are requested when they are shown. */
export function Facets(props: FacetsProps) {
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE).matches);
  return (
    <details className="facets" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{TEXT.search.facets}</summary>
      {isOpen && <Counts {...props} />}
    </details>
  );
}

function Counts({ criteria, forms, onQuery, onOrder, children }: FacetsProps) {
  const { q, level, counts: order } = criteria;
  const { found, index } = useCounts(criteria, forms, onOrder !== undefined);
  return (
    <>
      <p className="quiet hint">{TEXT.search.facetHint}</p>
      {onOrder !== undefined && q !== '' && (
        <label className="row">
          <span className="quiet">{WORDS.order}</span>
          <select
            className="input"
            value={order}
            onChange={({ target: { value } }) =>
              onOrder(FACET_ORDERS.find((one) => one === value) ?? 'peculiar')
            }
          >
            {FACET_ORDERS.map((one) => (
              <option key={one} value={one}>
                {WORDS.orders[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      {children}
      {found.data?.map(({ form, counts, seen }) => (
        <FacetGroup
          key={formKey(form)}
          form={form}
          values={orderedValues(counts, form.isScale ? null : (index?.get(formKey(form)) ?? null), seen)}
          distinct={counts.distinct}
          query={q}
          level={level}
          onQuery={onQuery}
        />
      ))}
    </>
  );
}
