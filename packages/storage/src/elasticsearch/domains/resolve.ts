// Conditions that no query of Elasticsearch can say: which values of an index fulfil them is looked up before a search.
import type { Client, estypes } from '@elastic/elasticsearch';
import { foldCase } from '@sitegrep/fold';
import { necessaryTexts, type Necessity, parsePattern } from '@sitegrep/patterns';
import {
  labelChoice,
  partsOf,
  type Regex,
  simplify,
  testOfValue,
  type ChangeLabel,
  type ChoosingCondition,
  type Expression,
} from '@sitegrep/search';
import type { TextField } from '@sitegrep/site';
import { QueryTooBroad } from '../../query-too-broad.ts';
import { countLabels, countValues } from './label-counts.ts';
import { chosenOf } from './change-query.ts';
import { queryFor } from './query.ts';
import { changeKey, choiceKey, regexKey, type Resolved } from './resolved.ts';
import type { PointInTime } from './stored-pages.ts';

/** Maximum values that match a regular expression: more would not fit into a request. */
const MAX_VALUES = 1_000_000;

/** Whether an expression has conditions that are to be resolved. */
export function needsResolving(where: Expression): boolean {
  return choicesOf([where]).length > 0 || regexesOf([where]).length > 0 || changeLabelsOf([where]).length > 0;
}

/**
 * Resolves the conditions of a search; asks nothing if there is none.
 *
 * @param where what each document that is looked for fulfils
 * @param parts further expressions, which are evaluated for such documents alone
 * @throws QueryTooBroad if too many values match a regular expression
 */
export async function resolve(
  client: Client,
  point: PointInTime,
  { where, parts = [] }: { readonly where: Expression; readonly parts?: readonly Expression[] },
  signal: AbortSignal | undefined,
): Promise<Resolved> {
  const wheres = [where, ...parts];
  const labels = await readChosenLabels(client, point, wheres, signal);
  const changes = await readChangedLabels(client, point, wheres, signal);
  const regexes = regexesOf(wheres);
  const values = new Map<string, readonly string[]>();
  if (regexes.length === 0) return { labels, values, changes };
  const query = queryFor(simplify(loosened(where), 'domain'), { labels, values, changes });
  for (const [field, some] of Map.groupBy(regexes, (regex) => regex.field)) {
    const { counts } = await countValues(client, point, { query, field, prefix: '' }, signal);
    const stored = [...counts.keys()];
    for (const regex of some) {
      const matching = stored.filter(testOfValue(regex));
      if (matching.length > MAX_VALUES) throw new QueryTooBroad(stored.length, MAX_VALUES);
      values.set(regexKey(regex), matching);
    }
  }
  return { labels, values, changes };
}

function regexesOf(wheres: readonly Expression[]): readonly Regex[] {
  const regexes = wheres
    .flatMap((where) => [...partsOf(where)])
    .flatMap((part) =>
      part.kind === 'condition' && part.condition.kind === 'regex' ? [part.condition] : [],
    );
  return [...new Map(regexes.map((regex) => [regexKey(regex), regex])).values()];
}

/** An expression without the regular expressions of another one: fulfilled whenever that is, whatever these match. */
function loosened(where: Expression): Expression {
  switch (where.kind) {
    case 'condition': {
      const { condition } = where;
      if (condition.kind !== 'regex') return where;
      return condition.negated ? EVERYTHING : textsOf(condition);
    }
    case 'and':
    case 'or':
      return { kind: where.kind, of: where.of.map(loosened) };
    case 'not':
      return regexesOf([where]).length === 0 ? where : EVERYTHING;
    case 'constant':
    case 'text':
    case 'keyword':
    case 'pattern':
    case 'near':
    case 'same_page':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return where;
  }
}

const EVERYTHING: Expression = { kind: 'constant', value: true };

/** Texts that each value has that matches. */
function textsOf({ field, pattern }: Regex): Expression {
  const read = parsePattern(pattern);
  return read.ok ? likeFor(field, necessaryTexts(read.value)) : EVERYTHING;
}

function likeFor(field: TextField, necessity: Necessity): Expression {
  switch (necessity.kind) {
    case 'nothing known':
      return EVERYTHING;
    case 'text': {
      // A joker in the text itself stands for more than it says, which does no harm here.
      const like = { kind: 'like', field, pattern: `%${foldCase(necessity.text)}%`, negated: false } as const;
      return { kind: 'condition', condition: like };
    }
    case 'all':
    case 'any':
      return {
        kind: necessity.kind === 'all' ? 'and' : 'or',
        of: necessity.of.map((one) => likeFor(field, one)),
      };
  }
}

/** The conditions of some expressions that choose among labels. */
function choicesOf(wheres: readonly Expression[]): readonly ChoosingCondition[] {
  const choices = wheres
    .flatMap((where) => [...partsOf(where)])
    .flatMap((part) => {
      if (part.kind !== 'condition') return [];
      const { condition } = part;
      return condition.kind === 'versions' || condition.kind === 'matching' ? [condition] : [];
    });
  return [...new Map(choices.map((choice) => [choiceKey(choice), choice])).values()];
}

/** Finds the labels that conditions choose; asks nothing if there is none. */
async function readChosenLabels(
  client: Client,
  point: PointInTime,
  wheres: readonly Expression[],
  signal: AbortSignal | undefined,
): Promise<Resolved['labels']> {
  const found = new Map<string, readonly string[]>();
  for (const condition of choicesOf(wheres)) {
    const { kind, prefix, among } = labelChoice(condition);
    const { counts } = await countLabels(client, point, { query: LIVE, kind, prefix }, signal);
    found.set(choiceKey(condition), among(counts.keys()));
  }
  return found;
}

/** The conditions on labels of changes that choose among these. */
function changeLabelsOf(wheres: readonly Expression[]): readonly ChangeLabel[] {
  const all = wheres
    .flatMap((where) => [...partsOf(where)])
    .flatMap((part) => (part.kind === 'change_label' && chosenOf(part) !== null ? [part] : []));
  return [...new Map(all.map((part) => [changeKey(part), part])).values()];
}

/** Finds the labels of changes that conditions choose; asks nothing if there is none. */
async function readChangedLabels(
  client: Client,
  point: PointInTime,
  wheres: readonly Expression[],
  signal: AbortSignal | undefined,
): Promise<Resolved['changes']> {
  const found = new Map<string, readonly string[]>();
  for (const part of changeLabelsOf(wheres)) {
    const chosen = chosenOf(part);
    if (chosen === null) continue;
    const wish = { query: { term: { part: 'change' } }, field: part.side, prefix: chosen.prefix };
    const { counts } = await countValues(client, point, wish, signal);
    found.set(changeKey(part), chosen.among([...counts.keys()]));
  }
  return found;
}

const LIVE: estypes.QueryDslQueryContainer = { term: { live: true } };
