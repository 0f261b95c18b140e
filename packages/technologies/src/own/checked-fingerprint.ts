// One fingerprint as somebody wrote it, without what is not taken of it.
import { compile } from 'css-select';
import { type Fingerprint, USED_FIELDS } from '../fingerprints.ts';
import { patternProblem } from './pattern-check.ts';

/** Names and numbers that a fingerprint can refer to. */
export interface Referable {
  /** Number of a category, by its number in decimal, its name, its slug or its path; undefined if there is none. */
  readonly category: (written: string) => number | undefined;
  readonly isTechnology: (name: string) => boolean;
}

export interface CheckedFingerprint {
  /** Null: nothing of it is taken. */
  readonly fingerprint: Fingerprint | null;
  readonly problems: readonly { readonly key: string | null; readonly reason: string }[];
}

/** Maximum patterns of a fingerprint. */
const MAX_PATTERNS = 2_000;
const MAX_NAME = 200;

const LISTS: ReadonlySet<string> = new Set([
  'html',
  'scripts',
  'scriptSrc',
  'url',
  'text',
  'css',
  'robots',
  'certIssuer',
  'xhr',
]);
const MAPS: ReadonlySet<string> = new Set(['headers', 'cookies', 'meta', 'dns', 'js']);
const REFERENCES: ReadonlySet<string> = new Set(['implies', 'excludes', 'requires']);
const USED: ReadonlySet<string> = new Set(USED_FIELDS);
/** Keys of the public set that say nothing of how a technology is recognised. */
export const DESCRIPTIVE: ReadonlySet<string> = new Set([
  'cpe',
  'description',
  'icon',
  'oss',
  'pricing',
  'saas',
  'website',
]);

/** Checks a fingerprint. A broken pattern is left out and named; all else is taken. */
export function checkedFingerprint(name: string, written: unknown, known: Referable): CheckedFingerprint {
  const problems: { key: string | null; reason: string }[] = [];
  const refuse = (key: string | null, reason: string): void => void problems.push({ key, reason });
  const unfit = nameProblem(name);
  if (unfit !== null) {
    refuse(null, unfit);
    return { fingerprint: null, problems };
  }
  if (!isRecord(written)) {
    refuse(null, 'is not a map of keys such as cats and html');
    return { fingerprint: null, problems };
  }
  let left = MAX_PATTERNS;
  const patterns = (key: string, value: unknown): readonly string[] =>
    listOf(value).flatMap((pattern) => {
      const problem =
        left <= 0 ? `a fingerprint has at most ${MAX_PATTERNS} patterns` : patternProblem(pattern);
      left--;
      if (problem === null) return [String(pattern)];
      refuse(key, problem);
      return [];
    });
  const taken: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(written)) {
    if (DESCRIPTIVE.has(key)) continue;
    if (!USED.has(key)) {
      refuse(
        key,
        key === 'probe'
          ? 'needs a second request, which is not made; leave it out'
          : 'fingerprints have no such key',
      );
    } else if (key === 'cats' || key === 'requiresCategory') {
      const numbers = listOf(value).flatMap((one) => {
        const number = known.category(String(one));
        if (number === undefined) refuse(key, `there is no category ${JSON.stringify(one)}`);
        return number === undefined ? [] : [number];
      });
      if (numbers.length > 0) taken[key] = [...new Set(numbers)];
    } else if (REFERENCES.has(key)) {
      const names = patterns(key, value).filter((one) => {
        const target = one.split('\\;')[0] ?? '';
        const isKnown = known.isTechnology(target);
        if (!isKnown) refuse(key, `there is no technology ${JSON.stringify(target)}`);
        return isKnown;
      });
      if (names.length > 0) taken[key] = names;
    } else if (LISTS.has(key)) {
      const some = patterns(key, value);
      if (some.length > 0) taken[key] = some;
    } else if (MAPS.has(key)) {
      const map = checkedMap(key, value, patterns, refuse);
      if (Object.keys(map).length > 0) taken[key] = map;
    } else {
      const conditions = checkedElements(value, patterns, refuse);
      if (Object.keys(conditions).length > 0) taken['dom'] = conditions;
    }
  }
  if (!isFingerprint(taken)) {
    if (problems.every(({ key }) => key !== 'cats'))
      refuse('cats', 'is missing; give a category by its number or name');
    return { fingerprint: null, problems };
  }
  const requires = ['requires', 'requiresCategory'].find((key) => key in written && !(key in taken));
  if (requires !== undefined) {
    refuse(null, `without ${requires} it would be found where it must not be, so it is left out`);
    return { fingerprint: null, problems };
  }
  return { fingerprint: taken, problems };
}

/** Why a technology cannot have a name; null: it can. */
export function nameProblem(name: string): string | null {
  if (name.trim() === name && name !== '' && name.length <= MAX_NAME && !/[\p{Cc}\\]/u.test(name))
    return null;
  return `a name has 1 to ${MAX_NAME} characters, no backslash or control character, and no blank at its ends`;
}

function isFingerprint(taken: Record<string, unknown>): taken is Record<string, unknown> & Fingerprint {
  return 'cats' in taken;
}

type ReadPatterns = (key: string, value: unknown) => readonly string[];
type Refuse = (key: string, reason: string) => void;

function checkedMap(key: string, value: unknown, patterns: ReadPatterns, refuse: Refuse): object {
  if (!isRecord(value)) {
    refuse(key, 'is not a map of names to patterns');
    return {};
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, some]) => {
      if (isReserved(name)) {
        refuse(`${key}.${name}`, 'this name cannot be told from a list of patterns');
        return [];
      }
      const taken = patterns(`${key}.${name}`, some);
      return taken.length === 0 ? [] : [[name, taken] as const];
    }),
  );
}

/** wappalyzer-core takes the value of `main` for the whole map; an object cannot have a key `__proto__`. */
function isReserved(name: string): boolean {
  return name === 'main' || name === '__proto__';
}

const CONDITIONS: ReadonlySet<string> = new Set(['exists', 'text', 'attributes', 'properties']);

function checkedElements(value: unknown, patterns: ReadPatterns, refuse: Refuse): object {
  const bySelector: Readonly<Record<string, unknown>> = isRecord(value)
    ? value
    : Object.fromEntries(listOf(value).map((selector) => [String(selector), { exists: '' }]));
  return Object.fromEntries(
    Object.entries(bySelector).flatMap(([selector, wanted]) => {
      const path = `dom.${selector}`;
      if (isReserved(selector) || !isSelector(selector)) {
        refuse(path, 'is not a selector that can be looked for');
        return [];
      }
      const conditions = listOf(wanted).flatMap((condition) =>
        checkedConditions(path, condition, patterns, refuse),
      );
      return conditions.length === 0 ? [] : [[selector, conditions] as const];
    }),
  );
}

function checkedConditions(
  path: string,
  condition: unknown,
  patterns: ReadPatterns,
  refuse: Refuse,
): readonly object[] {
  if (!isRecord(condition)) {
    refuse(path, 'needs conditions, such as { exists: "" }');
    return [];
  }
  const taken = Object.entries(condition).flatMap(([kind, wanted]): readonly [string, unknown][] => {
    if (!CONDITIONS.has(kind)) {
      refuse(`${path}.${kind}`, `there is no such condition; ${[...CONDITIONS].join(', ')} are`);
      return [];
    }
    if (kind === 'exists' || kind === 'text')
      return patterns(`${path}.${kind}`, wanted).map((one) => [kind, one]);
    if (!isRecord(wanted)) {
      refuse(`${path}.${kind}`, 'is not a map of names to patterns');
      return [];
    }
    const named = Object.entries(wanted).flatMap(([name, pattern]) =>
      patterns(`${path}.${kind}.${name}`, pattern).map((one) => [name, one] as const),
    );
    return named.length === 0 ? [] : [[kind, Object.fromEntries(named)]];
  });
  // Without one of them the others would be fulfilled by more elements than were meant.
  return taken.length === Object.keys(condition).length && taken.length > 0
    ? [Object.fromEntries(taken)]
    : [];
}

function isSelector(selector: string): boolean {
  try {
    compile(selector);
    return true;
  } catch {
    // The caller names it.
    return false;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
