import { LineMark } from '../charts/LineMark.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { TRENDS_TEXT as WORDS } from '../text/trends.ts';
import type { TrendWish } from './trend-lines.ts';

interface LineListProps {
  readonly lines: TrendWish['lines'];
  readonly ask: (change: Partial<TrendWish>) => void;
}

/** The lines, each of which a click takes out. They are here also if one of them is refused. */
export function LineList({ lines, ask }: LineListProps) {
  return (
    <ul className="line-list" aria-label={WORDS.lines}>
      {lines.map((query, line) => (
        <li key={query}>
          <button
            type="button"
            className="chip"
            onClick={() => {
              const [first = '', ...others] = lines.filter((one) => one !== query);
              ask({ lines: [first, ...others] });
            }}
          >
            <LineMark line={line} isNumbered />
            <ShownQuery query={query} />
            <span aria-hidden="true">✕</span>
            <span className="hidden-text">{WORDS.remove(query)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
