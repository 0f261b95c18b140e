import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { messageOf } from '../api/message.ts';
import { searchAt } from '../api/search.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { conditionOf, FACET_NAMES, type FacetName, facetWish } from '../query/facet-values.ts';
import { withCondition } from '../query/language.ts';
import { TEXT } from '../text.ts';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import { MAX_LINES, STEPS, type TrendWish } from './trend-lines.ts';

/** Lines into which a query is split. */
const SPLIT = 5;

interface TrendFormProps {
  readonly wish: TrendWish;
  readonly ask: (change: Partial<TrendWish>) => void;
}

/** The intervals, the days, and further lines: queries, or the most frequent values of a facet. */
export function TrendForm({ wish, ask }: TrendFormProps) {
  const { lines, by, from, to } = wish;
  return (
    <>
      <div className="row trend-form">
        <label className="row">
          <span className="quiet">{WORDS.by}</span>
          <select
            className="input"
            value={by}
            // The days of another length of intervals may be too many or too few.
            onChange={({ target: { value } }) =>
              ask({ by: STEPS.find((step) => step === value) ?? by, from: '', to: '' })
            }
          >
            {STEPS.map((step) => (
              <option key={step} value={step}>
                {WORDS.steps[step]}
              </option>
            ))}
          </select>
        </label>
        <div className="row trend-days">
          <DayField label={WORDS.from} day={from} onDay={(day) => ask({ from: day })} />
          <DayField label={WORDS.to} day={to} onDay={(day) => ask({ to: day })} />
        </div>
        <SplitBy query={lines[0]} onLines={(split) => ask({ lines: split })} />
        <Further
          isFull={lines.length === MAX_LINES}
          onLine={(query) => {
            const [first, ...others] = lines;
            ask({ lines: first === '' ? [query] : [first, ...others, query] });
          }}
        />
      </div>
      {lines.length === MAX_LINES && <p className="quiet">{WORDS.full}</p>}
    </>
  );
}

/** A day as the API takes it, which counts when the field is left, or with Enter. */
function DayField(props: {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}) {
  const { label, day, onDay } = props;
  const [draft, setDraft] = useState(day);
  useLayoutEffect(() => setDraft(day), [day]);
  const take = (): void => {
    if (draft.trim() !== day) onDay(draft.trim());
  };
  return (
    <label className="row">
      <span className="quiet">{label}</span>
      <input
        className="input day"
        placeholder={WORDS.day}
        value={draft}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
      />
    </label>
  );
}

function SplitBy(props: { readonly query: string; readonly onLines: (lines: TrendWish['lines']) => void }) {
  const { query, onLines } = props;
  const split = useMutation({
    mutationFn: async (name: FacetName) => {
      const request = { q: query, count_only: true, facets: [{ ...facetWish(name), limit: SPLIT }] };
      return (await searchAt('domain', request, {})).facets?.[0]?.values ?? [];
    },
    onSuccess: (values, name) => {
      const [first, ...others] = values.map(({ value }) => withCondition(query, conditionOf(name, value)));
      if (first !== undefined) onLines([first, ...others]);
    },
  });
  const isEmpty = split.data?.length === 0 && split.variables !== undefined;
  return (
    <>
      <label className="row">
        <span className="quiet">{WORDS.split}</span>
        <select
          className="input"
          value=""
          disabled={split.isPending}
          onChange={({ target: { value } }) => {
            const name = FACET_NAMES.find((one) => one === value);
            if (name !== undefined) split.mutate(name);
          }}
        >
          <option value="">{WORDS.splitNone}</option>
          {FACET_NAMES.map((name) => (
            <option key={name} value={name}>
              {TEXT.facetNames[name]}
            </option>
          ))}
        </select>
      </label>
      {isEmpty && <span role="status">{WORDS.splitEmpty(TEXT.facetNames[split.variables])}</span>}
      <Problem text={split.error === null ? null : messageOf(split.error)} />
    </>
  );
}

function Further(props: { readonly isFull: boolean; readonly onLine: (query: string) => void }) {
  const { isFull, onLine } = props;
  const [draft, setDraft] = useState('');
  return (
    <form
      className="trend-further"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() === '') return;
        setDraft('');
        onLine(draft.trim());
      }}
    >
      <input
        className="input mono"
        aria-label={WORDS.further}
        placeholder={WORDS.furtherHint}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        disabled={isFull}
        onChange={({ target }) => setDraft(target.value)}
      />
      <Button type="submit" disabled={isFull}>
        {WORDS.add}
      </Button>
    </form>
  );
}
