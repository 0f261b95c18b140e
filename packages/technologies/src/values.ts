import type { BoundSignals } from './bounds.ts';
import { lastAtMost } from './last-at-most.ts';

/** Numbers of the named values that patterns ask for, by field and key; '' where a field has no keys. */
export type ValueNames = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The short values of a page that patterns ask for, in one text, so that one scan finds the literals of all. */
export interface Values {
  /** Of each value: its number in ValueNames, its place among those of the same name, its text. */
  readonly names: readonly number[];
  readonly items: readonly number[];
  readonly texts: readonly string[];
  /** The texts, joined by line ends, which no literal holds. */
  readonly joined: string;
  /** The value at a position of `joined`. */
  readonly at: (position: number) => number;
}

const KEYED = ['cookies', 'dns', 'headers', 'meta'] as const;

export function listValues(signals: BoundSignals, known: ValueNames): Values {
  const names: number[] = [];
  const items: number[] = [];
  const texts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  const add = (name: number | undefined, values: readonly string[]): void => {
    if (name === undefined) return;
    for (const [item, text] of values.entries()) {
      names.push(name);
      items.push(item);
      texts.push(text);
      starts.push(length);
      length += text.length + 1;
    }
  };
  if (signals.url !== '') add(known.get('url')?.get(''), [signals.url]);
  if (signals.certIssuer !== '') add(known.get('certIssuer')?.get(''), [signals.certIssuer]);
  add(known.get('scriptSrc')?.get(''), signals.scriptSrc);
  for (const field of KEYED) {
    const keys = known.get(field);
    if (keys === undefined) continue;
    for (const [key, values] of signals[field]) add(keys.get(key), values);
  }
  return {
    names,
    items,
    texts,
    joined: texts.join('\n'),
    at: (position) => lastAtMost(starts.length, (index) => starts[index] ?? 0, position),
  };
}
