// Whether a record of changes fulfils an expression, without an index of records.
import { fulfilsPart } from '@sitegrep/deciding';
import { type Expression, isChangePart } from '@sitegrep/search';
import type { ChangeRecord } from '@sitegrep/site';

/** Null: it depends on the domain of the record. */
type Verdict = boolean | null;

/** Tells whether a record fulfils an expression that is canonical at the level `change`, as far as the record alone tells. */
export function verdictOn(where: Expression, record: ChangeRecord): Verdict {
  if (isChangePart(where)) return fulfilsPart(where, record);
  switch (where.kind) {
    case 'constant':
      return where.value;
    case 'and':
      return joined(where.of, record, false);
    case 'or':
      return joined(where.of, record, true);
    case 'not': {
      const verdict = verdictOn(where.of, record);
      return verdict === null ? null : !verdict;
    }
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'version_time':
    case 'same_version':
      return null;
  }
}

/** @param decisive verdict of a part that is that of all of them */
function joined(parts: readonly Expression[], record: ChangeRecord, decisive: boolean): Verdict {
  let verdict: Verdict = !decisive;
  for (const part of parts) {
    const own = verdictOn(part, record);
    if (own === decisive) return decisive;
    if (own === null) verdict = null;
  }
  return verdict;
}
