import { ANY, MAX_CODE_POINT, type CharSet } from './char-set.ts';

/** General categories, in one letter or two. */
const CATEGORY = /^[CLMNPSZ][a-z]?$/;
const SCRIPT = /^[A-Z][A-Za-z_]*$/;

/** Sets by name. Names are those of Unicode, so there are a few hundred at most. */
const known = new Map<string, CharSet>();

/**
 * Characters of a Unicode general category (`Lu`), a script (`Greek`), or `Any`; null if there is none of that name. They are
 * those of the JavaScript engine's version of Unicode.
 */
export function unicodeClass(name: string): CharSet | null {
  const set = known.get(name);
  if (set !== undefined) return set;
  const found = name === 'Any' ? ANY : readClass(name);
  if (found !== null) known.set(name, found);
  return found;
}

/** Spelling of a name that only its case keeps from being known; null if there is none. */
export function rightCase(name: string): string | null {
  const spelled = name.toLowerCase().replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  return unicodeClass(spelled) === null ? null : spelled;
}

function readClass(name: string): CharSet | null {
  const property = CATEGORY.test(name)
    ? `General_Category=${name}`
    : SCRIPT.test(name)
      ? `Script=${name}`
      : '';
  let runs: RegExp;
  try {
    runs = new RegExp(`\\p{${property}}+`, 'gu');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const set: number[] = [];
  for (let first = 0; first <= MAX_CODE_POINT; first += PLANE) {
    const units = first === 0 ? 1 : 2;
    for (const { 0: run, index } of charactersOf(first).matchAll(runs)) {
      const start = first + index / units;
      const end = start + run.length / units - 1;
      if (set.at(-1) === start - 1) set[set.length - 1] = end;
      else set.push(start, end);
    }
  }
  return set;
}

const PLANE = 0x10000;

/** The characters of a plane, one after the other. One half of a surrogate pair stands for all, so that no two are a pair. */
function charactersOf(first: number): string {
  if (first === 0) {
    return textOf(Uint16Array.from({ length: PLANE }, (_, code) => (isHalf(code) ? 0xd800 : code)));
  }
  const units = new Uint16Array(2 * PLANE);
  for (let index = 0; index < PLANE; index++) {
    units[2 * index] = 0xd800 + ((first + index - PLANE) >> 10);
    units[2 * index + 1] = 0xdc00 + (index & 0x3ff);
  }
  return textOf(units);
}

/** Units that are made a text at a time: as arguments of one call they must fit on the stack. */
const UNITS = 4_096;

function textOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += UNITS) {
    text += String.fromCharCode(...units.subarray(at, at + UNITS));
  }
  return text;
}

function isHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
