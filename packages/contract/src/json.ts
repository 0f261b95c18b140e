import type { Problem } from './validation.ts';

export type JsonResult =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };

/** Maximum levels of arrays and objects; no request needs more than a few. */
const MAX_DEPTH = 32;

/** Keys with a meaning of their own in JavaScript objects. */
const REFUSED_KEYS = ['__proto__', 'constructor'];

/**
 * Reads a request body in UTF-8. A BOM is ignored, the last of duplicate keys counts, and `10.0` is 10. Time and stack do
 * not depend on how deep the text is nested.
 *
 * @param wanted what the body is to be, for errors
 */
export function parseJson(body: Uint8Array, wanted = 'a JSON object'): JsonResult {
  const text = decodeUtf8(body);
  if (text === null) return refused('The body', 'is not valid UTF-8', 'send JSON encoded in UTF-8');
  if (text.trim() === '') return refused('The body', 'is empty', `send ${wanted}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused('The body', `is not valid JSON${positionOf(error)}`, `send ${wanted}`);
  }
  const problem = structureProblem(value);
  return problem === null ? { ok: true, value } : { ok: false, problem };
}

function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** Position of the fault. V8's message also contains a piece of the text, which may be a secret. */
function positionOf(error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : ` (at character ${position})`;
}

/** Checks level by level, not by recursion: the text may be nested as deep as it is long. */
function structureProblem(root: unknown): Problem | null {
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((value) => typeof value === 'object' && value !== null);
    if (containers.length > 0 && depth === MAX_DEPTH) {
      return { field: 'The body', problem: 'is nested too deep', remedy: `use at most ${MAX_DEPTH} levels` };
    }
    for (const key of REFUSED_KEYS) {
      if (containers.some((container) => !Array.isArray(container) && Object.hasOwn(container, key))) {
        return { field: 'The body', problem: `has a key "${key}"`, remedy: 'leave it out' };
      }
    }
    level = containers.flatMap((container) => Object.values(container));
  }
  return null;
}

function refused(field: string, problem: string, remedy: string): JsonResult {
  return { ok: false, problem: { field, problem, remedy } };
}

/** Characters that JSON leaves as they are: controls from U+007F on, marks that reorder text, and separators of lines. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Renders a value as JSON that may be printed: what a terminal would act on is escaped. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value as one line of printable JSON, with the line end. */
export function jsonLine(value: unknown): string {
  return `${printableJson(value)}\n`;
}
