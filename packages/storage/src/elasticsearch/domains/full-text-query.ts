// Plans as queries of Elasticsearch over the nested pages of documents.
import type { estypes } from '@elastic/elasticsearch';
import {
  choicesOf,
  FIELD_WEIGHTS,
  FORMS_WEIGHT,
  LENGTH_SHARE,
  rarityOf,
  rowsOfChoice,
  SATURATION,
  type ScoredRow,
  type Strictness,
  type TextPlan,
  type WordChoice,
  WORD_FIELDS,
} from '@sitegrep/fulltext';

type Container = estypes.QueryDslQueryContainer;

/** Terms that a beginning stands for where pages are scored, at most: those of a language hardly come near it. */
const MAX_EXPANSIONS = 1_000;
const ANY_BEGINNING = 'constant_score';
const EACH_BEGINNING = `top_terms_${MAX_EXPANSIONS}`;

/** Score of a row by its weighted occurrences, as `scoredRows` says. */
const SCORE = `double f = _score;
  double length = ${1 - LENGTH_SHARE} + ${LENGTH_SHARE} * doc['page.length'].value / params.mean;
  return params.rarity * f * ${SATURATION + 1} / (f + ${SATURATION} * length);`;

/** A row with its weight. */
export interface WeighedRow extends ScoredRow {
  readonly rarity: number;
}

/** Rows by which pages are scored. */
export interface Scoring {
  readonly rows: readonly WeighedRow[];
  /** Mean length of all pages, in words. */
  readonly mean: number;
}

/** @param having number of pages that have each row */
export function weighedRows(
  rows: readonly ScoredRow[],
  having: readonly number[],
  pages: number,
): readonly WeighedRow[] {
  return rows.flatMap((row, index) => {
    const count = having[index] ?? 0;
    return count === 0 ? [] : [{ ...row, rarity: rarityOf(count, pages) }];
  });
}

/** Pages that have the choices of a plan as strictly as is said, and what else it asks for. */
export function pagesOfPlan(plan: TextPlan, strictness: Strictness, { rows, mean }: Scoring): Container {
  const choices = choicesOf(plan, strictness).map(pagesOfChoice);
  const needed = strictness === 'all' ? choices.length : strictness === 'any' ? 1 : choices.length - 1;
  return {
    bool: {
      filter: [
        ...(choices.length === 0 ? [] : [{ bool: { should: choices, minimum_should_match: needed } }]),
        ...plan.phrases.map(inARow),
        ...(plan.sites.length === 0 ? [] : [marked(plan.sites)]),
      ],
      should: rows.map((row) => scored(row, mean)),
      must_not: [
        ...plan.excluded.map(inARow),
        ...(plan.excludedSites.length === 0 ? [] : [marked(plan.excludedSites)]),
      ],
    },
  };
}

/** Pages that have one of some marks. */
export function marked(marks: readonly string[]): Container {
  return { terms: { 'page.forms': [...marks] } };
}

/** Pages that have a row in any field. */
export function pagesWithRow(row: ScoredRow): Container {
  return { bool: { should: occurrences(row, ANY_BEGINNING) } };
}

/** Pages with words in a row in title, headings or texts of links; the last one may be a beginning. */
export function completing(words: readonly string[]): Container {
  return {
    multi_match: {
      query: words.join(' '),
      type: 'phrase_prefix',
      fields: ['page.title', 'page.headings', 'page.links'],
      max_expansions: MAX_EXPANSIONS,
    },
  };
}

/** Pages that have a word in any field. */
export function pagesWithWord(word: string): Container {
  return {
    bool: { should: [...WORD_FIELDS, 'forms'].map((field) => ({ term: { [`page.${field}`]: word } })) },
  };
}

/** Pages in whose title, headings or texts of links a word begins so. */
export function pagesWithBeginning(beginning: string): Container {
  const fields = ['title', 'headings', 'links'];
  return {
    bool: { should: fields.map((field) => ({ prefix: { [`page.${field}`]: { value: beginning } } })) },
  };
}

function pagesOfChoice(choice: WordChoice): Container {
  return { bool: { should: rowsOfChoice(choice).flatMap((row) => occurrences(row, ANY_BEGINNING)) } };
}

/** Pages that have words in a row in any field. */
function inARow(words: readonly string[]): Container {
  return pagesWithRow({ words, isBeginning: false, isMark: false });
}

/** Pages that have a row, scored by it. */
function scored(row: WeighedRow, mean: number): Container {
  return {
    script_score: {
      query: { bool: { should: occurrences(row, EACH_BEGINNING) } },
      script: { source: SCORE, params: { rarity: row.rarity, mean } },
    },
  };
}

/** The occurrences of a row in each field; their score is the sum of their weights, which the similarity of the fields sees to. */
function occurrences({ words, isBeginning, isMark }: ScoredRow, rewrite: string): Container[] {
  const [word = ''] = words;
  if (isMark) return [{ term: { 'page.forms': { value: word, boost: FORMS_WEIGHT } } }];
  return WORD_FIELDS.map((name): Container => {
    const field = `page.${name}`;
    const boost = FIELD_WEIGHTS[name];
    if (isBeginning) return { prefix: { [field]: { value: word, boost, rewrite } } };
    if (words.length === 1) return { term: { [field]: { value: word, boost } } };
    // An occurrence of a phrase is scored once for each of its words.
    return { match_phrase: { [field]: { query: words.join(' '), boost: boost / words.length } } };
  });
}
