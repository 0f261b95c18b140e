import { type InvalidInput, nameWithin } from '@sitegrep/search';
import { closest, distance } from 'fastest-levenshtein';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { CLOSED } from './envelope.ts';

/** Reason for which a request is refused; its `field` may also be another part of it, e.g. `The body`. */
export type Problem = InvalidInput;

/** Maximum characters of a client's value that an error repeats. */
const SHOWN = 60;

/** The problem as one sentence. */
export function sentence({ field, problem, remedy }: Problem): string {
  return `${field} ${problem}; ${remedy}.`;
}

/** A client's value as an error shows it: scalars as truncated JSON, of arrays and objects only the type. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const json = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  const characters = Array.from(json.slice(0, 2 * SHOWN + 1));
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : json;
}

export type Checked<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

/**
 * Makes the check of a schema, which is compiled when it is first used: a command that serves the index for itself calls one
 * operation of all. The returned function gives the checked value or the first problem in it. An unknown field comes before
 * other problems, since a misspelt field makes another one seem missing.
 */
export function checker<Schema extends TSchema>(schema: Schema): (value: unknown) => Checked<Static<Schema>> {
  let compiled: ReturnType<typeof Compile<Schema>> | null = null;
  return (value) => {
    const validator = (compiled ??= Compile(schema));
    const accepts = (given: unknown): given is Static<Schema> => validator.Check(given);
    if (accepts(value)) return { ok: true, value };
    const problem = plainProblem(schema, value) ?? problemOf(schema, value, validator.Errors(value));
    return { ok: false, problem };
  };
}

/**
 * Finds an unknown field or a list that is too long, by counting: `Errors` looks at every item before it says so, which takes
 * 150 ms for a body of 1 MiB.
 *
 * @returns null if neither is at the top level
 */
function plainProblem(schema: TSchema, value: unknown): Problem | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const rules = recordOf(at(schema, '/properties'));
  const names = Object.keys(value);
  const unknown = names.find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined && at(schema, '/additionalProperties') === false)
    return unknownFieldProblem('', [unknown], Object.keys(rules));
  for (const [name, items] of Object.entries(value)) {
    const most = at(rules[name], '/maxItems');
    if (!Array.isArray(items) || typeof most !== 'number' || items.length <= most) continue;
    const own = at(rules[name], '/x-remedy');
    const remedy = typeof own === 'string' ? own : `give at most ${most}`;
    return { field: name, problem: `has ${counted(items, 'item')}`, remedy };
  }
  return null;
}

function problemOf(schema: TSchema, value: unknown, errors: readonly TLocalizedValidationError[]): Problem {
  const unknownField = errors.find((error) => error.keyword === 'additionalProperties');
  const error = unknownField ?? errors.find((candidate) => candidate.keyword !== 'boolean');
  if (error === undefined)
    return { field: 'The body', problem: 'is not valid', remedy: 'compare it with the documentation' };
  return describe(error, at(value, error.instancePath), schemaAt(schema, error.schemaPath));
}

function describe(error: TLocalizedValidationError, value: unknown, rule: Record<string, unknown>): Problem {
  const path = error.instancePath;
  if (error.keyword === 'additionalProperties') {
    return unknownFieldProblem(
      path,
      error.params.additionalProperties,
      Object.keys(recordOf(rule['properties'])),
    );
  }
  if (error.keyword === 'required') {
    const missing = fieldName(`${path}/${error.params.requiredProperties[0] ?? ''}`);
    return { field: missing, problem: 'is missing', remedy: 'it is required' };
  }
  const own = error.keyword !== 'type' && typeof rule['x-remedy'] === 'string' ? rule['x-remedy'] : null;
  return {
    field: fieldName(path),
    problem: problemWith(error, value),
    remedy: own ?? remedyFor(error, value),
  };
}

function problemWith(error: TLocalizedValidationError, value: unknown): string {
  if (error.keyword === 'minItems' || error.keyword === 'maxItems') return `has ${counted(value, 'item')}`;
  if (error.keyword === 'maxLength') return `has ${counted(value, 'character')}`;
  if (error.keyword === 'minProperties' || error.keyword === 'maxProperties')
    return `has ${plural(Object.keys(recordOf(value)).length, 'field')}`;
  return error.keyword === 'uniqueItems' ? 'names an item twice' : `is ${shown(value)}`;
}

function remedyFor(error: TLocalizedValidationError, value: unknown): string {
  if (error.keyword === 'type')
    return typeRemedy(String(error.params.type), value === null && error.instancePath !== '');
  if (error.keyword === 'enum') return choiceRemedy(value, error.params.allowedValues.map(String));
  if (error.keyword === 'minItems' || error.keyword === 'minimum')
    return `give at least ${error.params.limit}`;
  if (error.keyword === 'maxItems' || error.keyword === 'maximum')
    return `give at most ${error.params.limit}`;
  if (error.keyword === 'minLength') return `give at least ${plural(error.params.limit, 'character')}`;
  if (error.keyword === 'maxLength') return `give at most ${plural(error.params.limit, 'character')}`;
  return error.keyword === 'uniqueItems' ? 'give each once' : error.message;
}

function unknownFieldProblem(path: string, unknown: readonly string[], known: readonly string[]): Problem {
  const name = unknown[0] ?? '';
  const field = `Field ${shown(name)}${path === '' ? '' : ` of ${fieldName(path)}`}`;
  return { field, problem: 'is unknown', remedy: choiceRemedy(name, known) };
}

/** Names the nearest choice if the value looks like a misspelling of it, else all of them. */
function choiceRemedy(value: unknown, choices: readonly string[]): string {
  if (typeof value === 'string' && value.length <= 100 && choices.length > 0) {
    const nearest = closest(value.toLowerCase(), choices);
    if (distance(value.toLowerCase(), nearest) <= Math.max(2, nearest.length / 3))
      return `the nearest known one is "${nearest}"`;
    const within = nameWithin(value, choices);
    if (within !== undefined) return `the nearest known one is "${within}"`;
  }
  return choices.length === 0 ? 'leave it out' : `the known ones are ${choices.join(', ')}`;
}

function typeRemedy(type: string, optional: boolean): string {
  const wanted = `give ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
  return optional ? `${wanted} or leave the field out` : wanted;
}

/** Counts items of an array, code points of a string. */
function counted(value: unknown, noun: string): string {
  return plural(Array.isArray(value) ? value.length : Array.from(String(value)).length, noun);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
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

/** Query parameters of operations that have none: what they need is in path and body. */
export const NoParameters = Type.Object({}, CLOSED);

/**
 * Makes the check of query parameters. Parameters that the schema has as integers or booleans are read as such. The
 * returned function takes the parsed query string, in which a parameter that was given more than once is an array.
 */
export function parameterChecker<Schema extends TObject>(
  schema: Schema,
): (query: unknown) => Checked<Static<Schema>> {
  const check = checker(schema);
  const types = new Map(
    Object.entries(schema.properties).flatMap(([name, rule]) =>
      'type' in rule ? [[name, rule.type] as const] : [],
    ),
  );
  return (query) => {
    const given = Object.entries(typeof query === 'object' && query !== null ? query : {});
    const repeated = given.find(([, value]) => Array.isArray(value));
    if (repeated !== undefined) {
      const problem = {
        field: `Parameter "${repeated[0]}"`,
        problem: 'is given more than once',
        remedy: 'give it once',
      };
      return { ok: false, problem };
    }
    const read = given.map(([name, value]) => [name, valueIn(types.get(name), value)]);
    return check(Object.fromEntries(read));
  };
}

/** A parameter in its type; the text itself if it has another form, so that the problem can show it. */
function valueIn(type: unknown, text: unknown): unknown {
  if (type === 'integer') return integerIn(text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

function integerIn(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
