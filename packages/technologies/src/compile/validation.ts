import { compile } from 'css-select';
import core from 'wappalyzer-core';
import { USED_FIELDS } from '../fingerprints.ts';
import { GROUPS } from '../taxonomy.ts';

/** Problems of a set: `errors`, for which it must be refused, and `notices`, which are harmless. */
interface Findings {
  readonly errors: readonly string[];
  readonly notices: readonly string[];
}

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
const REFERENCES: readonly string[] = ['implies', 'excludes', 'requires'];

/**
 * Checks a set of fingerprints: every pattern must be a regular expression as wappalyzer-core reads it, and
 * every referenced name and id must exist. Each finding names the technology, the field and the text.
 */
export function checkFingerprints(
  technologies: Readonly<Record<string, unknown>>,
  categories: Readonly<Record<string, unknown>>,
): Findings {
  const errors: string[] = [];
  const notices: string[] = [];
  const groups = new Set(GROUPS.map(({ id }) => id));
  for (const [id, category] of Object.entries(categories))
    errors.push(...checkCategory(id, category, groups));
  for (const [name, fingerprint] of Object.entries(technologies)) {
    if (!isRecord(fingerprint)) {
      errors.push(`${name}: is not an object`);
      continue;
    }
    errors.push(...checkReferences(name, fingerprint, technologies, categories));
    for (const field of USED_FIELDS) {
      const value = fingerprint[field];
      if (value === undefined) continue;
      if (LISTS.has(field)) errors.push(...checkPatterns(`${name}: ${field}`, value));
      if (MAPS.has(field)) errors.push(...checkPatternMap(`${name}: ${field}`, value));
      if (field === 'dom') {
        const found = checkDom(`${name}: dom`, value);
        errors.push(...found.errors);
        notices.push(...found.notices);
      }
    }
  }
  return { errors, notices };
}

function checkCategory(id: string, category: unknown, groups: ReadonlySet<number>): string[] {
  if (!/^[1-9]\d*$/.test(id)) return [`category ${id}: its id is not a positive integer`];
  if (
    !isRecord(category) ||
    typeof category['name'] !== 'string' ||
    typeof category['priority'] !== 'number'
  ) {
    return [`category ${id}: needs a name and a priority`];
  }
  const ids = category['groups'];
  if (!Array.isArray(ids) || ids.length === 0) return [`category ${id}: stands in no group`];
  return ids
    .filter((group: unknown) => typeof group !== 'number' || !groups.has(group))
    .map(
      (group: unknown) => `category ${id}: group ${String(group)} has no name; add it to the table of groups`,
    );
}

function checkReferences(
  name: string,
  fingerprint: Readonly<Record<string, unknown>>,
  technologies: Readonly<Record<string, unknown>>,
  categories: Readonly<Record<string, unknown>>,
): string[] {
  const errors: string[] = [];
  const cats = list(fingerprint['cats'] ?? []);
  if (cats.length === 0) errors.push(`${name}: cats is empty`);
  for (const [field, ids] of [
    ['cats', cats],
    ['requiresCategory', list(fingerprint['requiresCategory'] ?? [])],
  ] as const) {
    for (const id of ids) {
      if (!Object.hasOwn(categories, String(id))) errors.push(`${name}: ${field}: no category ${String(id)}`);
    }
  }
  for (const field of REFERENCES) {
    for (const reference of list(fingerprint[field] ?? [])) {
      const target = String(reference).split('\\;')[0] ?? '';
      if (!Object.hasOwn(technologies, target)) errors.push(`${name}: ${field}: no technology ${target}`);
      errors.push(...checkPattern(`${name}: ${field}`, String(reference).replace(target, '')));
    }
  }
  return errors;
}

function checkPatternMap(path: string, value: unknown): string[] {
  // wappalyzer-core would treat the value of a key `main` as the complete map.
  if (!isRecord(value) || 'main' in value) return [`${path}: is not a map of keys to patterns`];
  return Object.entries(value).flatMap(([key, patterns]) => checkPatterns(`${path}.${key}`, patterns));
}

function checkPatterns(path: string, value: unknown): string[] {
  return list(value).flatMap((pattern) =>
    typeof pattern === 'string'
      ? checkPattern(path, pattern)
      : [`${path}: ${JSON.stringify(pattern)} is not a string`],
  );
}

function checkPattern(path: string, pattern: string): string[] {
  try {
    const { confidence } = core.parsePattern(pattern);
    const valid = Number.isInteger(confidence) && confidence >= 0 && confidence <= 100;
    return valid ? [] : [`${path}: confidence of ${pattern} is not within 0 and 100`];
  } catch (error) {
    return [`${path}: ${pattern}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function checkDom(path: string, value: unknown): Findings {
  const errors: string[] = [];
  const notices: string[] = [];
  const conditions: Readonly<Record<string, unknown>> = isRecord(value)
    ? value
    : Object.fromEntries(list(value).map((selector) => [String(selector), { exists: '' }]));
  if ('main' in conditions) errors.push(`${path}: wappalyzer-core can't tell the selector main from a list`);
  for (const [selector, wanted] of Object.entries(conditions)) {
    try {
      compile(selector);
    } catch {
      notices.push(`${path}: ${selector} is not a valid selector and finds nothing`);
    }
    for (const condition of list(wanted)) {
      if (!isRecord(condition))
        errors.push(`${path}: ${selector}: ${JSON.stringify(condition)} is not an object`);
      else errors.push(...checkConditions(`${path}: ${selector}`, condition));
    }
  }
  return { errors, notices };
}

function checkConditions(path: string, condition: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(condition).flatMap(([kind, wanted]) => {
    if (kind === 'exists' || kind === 'text') {
      return typeof wanted === 'string'
        ? checkPattern(`${path}.${kind}`, wanted)
        : [`${path}.${kind}: is not a string`];
    }
    if (kind !== 'attributes' && kind !== 'properties') return [`${path}: unknown condition ${kind}`];
    if (!isRecord(wanted)) return [`${path}.${kind}: is not a map`];
    return Object.entries(wanted).flatMap(([name, pattern]) =>
      typeof pattern === 'string'
        ? checkPattern(`${path}.${kind}.${name}`, pattern)
        : [`${path}.${kind}.${name}: is not a string`],
    );
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
