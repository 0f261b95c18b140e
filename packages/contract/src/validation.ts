import { closest, distance } from 'fastest-levenshtein';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { type Problem, shown } from './problem.ts';

export type Checked<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

/**
 * Compiles a schema once. The function it gives answers with the value itself or with the first problem in it:
 * an unknown field before any other, since a misspelt one makes others seem missing.
 */
export function checker<Schema extends TSchema>(schema: Schema): (value: unknown) => Checked<Static<Schema>> {
  const validator = Compile(schema);
  const accepts = (value: unknown): value is Static<Schema> => validator.Check(value);
  return (value) => {
    if (accepts(value)) return { ok: true, value };
    return { ok: false, problem: problemOf(schema, value, validator.Errors(value)) };
  };
}

function problemOf(schema: TSchema, value: unknown, errors: readonly TLocalizedValidationError[]): Problem {
  const unknownField = errors.find((error) => error.keyword === 'additionalProperties');
  const error = unknownField ?? errors.find((candidate) => candidate.keyword !== 'boolean');
  if (error === undefined)
    return { field: 'The body', problem: 'is not valid', remedy: 'compare it with the documentation' };
  return describe(error, at(value, error.instancePath), schemaAt(schema, error.schemaPath));
}

function describe(error: TLocalizedValidationError, value: unknown, rule: Record<string, unknown>): Problem {
  const field = fieldName(error.instancePath);
  const own = typeof rule['x-remedy'] === 'string' ? rule['x-remedy'] : null;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownFieldProblem(
        error.instancePath,
        error.params.additionalProperties,
        Object.keys(recordOf(rule['properties'])),
      );
    case 'required': {
      const missing = fieldName(`${error.instancePath}/${error.params.requiredProperties[0] ?? ''}`);
      return { field: missing, problem: 'is missing', remedy: 'it is required' };
    }
    case 'type':
      return { field, problem: `is ${shown(value)}`, remedy: typeRemedy(String(error.params.type), value) };
    case 'const':
    case 'enum': {
      const allowed =
        error.keyword === 'enum'
          ? error.params.allowedValues.map(String)
          : [String(error.params.allowedValue)];
      return { field, problem: `is ${shown(value)}`, remedy: choiceRemedy(value, allowed) };
    }
    case 'minItems':
      return {
        field,
        problem: `has ${lengthOf(value)} items`,
        remedy: `give at least ${error.params.limit}`,
      };
    case 'maxItems':
      return { field, problem: `has ${lengthOf(value)} items`, remedy: `give at most ${error.params.limit}` };
    case 'minLength':
      return {
        field,
        problem: `is ${shown(value)}`,
        remedy: `give at least ${characters(error.params.limit)}`,
      };
    case 'maxLength':
      return {
        field,
        problem: `has ${characters(lengthOf(value))}`,
        remedy: `give at most ${characters(error.params.limit)}`,
      };
    case 'minimum':
      return { field, problem: `is ${shown(value)}`, remedy: own ?? `give ${error.params.limit} or more` };
    case 'maximum':
      return { field, problem: `is ${shown(value)}`, remedy: own ?? `give at most ${error.params.limit}` };
    case 'uniqueItems':
      return { field, problem: 'names an item twice', remedy: 'give each once' };
    default:
      return { field, problem: `is ${shown(value)}`, remedy: own ?? error.message };
  }
}

function unknownFieldProblem(path: string, unknown: readonly string[], known: readonly string[]): Problem {
  const name = unknown[0] ?? '';
  const field = `Field ${shown(name)}${path === '' ? '' : ` of ${fieldName(path)}`}`;
  return { field, problem: 'is unknown', remedy: choiceRemedy(name, known) };
}

/** Names the nearest choice if the value looks like a slip of it, else all of them. */
function choiceRemedy(value: unknown, choices: readonly string[]): string {
  if (typeof value === 'string' && value.length <= 100 && choices.length > 0) {
    const nearest = closest(value.toLowerCase(), choices);
    if (distance(value.toLowerCase(), nearest) <= Math.max(2, nearest.length / 3))
      return `the nearest known one is "${nearest}"`;
  }
  return `the known ones are ${choices.join(', ')}`;
}

function typeRemedy(type: string, value: unknown): string {
  const wanted = `give ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
  return value === null ? `${wanted} or leave the field out` : wanted;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

/** Items of an array, code points of a string. */
function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Array.from(String(value)).length;
}

/** `/search_terms/2` → `search_terms[2]` */
function fieldName(path: string): string {
  const names = segmentsOf(path).map((segment) => (/^\d+$/.test(segment) ? `[${segment}]` : `.${segment}`));
  return names.length === 0 ? 'The body' : names.join('').replace(/^\./, '');
}

function at(value: unknown, path: string): unknown {
  return segmentsOf(path).reduce<unknown>((inner, segment) => recordOf(inner)[segment], value);
}

function schemaAt(schema: TSchema, path: string): Record<string, unknown> {
  return recordOf(at(schema, path.replace(/^#/, '')));
}

/** Segments of a JSON pointer (RFC 6901). */
function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
