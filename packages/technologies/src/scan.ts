import { STRIDES, type Stride } from './grams.ts';
import type { ScanMemory } from './scan-memory.ts';
import type { Sections } from '@sitegrep/sections';

/**
 * Finds where any of many literals stands in a text; calls `onHit` for every place of every literal, in no useful order.
 * A few places may be false: characters above 255 are taken for those of their low byte.
 *
 * The text is looked at in words of four characters, not at every position but at every fourth for literals that cover
 * a whole word wherever they start (grams.ts). A word is looked up in a bitmap that lets few through, then in a table
 * of literals, and what passes is compared character by character. All that is done in WebAssembly, block by block.
 */
export type LiteralScan = (text: string, onHit: OnHit) => void;

type OnHit = (literal: number, position: number) => void;

/**
 * The table from keys to entries is a word a slot: the number of the first entry plus one, and of the key's hash so much
 * that few others agree; 0 for none.
 */
export const SLOT = { entry: { shift: 16, mask: 0xffff }, tag: { shift: 2, mask: 0xffff } } as const;

/**
 * One literal that a key may stand for, in two words: its number, where in it the key stands, its length, and whether it
 * is the last of the key; then a word of it that is compared first.
 */
export const ENTRY = {
  words: 2,
  literal: { shift: 13, mask: 0x7_ffff },
  offset: { shift: 7, mask: 0x3f },
  length: { shift: 1, mask: 0x3f },
  isLast: 1,
} as const;

/** Characters looked up before their candidates are compared, divisible by every step; bounds the memory of a scan. */
const BLOCK = 4_096;

/** 32 bits, of which the upper ones are spread best. */
export function hashOf(key: number): number {
  return Math.imul(key, 0x9e37_79b1);
}

/** @param name what literal-index.ts packed the index as */
export function createLiteralScan(sections: Sections, name: string, memory: ScanMemory): LiteralScan {
  const starts = memory.put(sections.get(`${name}.starts`, 'u32'));
  const bytes = memory.put(sections.get(`${name}.bytes`, 'u8'));
  const passes = STRIDES.flatMap((stride) => {
    const pass = packPass(sections, `${name}.${stride.min}`, stride, memory, starts, bytes);
    return pass === null ? [] : [pass];
  });
  return (text, onHit) => {
    if (passes.length === 0) return;
    const place = memory.load(text);
    const { run, words } = memory;
    for (const { pass, candidates, hits } of passes) {
      for (let from = 0; from < text.length; from += BLOCK) {
        const to = Math.min(text.length, from + BLOCK);
        const end = run.scan(pass, place, text.length, from, to, candidates, hits) >>> 2;
        for (let at = hits >>> 2; at < end; at += 2) onHit(words[at] ?? 0, words[at + 1] ?? 0);
      }
    }
  };
}

/** Places of one walk over a text, for the literals of one stride, and of what it finds in a block. */
interface Pass {
  readonly pass: number;
  readonly candidates: number;
  readonly hits: number;
}

/** Null if there are no such literals. */
function packPass(
  sections: Sections,
  name: string,
  { step, mask }: Stride,
  memory: ScanMemory,
  starts: number,
  bytes: number,
): Pass | null {
  const bitmap = sections.get(`${name}.bitmap`, 'u32');
  if (bitmap.length === 0) return null;
  const slots = sections.get(`${name}.slots`, 'u32');
  const entries = sections.get(`${name}.entries`, 'u32');
  const pass = Uint32Array.of(
    memory.put(bitmap),
    32 - Math.log2(bitmap.length * 32),
    memory.put(slots),
    32 - Math.log2(slots.length),
    memory.put(entries),
    starts,
    bytes,
    step,
    mask,
  );
  const words = BLOCK / step;
  return {
    pass: memory.put(pass),
    candidates: memory.take(words * 4),
    hits: memory.take(words * mostOfAKey(entries) * 8),
  };
}

function mostOfAKey(entries: Uint32Array): number {
  let most = 0;
  let count = 0;
  for (let index = 0; index < entries.length; index += ENTRY.words) {
    count++;
    if (((entries[index] ?? 0) & ENTRY.isLast) === 0) continue;
    most = Math.max(most, count);
    count = 0;
  }
  return most;
}
