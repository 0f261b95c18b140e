import {
  isNegated,
  isValueCondition,
  labelChoice,
  LABEL_FIELDS,
  type Condition,
  type LabelCondition,
} from '@sitegrep/search';
import { LABELS, type Label, type Labels } from '@sitegrep/site';
import type { ListedDomain } from './conditions.ts';

/** A kind of what a site has by name: labels, its own name, and the lists of domains that it is in. */
export type KeyKind = Label | 'domain' | 'list';

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
  if (condition.kind === 'in_list') return condition.values.map((name) => whole('list', name));
  if (!isValueCondition(condition)) return keysOfLabels(condition);
  const kind = NAMED.find((one) => one === condition.field);
  if (kind === undefined || condition.kind !== 'any_of') return null;
  return condition.values.map((value) => whole(kind, String(value)));
}

function keysOfLabels(condition: LabelCondition): readonly LabelKey[] {
  if (condition.kind === 'any_of')
    return LABEL_FIELDS[condition.field].flatMap((kind) =>
      condition.values.map((value) => whole(kind, String(value))),
    );
  const { kind, prefix } = labelChoice(condition);
  const isName = condition.kind === 'matching' && condition.field === 'cert_name';
  if (isName && !condition.value.startsWith('*.')) return [whole(kind, prefix)];
  return [{ kind, label: prefix.slice(0, lastBorder(prefix) + 1), isStart: true }];
}

function whole(kind: KeyKind, label: string): LabelKey {
  return { kind, label, isStart: false };
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
    const visitAll = (values: Set<Value> | undefined): void => values?.forEach(visit);
    if ((this.#kinds.get('domain') ?? 0) > 0) visitAll(this.#wholes.get(textOf('domain', domain)));
    for (const name of lists) visitAll(this.#wholes.get(textOf('list', name)));
    for (const kind of LABELS) {
      const own = labels[kind];
      if (own.length === 0 || (this.#kinds.get(kind) ?? 0) === 0) continue;
      visitAll(this.#starts.get(textOf(kind, '')));
      for (const label of own) {
        visitAll(this.#wholes.get(textOf(kind, label)));
        if (this.#starts.size === 0) continue;
        for (let at = 0; at < label.length; at++)
          if (isBorder(label.charCodeAt(at)))
            visitAll(this.#starts.get(textOf(kind, label.slice(0, at + 1))));
      }
    }
  }
}

function textOf(kind: KeyKind, label: string): string {
  return `${kind}\0${label}`;
}
