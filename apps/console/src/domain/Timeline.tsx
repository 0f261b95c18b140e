import type { DomainHistory } from '@sitegrep/client';
import { number } from '../format.ts';
import { Day } from '../parts/Day.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { labelName } from '../query/label-name.ts';
import { HISTORY_TEXT as WORDS, KIND_NAMES, type LabelKind } from '../text/history.ts';
import {
  BAR_WIDTH,
  barOf,
  keyOf,
  type LabelRow,
  positionIn,
  spanOf,
  stateOf,
  type TimeSpan,
} from './label-rows.ts';

const HEIGHT = 16;
/** Height of each look of a bar. */
const HEIGHTS = { seen: 10, between: 2 } as const;
/** Visits of which each has a stroke. */
const MAX_STROKES = 120;

interface TimelineProps {
  readonly kind: LabelKind;
  readonly rows: readonly LabelRow[];
  readonly visits: DomainHistory['visits'];
}

/** The labels of a kind, each with a bar of the times that it was there; the table says the same in words. */
export function Timeline({ kind, rows, visits }: TimelineProps) {
  const span = spanOf(visits);
  const strokes =
    visits.length > MAX_STROKES
      ? ''
      : visits.map(({ at }) => `M${strokeAt(positionIn(span, at))} 0V${HEIGHT}`).join('');
  const columns: readonly Column<LabelRow>[] = [
    { text: WORDS.label, cell: (row) => <Label row={row} /> },
    {
      text: WORDS.overTime,
      cell: (row) => <Bar row={row} span={span} strokes={strokes} />,
    },
    { text: WORDS.first, cell: ({ intervals: [first] }) => <Day at={first.first_seen} /> },
    { text: WORDS.last, cell: ({ intervals }) => <Day at={(intervals.at(-1) ?? intervals[0]).last_seen} /> },
    { text: WORDS.now, cell: (row) => <Now row={row} /> },
  ];
  return (
    <section className="stack tight">
      <h2>
        {KIND_NAMES[kind]} <span className="quiet">{number(rows.length)}</span>
      </h2>
      <Table label={KIND_NAMES[kind]} className="timeline" columns={columns} items={rows} keyOf={keyOf} />
    </section>
  );
}

/** A stroke at an end is within the bar. */
function strokeAt(x: number): number {
  return Math.min(BAR_WIDTH - 1, Math.max(1, x));
}

function Label({ row: { kind, value, namedBy } }: { readonly row: LabelRow }) {
  return (
    <>
      <Foreign text={labelName(kind, value)} />
      {namedBy.length > 0 && <span className="quiet"> {namedBy.join(', ')}</span>}
    </>
  );
}

function Bar(props: { readonly row: LabelRow; readonly span: TimeSpan; readonly strokes: string }) {
  const { row, span, strokes } = props;
  const state = stateOf(row).kind;
  return (
    <svg
      className="label-bar"
      data-state={state}
      viewBox={`0 0 ${BAR_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="visits" d={strokes} />
      {barOf(row, span).map(({ look, x, width }, index) => (
        <rect
          key={index}
          className={look}
          x={x}
          y={(HEIGHT - HEIGHTS[look]) / 2}
          width={width}
          height={HEIGHTS[look]}
        />
      ))}
    </svg>
  );
}

function Now({ row }: { readonly row: LabelRow }) {
  const state = stateOf(row);
  if (state.kind === 'there') return WORDS.there;
  return (
    <span
      className={
        { gone: 'quiet', over: 'quiet', missed: 'warning', back: '', thereSince: 'good' }[state.kind]
      }
    >
      {WORDS[state.kind]} <Day at={state.at} />
      {state.by === 'detector' && <span className="quiet"> {WORDS.detector}</span>}
    </span>
  );
}
