// A recipe of CONTRIBUTING.md as a patch, and what names each file of it that is left out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Recipe {
  /** Heading of the recipe in CONTRIBUTING.md. */
  readonly heading: string;
  readonly steps: readonly Step[];
  /** Tests that pass with all of it, as arguments of vitest. */
  readonly tests: readonly string[];
}

/** A file that the recipe touches. */
export interface Step {
  readonly path: string;
  /** A new file, or texts of an old one, each of which stands in it once, with what comes after them. */
  readonly change: string | readonly (readonly [after: string, added: string])[];
  /** Error of the compiler without this step, in a file that a step of some recipe touches or in `namedIn`. */
  readonly namedBy: RegExp;
  readonly namedIn?: string;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Texts of the files that some steps change. */
export function patched(steps: readonly Step[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { path, change } of steps) {
    if (typeof change === 'string') texts.set(path, change);
    else {
      const text = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
      texts.set(
        path,
        change.reduce((before, [after, added]) => addedAfter(path, before, after, added), text),
      );
    }
  }
  return texts;
}

function addedAfter(path: string, text: string, after: string, added: string): string {
  const at = text.indexOf(after) + after.length;
  if (at < after.length || text.includes(after, at))
    throw new Error(`${path} does not have once: ${JSON.stringify(after)}`);
  return text.slice(0, at) + added + text.slice(at);
}
