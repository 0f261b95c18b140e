// Whether a record of changes fulfils a condition on changes, and the labels that it has if it does.
import {
  type ChangeChoice,
  changeChoices,
  type ChangeCondition,
  type ChangeLabel,
  type ChangePart,
} from '@sitegrep/search';
import { type ChangeRecord, kindedLabel, type KindedLabel } from '@sitegrep/site';
import { beginningOf, type LabelKey, wholeLabel } from './label-keys.ts';

/** Tells whether a record fulfils a condition on changes. */
export function fulfilsPart(part: ChangePart, record: ChangeRecord): boolean {
  switch (part.kind) {
    case 'change_time':
      return record.at >= (part.from ?? -Infinity) && record.at < (part.until ?? Infinity);
    case 'change_by':
      return part.by === 'any' || record.by === part.by;
    case 'change_label':
      return choicesOf(part.condition).some((choice) => chooses(choice, record[part.side]));
  }
}

/** Labels, one of which whatever record fulfils a condition added, or removed. */
export function recordKeysOf({ side, condition }: ChangeLabel): readonly LabelKey[] {
  return choicesOf(condition).flatMap((choice) => {
    const kind = `${side} ${choice.kind}` as const;
    if ('labels' in choice) return choice.labels.map((label) => wholeLabel(kind, label));
    return [beginningOf(kind, 'all' in choice ? '' : choice.prefix)];
  });
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
  const { kind } = choice;
  if ('labels' in choice) return choice.labels.some((label) => labels.includes(kindedLabel(kind, label)));
  const before = kindedLabel(kind, '');
  const start = 'all' in choice ? before : kindedLabel(kind, choice.prefix);
  const some = labels.filter((label) => label.startsWith(start)).map((label) => label.slice(before.length));
  return some.length > 0 && ('all' in choice || choice.among(some).length > 0);
}
