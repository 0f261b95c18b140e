// Whether a record of changes fulfils an expression, without an index of records.
import {
  type ChangeChoice,
  changeChoices,
  type ChangeCondition,
  type ChangePart,
  type Expression,
  isChangePart,
} from '@sitegrep/search';
import { type ChangeRecord, type KindedLabel, partsOfKinded } from '@sitegrep/site';

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

/** An expression on the domain of a record: what is left when the parts on changes are what they are for the record. */
export function onDomainOf(where: Expression, record: ChangeRecord): Expression {
  if (isChangePart(where)) return { kind: 'constant', value: fulfilsPart(where, record) };
  switch (where.kind) {
    case 'and':
    case 'or':
      return { kind: where.kind, of: where.of.map((part) => onDomainOf(part, record)) };
    case 'not':
      return { kind: 'not', of: onDomainOf(where.of, record) };
    case 'constant':
    case 'same_page':
    case 'near':
    case 'text':
    case 'pattern':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'version_time':
    case 'same_version':
      return where;
  }
}

function fulfilsPart(part: ChangePart, record: ChangeRecord): boolean {
  switch (part.kind) {
    case 'change_time':
      return record.at >= (part.from ?? -Infinity) && record.at < (part.until ?? Infinity);
    case 'change_by':
      return part.by === 'any' || record.by === part.by;
    case 'change_label':
      return choicesOf(part.condition).some((choice) => chooses(choice, record[part.side]));
  }
}

const CHOICES = new WeakMap<ChangeCondition, readonly ChangeChoice[]>();

function choicesOf(condition: ChangeCondition): readonly ChangeChoice[] {
  const known = CHOICES.get(condition);
  if (known !== undefined) return known;
  const choices = changeChoices(condition);
  CHOICES.set(condition, choices);
  return choices;
}

function chooses(choice: ChangeChoice, labels: readonly KindedLabel[]): boolean {
  const own = labels.map(partsOfKinded).flatMap(({ kind, label }) => (kind === choice.kind ? [label] : []));
  if ('all' in choice) return own.length > 0;
  if ('labels' in choice) return own.some((label) => choice.labels.includes(label));
  const some = own.filter((label) => label.startsWith(choice.prefix));
  return some.length > 0 && choice.among(some).length > 0;
}
