// Causes of changes in a query: without a condition on them, it finds what visits found.
import { conditionsOf, withCondition, withoutCondition } from './language.ts';

const [VISIT, ANY] = ['visit', 'any'];

/** The condition on causes that a query has; null: none. */
function causeCondition(query: string): string | null {
  return conditionsOf(query).find((condition) => condition.startsWith('by:')) ?? null;
}

/** The cause of the changes that a query finds, as it is written. */
export function causeIn(query: string): string {
  return causeCondition(query)?.slice('by:'.length) ?? VISIT;
}

/** The query for changes of a cause in place of the one that it has. */
export function withCause(query: string, cause: string): string {
  const condition = causeCondition(query);
  const rest = condition === null ? query : withoutCondition(query, condition);
  return cause === VISIT ? rest : withCondition(rest, `by:${cause}`);
}

/** The query for changes of any cause. */
export function ofAnyCause(query: string): string {
  return withCause(query, ANY);
}
