import type { Level } from '@sitegrep/client';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { searchAt } from '../api/search.ts';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { toggled } from '../query/facet-values.ts';
import { conditionsOf } from '../query/language.ts';
import { TEXT } from '../text.ts';
import { FACETS_TEXT as WORDS } from '../text/results.ts';
import { countOf, MAX_VALUES } from './facet-counts.ts';
import { type FacetForm, formKey } from './facet-forms.ts';
import type { OrderedValue } from './facet-order.ts';
import { type Cell, cellAfter } from './grid-keys.ts';

/** Values that a group shows at first. */
const SHOWN = 8;

/** Stands for the button behind the values; no value has it. */
const MORE = '\0more';

/** The button that Tab stops at. */
interface Stop extends Pick<Cell, 'column'> {
  readonly value: string;
}

const FIRST_STOP: Stop = { value: '', column: 0 };

interface FacetGroupProps {
  readonly form: FacetForm;
  /** Values in the order in which they are shown. */
  readonly values: readonly OrderedValue[];
  readonly distinct: number;
  readonly query: string;
  readonly level: Level;
  readonly onQuery: (query: string) => void;
}

/** The values of a facet: one stop of Tab, within which arrows go from value to value, and right to what leaves it out. */
export function FacetGroup({ form, values, distinct, query, level, onQuery }: FacetGroupProps) {
  const { nameOf, conditionOf } = form;
  const [isWhole, setWhole] = useState(false);
  const [filter, setFilter] = useState('');
  // By its value, which may get another row.
  const [at, setAt] = useState<Stop>(FIRST_STOP);
  const list = useRef<HTMLUListElement>(null);
  const whole = useQuery({
    queryKey: ['facet', query, level, formKey(form)],
    queryFn: async ({ signal }) => {
      const request = { q: query, count_only: true, facets: [{ ...form.wish, limit: MAX_VALUES }] };
      const found = (await searchAt(level, request, { signal })).facets?.[0]?.values ?? [];
      return found.map(({ value, ...count }) => ({
        value,
        count: countOf(count),
        lift: null,
        isImplied: false,
      }));
    },
    enabled: isWhole && values.length < Math.min(distinct, MAX_VALUES),
  });
  const all = isWhole ? (whole.data ?? values) : values.slice(0, SHOWN);
  const shown = all.filter(({ value }) => nameOf(value).toLowerCase().includes(filter.toLowerCase()));
  const hasMore = distinct > SHOWN;
  const most = Math.max(1, ...values.map(({ count }) => count));
  const written = new Set(conditionsOf(query));
  const keys = [...shown.map(({ value }) => value), ...(hasMore ? [MORE] : [])];
  const row = Math.max(0, keys.indexOf(at.value));
  const tabIndexOf = (key: string, column: 0 | 1): 0 | -1 =>
    keys[row] === key && (column === at.column || key === MORE) ? 0 : -1;

  function pressed(event: KeyboardEvent): void {
    const next = cellAfter(event.key, { row, column: at.column }, keys.length);
    if (next === null) return;
    event.preventDefault();
    setAt({ value: keys[next.row] ?? '', column: next.column });
    const buttons = list.current?.children[next.row]?.querySelectorAll<HTMLElement>('button');
    (buttons?.[next.column] ?? buttons?.[0])?.focus();
  }
  const toggle = (value: string, isExcluded: boolean): void =>
    onQuery(toggled(query, conditionOf(value), isExcluded));

  return (
    <section className="facet">
      <h2>{form.title}</h2>
      {isWhole && (
        <input
          className="input"
          type="search"
          aria-label={WORDS.find(form.title)}
          placeholder={TEXT.search.facetFind}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <ul ref={list} onKeyDown={pressed}>
        {shown.map(({ value, count, lift, isImplied }) => (
          <li key={value} className={isImplied ? 'implied' : undefined}>
            <button
              type="button"
              aria-pressed={written.has(conditionOf(value))}
              title={isImplied ? WORDS.implied : WORDS.lift(lift)}
              tabIndex={tabIndexOf(value, 0)}
              onFocus={() => setAt({ value, column: 0 })}
              onClick={(event: MouseEvent) => toggle(value, event.altKey)}
            >
              <meter min={0} max={most} value={count} aria-hidden="true" />
              <Foreign text={nameOf(value)} />
              <span className="count">{number(count)}</span>
            </button>
            <button
              type="button"
              className="exclude"
              aria-label={TEXT.search.exclude(nameOf(value))}
              aria-pressed={written.has(`-${conditionOf(value)}`)}
              tabIndex={tabIndexOf(value, 1)}
              onFocus={() => setAt({ value, column: 1 })}
              onClick={() => toggle(value, true)}
            >
              <span aria-hidden="true">−</span>
            </button>
          </li>
        ))}
        {hasMore && (
          <li className="more">
            <button
              type="button"
              className="link-button"
              tabIndex={tabIndexOf(MORE, 0)}
              onFocus={() => setAt({ value: MORE, column: 0 })}
              onClick={() => {
                setWhole(!isWhole);
                setFilter('');
              }}
            >
              {isWhole ? TEXT.search.facetFewer : TEXT.search.facetMore(number(distinct))}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
