import {
  isNegated,
  isValueCondition,
  labelChoice,
  LABEL_FIELDS,
  type Condition,
  type LabelCondition,
} from '@sitegrep/search';
import {
  type ChangeKind,
  type ChangeRecord,
  LABELS,
  type Label,
  type Labels,
  partsOfKinded,
} from '@sitegrep/site';
import type { ListedDomain } from './conditions.ts';

/** A kind of what a site has by name: labels, its own name, the lists of domains that it is in, and what a record of changes has. */
export type KeyKind = Label | 'domain' | 'list' | RecordKind;
/** A kind of labels that a record of changes added, or removed. */
type RecordKind = `${(typeof SIDES)[number]} ${ChangeKind}`;
const SIDES = ['added', 'removed'] as const;

/** A label, or the beginning of some. */
export interface LabelKey {
  readonly kind: KeyKind;
  readonly label: string;
  readonly isStart: boolean;
}

/** Fields by which results are ordered whose values are labels, too. */
const NAMED = ['country', 'language', 'content_language', 'domain'] as const satisfies readonly KeyKind[];

/** Labels one of which whatever fulfils a condition has; null: none are known. */
export function labelKeysOf(condition: Condition): readonly LabelKey[] | null {
  if (isNegated(condition)) return null;
  if (condition.kind === 'in_list') return condition.values.map((name) => wholeLabel('list', name));
  if (!isValueCondition(condition)) return keysOfLabels(condition);
  const kind = NAMED.find((one) => one === condition.field);
  if (kind === undefined || condition.kind !== 'any_of') return null;
  return condition.values.map((value) => wholeLabel(kind, String(value)));
}

function keysOfLabels(condition: LabelCondition): readonly LabelKey[] {
  if (condition.kind === 'any_of')
    return LABEL_FIELDS[condition.field].flatMap((kind) =>
      condition.values.map((value) => wholeLabel(kind, String(value))),
    );
  const { kind, prefix } = labelChoice(condition);
  const isName = condition.kind === 'matching' && condition.field === 'cert_name';
  if (isName && !condition.value.startsWith('*.')) return [wholeLabel(kind, prefix)];
  return [beginningOf(kind, prefix)];
}

export function wholeLabel(kind: KeyKind, label: string): LabelKey {
  return { kind, label, isStart: false };
}

/** The key of all labels that begin like a text. */
export function beginningOf(kind: KeyKind, text: string): LabelKey {
  return { kind, label: text.slice(0, lastBorder(text) + 1), isStart: true };
}

function lastBorder(label: string): number {
  for (let at = label.length - 1; at >= 0; at--) if (isBorder(label.charCodeAt(at))) return at;
  return -1;
}

/** Beginnings of labels end with a NUL, a dot or a colon. */
function isBorder(unit: number): boolean {
  return unit === 0 || unit === 0x2e || unit === 0x3a;
}

/** Values by the labels that a site has to have for them. */
export class LabelTable<Value> {
  readonly #wholes = new Map<string, Set<Value>>();
  readonly #starts = new Map<string, Set<Value>>();
  /** Numbers of keys by kind. */
  readonly #kinds = new Map<KeyKind, number>();

  add(key: LabelKey, value: Value): void {
    const table = key.isStart ? this.#starts : this.#wholes;
    const text = textOf(key.kind, key.label);
    table.set(text, (table.get(text) ?? new Set()).add(value));
    this.#kinds.set(key.kind, (this.#kinds.get(key.kind) ?? 0) + 1);
  }

  delete(key: LabelKey, value: Value): void {
    const table = key.isStart ? this.#starts : this.#wholes;
    const text = textOf(key.kind, key.label);
    const values = table.get(text);
    if (values?.delete(value) !== true) return;
    if (values.size === 0) table.delete(text);
    this.#kinds.set(key.kind, (this.#kinds.get(key.kind) ?? 1) - 1);
  }

  /** Visits the values of all keys that a site has, some of them again and again. */
  visit(
    { domain, lists }: Pick<ListedDomain, 'domain' | 'lists'>,
    labels: Labels,
    visit: (value: Value) => void,
  ): void {
    if (this.#has('domain')) this.#wholes.get(textOf('domain', domain))?.forEach(visit);
    for (const name of lists) this.#wholes.get(textOf('list', name))?.forEach(visit);
    for (const kind of LABELS) {
      const own = labels[kind];
      if (own.length === 0 || !this.#has(kind)) continue;
      this.#starts.get(textOf(kind, ''))?.forEach(visit);
      for (const label of own) this.#visitLabel(kind, label, visit);
    }
  }

  /** Visits the values of all keys that a record of changes has, some of them again and again. */
  visitRecord(record: ChangeRecord, visit: (value: Value) => void): void {
    for (const side of SIDES)
      for (const kinded of record[side]) {
        const { kind: own, label } = partsOfKinded(kinded);
        const kind = `${side} ${own}` as const;
        if (!this.#has(kind)) continue;
        this.#starts.get(textOf(kind, ''))?.forEach(visit);
        this.#visitLabel(kind, label, visit);
      }
  }

  #has(kind: KeyKind): boolean {
    return (this.#kinds.get(kind) ?? 0) > 0;
  }

  #visitLabel(kind: KeyKind, label: string, visit: (value: Value) => void): void {
    this.#wholes.get(textOf(kind, label))?.forEach(visit);
    if (this.#starts.size === 0) return;
    for (let at = 0; at < label.length; at++)
      if (isBorder(label.charCodeAt(at)))
        this.#starts.get(textOf(kind, label.slice(0, at + 1)))?.forEach(visit);
  }
}

function textOf(kind: KeyKind, label: string): string {
  return `${kind}\0${label}`;
}
