import { conditionsOf, withoutCondition } from '../query/language.ts';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { TEXT } from '../text.ts';

interface ConditionsProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** The conditions of a query on domains, each of which a click takes out. */
export function Conditions({ query, onQuery }: ConditionsProps) {
  return conditionsOf(query).map((condition) => (
    <button
      key={condition}
      type="button"
      className="chip"
      onClick={() => onQuery(withoutCondition(query, condition))}
    >
      <ShownQuery query={condition} />
      <span aria-hidden="true">✕</span>
      <span className="hidden-text">{TEXT.search.remove(condition)}</span>
    </button>
  ));
}
