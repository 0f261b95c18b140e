import type { BoundSignals } from './bounds.ts';
import type { PatternTable } from './pattern-table.ts';
import { readLists, readTexts, type Sections } from '@sitegrep/sections';
import type { ScanMemory } from './scan-memory.ts';
import { createTextScan } from './text-scan.ts';
import type { Trials } from './trials.ts';
import { listValues, type ValueNames } from './values.ts';

/** Tries the patterns for short values: each on the values that hold one of its literals. */
export type ValueMatcher = (signals: BoundSignals, trials: Trials) => void;

export function createValueMatcher(
  sections: Sections,
  patterns: PatternTable,
  memory: ScanMemory,
): ValueMatcher {
  const { scan } = createTextScan(sections, 'values', memory);
  const unconditional = readLists(sections, 'values.always');
  const names = readNames(sections);
  return (signals, trials) => {
    const values = listValues(signals, names);
    const run = (pattern: number, value: number): void =>
      trials.try(pattern, values.items[value] ?? 0, values.texts[value] ?? '', null);
    // A literal that stands in a value twice is no reason to run its patterns twice.
    const tried = new Set<number>();
    scan(values.joined, (pattern, position) => {
      const value = values.at(position);
      if (patterns.keyOf(pattern) !== values.names[value]) return;
      const pair = value * patterns.count + pattern;
      if (tried.has(pair)) return;
      tried.add(pair);
      run(pattern, value);
    });
    for (const [value, name] of values.names.entries()) {
      const end = unconditional.starts[name + 1] ?? 0;
      for (let at = unconditional.starts[name] ?? 0; at < end; at++) run(unconditional.items[at] ?? 0, value);
    }
  };
}

function readNames(sections: Sections): ValueNames {
  const [count = 0] = sections.get('values.count', 'u32');
  const nameOf = readTexts(sections, 'values.names');
  const byField = new Map<string, Map<string, number>>();
  for (let name = 0; name < count; name++) {
    const text = nameOf(name);
    const blank = text.indexOf(' ');
    const field = text.slice(0, blank);
    const names = byField.get(field) ?? new Map<string, number>();
    byField.set(field, names.set(text.slice(blank + 1), name));
  }
  return byField;
}
