import { LineMark } from '../charts/LineMark.tsx';
import { number } from '../format.ts';
import { Link } from '../parts/Link.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import { dayName, type QueryLine, signed } from './intervals.ts';
import { changesQuery, type Days } from './trend-changes.ts';
import { technologyIn } from './technology-name.ts';

interface ValuesProps {
  readonly lines: readonly QueryLine[];
  readonly at: number;
  /** Name of the interval. */
  readonly name: string;
  readonly days: Days;
  /** Technology of the page, to which nothing leads; absent: it is of none. */
  readonly technology?: string | undefined;
}

/** The values of an interval, and what leads on from each. */
export function Values({ lines, at, name, days, technology }: ValuesProps) {
  const columns: readonly Column<QueryLine>[] = [
    {
      text: WORDS.line,
      cell: ({ query }, line) => (
        <span className="row">
          <LineMark line={line} isNumbered={lines.length > 1} />
          {query === '' ? WORDS.allDomains : <ShownQuery query={query} />}
        </span>
      ),
    },
    { text: WORDS.domains, isNumber: true, cell: ({ values }) => number(values[at] ?? 0) },
    {
      text: WORDS.difference,
      isNumber: true,
      cell: ({ values }) => (at === 0 ? '' : signed((values[at] ?? 0) - (values[at - 1] ?? 0))),
    },
    { text: WORDS.links, cell: (line) => <Links line={line} days={days} technology={technology} /> },
  ];
  return (
    <section className="stack tight">
      <h2>
        {name} <span className="quiet trend-end">{WORDS.end(dayName(days.to))}</span>
      </h2>
      <Table
        label={name}
        className="trend-table"
        columns={columns}
        items={lines}
        keyOf={({ query }) => query}
      />
    </section>
  );
}

function Links(props: {
  readonly line: QueryLine;
  readonly days: Days;
  readonly technology: string | undefined;
}) {
  const { query, name } = props.line;
  const technology = technologyIn(query);
  return (
    <span className="row">
      <Link to="/changes" search={{ q: changesQuery(query, props.days) }}>
        {WORDS.changes}
        <span className="hidden-text"> {WORDS.changesOf(name)}</span>
      </Link>
      <Link to="/search" search={query === '' ? {} : { q: query }}>
        {WORDS.now}
        <span className="hidden-text"> {WORDS.changesOf(name)}</span>
      </Link>
      {technology !== null && technology !== props.technology && (
        <Link to="/trends/$technology" params={{ technology }}>
          {WORDS.technology}
          <span className="hidden-text"> {technology}</span>
        </Link>
      )}
    </span>
  );
}
