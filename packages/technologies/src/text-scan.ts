import type { TextGroup } from './compiled-set.ts';
import type { ScanMemory } from './scan-memory.ts';
import { createLiteralScan } from './scan.ts';
import { readLists, type Sections } from '@sitegrep/sections';

/** What may be found in a text: numbered targets, each with literals without which it is not there. */
export interface TextScan {
  /** Targets that have no literals. */
  readonly always: Uint32Array;
  /** Calls `onTarget` for every place of every literal of every target, in no order. A few places may be false. */
  readonly scan: (text: string, onTarget: (target: number, position: number) => void) => void;
}

/** @param name what compile.ts packed the targets as */
export function createTextScan(sections: Sections, name: TextGroup | 'values', memory: ScanMemory): TextScan {
  const literals = createLiteralScan(sections, name, memory);
  const { starts, items } = readLists(sections, `${name}.targets`);
  return {
    always: sections.get(`${name}.always`, 'u32'),
    scan: (text, onTarget) => {
      literals(text, (literal, position) => {
        const end = starts[literal + 1] ?? 0;
        for (let at = starts[literal] ?? 0; at < end; at++) onTarget(items[at] ?? 0, position);
      });
    },
  };
}
