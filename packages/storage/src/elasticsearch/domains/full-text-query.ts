// Plans as queries of Elasticsearch over the nested pages of documents.
import type { estypes } from '@elastic/elasticsearch';
import {
  FORMS_WEIGHT,
  type Strictness,
  type TextPlan,
  type WordChoice,
  WORD_FIELDS,
} from '@sitegrep/fulltext';
import { WEIGHTED_FIELDS } from './full-text-mapping.ts';

type Container = estypes.QueryDslQueryContainer;

/** Terms that a beginning stands for, at most: those of a language hardly come near it. */
const MAX_EXPANSIONS = 1_000;

/** Pages that have the choices of a plan as strictly as is said, and what else it asks for. */
export function pagesOfPlan(plan: TextPlan, strictness: Strictness): Container {
  const choices = plan.choices.map(pagesOfChoice);
  const needed = strictness === 'all' ? choices.length : strictness === 'any' ? 1 : choices.length - 1;
  return {
    bool: {
      must: choices.length === 0 ? [] : [{ bool: { should: choices, minimum_should_match: needed } }],
      should: strictness === 'all' ? plan.boosts.map(inARow) : [],
      filter: [...plan.phrases.map(inARow), ...(plan.sites.length === 0 ? [] : [marked(plan.sites)])],
      must_not: [
        ...plan.excluded.map(inARow),
        ...(plan.excludedSites.length === 0 ? [] : [marked(plan.excludedSites)]),
      ],
    },
  };
}

/** Pages that have one of some marks. */
export function marked(marks: readonly string[]): Container {
  return { terms: { 'said.forms': [...marks] } };
}

/** Pages that have words in a row. */
function inARow(words: readonly string[]): Container {
  return { multi_match: { query: words.join(' '), type: 'phrase', fields: WEIGHTED_FIELDS } };
}

/** Pages with words in a row in title, headings or texts of links; the last one may be a beginning. */
export function completing(words: readonly string[]): Container {
  return {
    multi_match: {
      query: words.join(' '),
      type: 'phrase_prefix',
      fields: ['said.title', 'said.headings', 'said.links'],
      max_expansions: MAX_EXPANSIONS,
    },
  };
}

/** Pages that have a word in any field. */
export function pagesWithWord(word: string): Container {
  return {
    bool: { should: [...WORD_FIELDS, 'forms'].map((field) => ({ term: { [`said.${field}`]: word } })) },
  };
}

/** Pages in whose title, headings or texts of links a word begins so. */
export function pagesWithBeginning(beginning: string): Container {
  const fields = ['title', 'headings', 'links'];
  return {
    bool: { should: fields.map((field) => ({ prefix: { [`said.${field}`]: { value: beginning } } })) },
  };
}

function pagesOfChoice({ words, rows, isBeginning, forms }: WordChoice): Container {
  return {
    bool: {
      should: [
        ...words.map((word) => exact(word, 1)),
        ...rows.map(inARow),
        ...(isBeginning ? words.flatMap((word) => WORD_FIELDS.map((field) => beginningIn(field, word))) : []),
        ...forms.flatMap((form) => [
          exact(form, FORMS_WEIGHT),
          { term: { 'said.forms': { value: form, boost: FORMS_WEIGHT } } },
        ]),
      ],
      minimum_should_match: 1,
    },
  };
}

/** Pages that have a word, scored over all fields together. */
function exact(word: string, boost: number): Container {
  return { combined_fields: { query: word, fields: WEIGHTED_FIELDS, boost } };
}

function beginningIn(field: string, word: string): Container {
  return { prefix: { [`said.${field}`]: { value: word } } };
}
