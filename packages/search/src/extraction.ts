import { parsePattern } from '@sitegrep/patterns';
import { MAX_ATTRIBUTE, parseSelector } from '@sitegrep/selectors/parse';
import { SEARCH_BOUNDS } from './bounds.ts';
import { isScope, isWholeScope, WHOLE_SCOPES, type WholeScope } from './expression/scopes.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { didYouMean, shown } from './nearest.ts';

/** A value to read out of the texts of each hit. */
export type Extraction = SelectorExtraction | PatternExtraction;

interface NamedExtraction {
  /** Name of the value in answers. */
  readonly as: string;
  /** Whether all values are wanted, each once. Otherwise the first one is. */
  readonly all: boolean;
}

export interface SelectorExtraction extends NamedExtraction {
  readonly kind: 'selector';
  /** A CSS selector, as `parseSelector` of package selectors accepts it. */
  readonly select: string;
  /** Attribute whose value is read; null: the text content. */
  readonly attribute: string | null;
}

export interface PatternExtraction extends NamedExtraction {
  readonly kind: 'pattern';
  /** A regular expression in RE2 syntax. Case does not count, as in a query. */
  readonly pattern: string;
  /** Number of the group whose text is read; 0: the match. */
  readonly group: number;
  /** Text that it is read out of. */
  readonly scope: WholeScope;
}

/** A value as it is asked for; the names are those of the HTTP request. */
export interface ExtractionInput {
  readonly as: string;
  readonly select?: string;
  readonly attribute?: string;
  readonly pattern?: string;
  readonly group?: string | number;
  readonly in?: string;
  readonly all?: boolean;
}

/** Reads and checks the values that a search asks for. */
export function parseExtract(inputs: readonly ExtractionInput[]): Parsed<readonly Extraction[]> {
  const { maxExtractions } = SEARCH_BOUNDS;
  if (inputs.length > maxExtractions) {
    return invalid('extract', `has ${inputs.length} items`, `give at most ${maxExtractions}`);
  }
  const extract: Extraction[] = [];
  for (const [index, input] of inputs.entries()) {
    const field = `extract[${index}]`;
    const named = checkName(`${field}.as`, input.as);
    if (!named.ok) return named;
    if (extract.some(({ as }) => as === input.as)) {
      return invalid(`${field}.as`, `is ${shown(input.as)} again`, 'give each value a name of its own');
    }
    const read = parseOne(field, input);
    if (!read.ok) return read;
    extract.push(read.value);
  }
  return { ok: true, value: extract };
}

/** Form of a name. */
const EXTRACTION_NAME = /^[a-z][a-z0-9_]*$/;

function checkName(field: string, name: string): Parsed<null> {
  const { maxExtractionName } = SEARCH_BOUNDS;
  if (EXTRACTION_NAME.test(name) && name.length <= maxExtractionName) return { ok: true, value: null };
  return invalid(
    field,
    `is ${shown(name)}`,
    `give a name of at most ${maxExtractionName} characters: lower-case letters, digits and _, a letter first`,
  );
}

function parseOne(field: string, input: ExtractionInput): Parsed<Extraction> {
  const { select, pattern } = input;
  if (select !== undefined && pattern !== undefined) {
    return invalid(`${field}.pattern`, 'is given beside select', 'give one of the two');
  }
  if (select !== undefined) return parseSelection(field, { ...input, select });
  if (pattern !== undefined) return parseCapture(field, { ...input, pattern });
  return invalid(field, 'has neither select nor pattern', 'give one of the two');
}

function parseSelection(
  field: string,
  { as, select, attribute, group, in: scope, all = false }: ExtractionInput & { readonly select: string },
): Parsed<SelectorExtraction> {
  if (group !== undefined) {
    return invalid(`${field}.group`, 'is given with select', 'leave it out: groups are those of a pattern');
  }
  if (scope !== undefined) {
    return invalid(`${field}.in`, 'is given with select', 'leave it out: elements are those of the source');
  }
  const fault = parseSelector(select);
  if (fault !== null) return notA('selector', `${field}.select`, fault);
  if (attribute !== undefined && !isAttributeName(attribute)) {
    const remedy = `give the name of one, such as href, of at most ${MAX_ATTRIBUTE} characters`;
    return invalid(`${field}.attribute`, `is ${shown(attribute)}, which no attribute is called`, remedy);
  }
  return { ok: true, value: { kind: 'selector', as, select, attribute: attribute ?? null, all } };
}

/** Whether an attribute of a page can have a name. */
function isAttributeName(name: string): boolean {
  return name.length <= MAX_ATTRIBUTE && /^[^\s"'<>/=\0]+$/.test(name);
}

function parseCapture(
  field: string,
  {
    as,
    pattern,
    attribute,
    group,
    in: scope = 'body',
    all = false,
  }: ExtractionInput & { readonly pattern: string },
): Parsed<PatternExtraction> {
  if (attribute !== undefined) {
    const remedy = 'leave it out: attributes are those of elements that select finds';
    return invalid(`${field}.attribute`, 'is given with pattern', remedy);
  }
  if (!isScope(scope) || !isWholeScope(scope)) {
    const remedy = `${didYouMean(scope, WHOLE_SCOPES)}give one of ${WHOLE_SCOPES.join(', ')}`;
    return invalid(`${field}.in`, `is ${shown(scope)}, which is not the name of a whole text`, remedy);
  }
  const read = parsePattern(pattern);
  if (!read.ok) return notA('pattern', `${field}.pattern`, read.error);
  const { groups } = read.value;
  const number = group === undefined ? Math.min(1, groups.length) : numberOf(group, groups);
  if (number !== null)
    return { ok: true, value: { kind: 'pattern', as, pattern, group: number, scope, all } };
  const names = groups.filter((name) => name !== null);
  const known = groups.length === 0 ? 'only 0, the match' : `0 to ${groups.length}`;
  return invalid(
    `${field}.group`,
    `is ${shown(group)}, which the pattern does not have`,
    `${didYouMean(group, names)}give ${[known, ...names].join(', ')}`,
  );
}

/** Number of a group that is given by number or by name; null if there is none. */
function numberOf(group: string | number, groups: readonly (string | null)[]): number | null {
  if (typeof group === 'string') {
    const index = groups.indexOf(group);
    return index === -1 ? null : index + 1;
  }
  return Number.isInteger(group) && group >= 0 && group <= groups.length ? group : null;
}

function notA(
  kind: string,
  field: string,
  { at, problem, remedy }: { readonly at: number; readonly problem: string; readonly remedy: string },
): ReturnType<typeof invalid> {
  return invalid(field, `is not a ${kind}: at column ${at + 1}, ${problem}`, remedy);
}
