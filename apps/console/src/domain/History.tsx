import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainHistory } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { counted, dayText, number, timeOf } from '../format.ts';
import { Day } from '../parts/Day.tsx';
import { State } from '../parts/Failure.tsx';
import { Tick } from '../parts/Field.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { More } from '../parts/More.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { HISTORY_TEXT as WORDS, KIND_NAMES, KINDS, type LabelKind } from '../text/history.ts';
import { historyList } from './domain-lists.ts';
import { hasChanged, rowsByKind } from './label-rows.ts';
import { Timeline } from './Timeline.tsx';
import './history.css';

export interface HistoryParameters {
  readonly q?: string;
  readonly tab?: string;
  /** Kind of labels; absent: all. */
  readonly kind?: string;
  /** `yes`: also what never changed. */
  readonly all?: string;
}

type PastVisit = DomainHistory['visits'][number];

/** When the labels of a domain came and went, over its visits. */
export function History({ domain, given }: { readonly domain: string; readonly given: HistoryParameters }) {
  const navigate = useNavigate();
  const kind = KINDS.find((one) => one === given.kind);
  const isAll = given.all === 'yes';
  const list = useInfiniteQuery(historyList(domain, kind));
  const show = (change: { readonly kind?: LabelKind | ''; readonly all?: '' | 'yes' }): void => {
    const wish = { kind: kind ?? '', all: isAll ? 'yes' : '', ...change };
    void navigate({
      to: '/domains/$domain',
      params: { domain },
      search: {
        ...(given.q !== undefined && { q: given.q }),
        tab: 'history',
        ...(wish.kind !== '' && { kind: wish.kind }),
        ...(wish.all !== '' && { all: wish.all }),
      },
      replace: true,
    });
  };
  return (
    <div className="stack">
      <div className="row">
        <label className="row">
          <span className="quiet">{WORDS.kind}</span>
          <select
            className="input"
            value={kind ?? ''}
            onChange={({ target: { value } }) => show({ kind: KINDS.find((one) => one === value) ?? '' })}
          >
            <option value="">{WORDS.allKinds}</option>
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {KIND_NAMES[one]}
              </option>
            ))}
          </select>
        </label>
        <Tick
          label={WORDS.all}
          checked={isAll}
          onChange={({ target: { checked } }) => show({ all: checked ? 'yes' : '' })}
        />
      </div>
      <Loaded query={list} lines={8}>
        {({ pages }) => <Shown pages={pages} isAll={isAll} isOfKind={kind !== undefined} />}
      </Loaded>
      <More list={list} />
    </div>
  );
}

function Shown(props: {
  readonly pages: readonly DomainHistory[];
  readonly isAll: boolean;
  readonly isOfKind: boolean;
}) {
  const { pages, isAll, isOfKind } = props;
  const visits = pages[0]?.visits ?? [];
  const kinds = rowsByKind(pages.flatMap(({ items }) => items));
  const shown = isAll
    ? kinds
    : kinds.flatMap(({ kind, rows }) => {
        const changed = rows.filter(hasChanged);
        return changed.length === 0 ? [] : [{ kind, rows: changed }];
      });
  const countOf = (some: typeof kinds): string =>
    number(some.reduce((sum, { rows }) => sum + rows.length, 0));
  return (
    <>
      <p className="quiet" role="status">
        {visitsText(visits)} · {WORDS.shown(countOf(shown), countOf(kinds))}
      </p>
      {shown.length === 0 ? (
        <Nothing isAll={isAll} isOfKind={isOfKind} visits={visits.length} />
      ) : (
        <>
          <p className="quiet hint">{WORDS.hint}</p>
          {shown.map(({ kind, rows }) => (
            <Timeline key={kind} kind={kind} rows={rows} visits={visits} />
          ))}
        </>
      )}
      <Visits visits={visits} />
    </>
  );
}

/** How many visits there were, and when. */
function visitsText(visits: readonly PastVisit[]): string {
  const count = counted(visits.length, WORDS.visit);
  const [first, last] = [visits.at(0), visits.at(-1)];
  if (first === undefined || last === undefined) return count;
  return `${count}, ${WORDS.when(dayText(timeOf(first.at)), dayText(timeOf(last.at)))}`;
}

function Nothing(props: { readonly isAll: boolean; readonly isOfKind: boolean; readonly visits: number }) {
  const { isAll, isOfKind, visits } = props;
  if (isAll || isOfKind) return <p>{isAll ? WORDS.none : WORDS.noneOfKind}</p>;
  return (
    <State title={visits < 2 ? WORDS.noneYet : WORDS.noChange}>
      <p>{visits < 2 ? WORDS.noneYetHint : WORDS.noChangeHint}</p>
    </State>
  );
}

const VISITS: readonly Column<PastVisit>[] = [
  { text: WORDS.time, cell: ({ at }) => <Day at={at} /> },
  { text: WORDS.source, cell: ({ source }) => WORDS.sources[source] },
  {
    text: WORDS.pages,
    isNumber: true,
    cell: ({ pages_count: pages }) => (pages === null ? WORDS.whole : number(pages)),
  },
];

function Visits({ visits }: { readonly visits: readonly PastVisit[] }) {
  return (
    <details>
      <summary>{WORDS.visits}</summary>
      <Table
        label={WORDS.visits}
        className="narrow"
        columns={VISITS}
        items={visits.toReversed()}
        keyOf={({ at }) => at}
      />
    </details>
  );
}
