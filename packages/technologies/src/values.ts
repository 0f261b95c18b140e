import type { BoundSignals } from './bounds.ts';
import type { ValueField } from './patterns.ts';

/** One short value of a page. */
export interface Value {
  readonly field: ValueField;
  /** Name of the header, cookie or meta element; '' for other fields. */
  readonly key: string;
  /** Its place among the values of its field and key. */
  readonly item: number;
  readonly text: string;
}

/** Short values in one text, so that one scan finds the literals of all. */
export interface Values {
  readonly all: readonly Value[];
  /** Joined by line ends, which no literal holds. */
  readonly text: string;
  /** The value at a position of `text`. */
  readonly at: (position: number) => Value;
}

const NONE: Value = { field: 'url', key: '', item: 0, text: '' };

/** @param wanted fields with keys (`meta generator`, `url `) that patterns ask for; others are left out */
export function listValues(signals: BoundSignals, wanted: ReadonlySet<string>): Values {
  const all: Value[] = [];
  const add = (field: ValueField, key: string, texts: readonly string[]): void => {
    if (!wanted.has(`${field} ${key}`)) return;
    for (const [item, text] of texts.entries()) all.push({ field, key, item, text });
  };
  if (signals.url !== '') add('url', '', [signals.url]);
  add('scriptSrc', '', signals.scriptSrc);
  for (const field of ['cookies', 'headers', 'meta'] as const) {
    for (const [key, texts] of signals[field]) add(field, key, texts);
  }
  const starts = new Uint32Array(all.length);
  let length = 0;
  for (const [index, { text }] of all.entries()) {
    starts[index] = length;
    length += text.length + 1;
  }
  return {
    all,
    text: all.map(({ text }) => text).join('\n'),
    at: (position) => all[lastAtMost(starts, position)] ?? NONE,
  };
}

/** The index of the last of these rising numbers that is at most `limit`. */
function lastAtMost(rising: Uint32Array, limit: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((rising[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
