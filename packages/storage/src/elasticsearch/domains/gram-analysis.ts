// How Elasticsearch cuts texts into grams, and finds terms in them.
import type { estypes } from '@elastic/elasticsearch';

/** Character after the last one of each text; no text and no term has it. */
export const TEXT_END = '\0';

/**
 * Characters of the grams that are stored with their positions. Measured with terms of eight to thirty characters: a phrase of
 * 4-grams takes a quarter of the processor time that one of trigrams takes, because each 4-gram is in fewer documents and at fewer
 * positions of these; 5-grams gain little more and are larger.
 */
const GRAM = 4;

const REMAINDERS = Array.from({ length: GRAM }, (_, remainder) => remainder);

/**
 * Name of the analyzer that turns a term of four or more characters into a phrase. The phrase consists of the
 * first 4-gram and every fourth one, counted so that the last 4-gram is included. The grams keep their
 * positions and cover every character of the term, so this phrase is as exact as one of all 4-grams, with a quarter
 * of the lookups.
 */
export function phraseAnalyzer(characters: number): string {
  return `every_fourth_gram_${characters % GRAM}`;
}

/** Properties of texts in which terms are found. @param grams property of their short grams */
export function indexedText(name: string, grams: string): Record<string, estypes.MappingProperty> {
  return {
    [name]: {
      type: 'text',
      analyzer: 'four_grams',
      norms: false,
      index_options: 'positions',
      position_increment_gap: 100,
    },
    [grams]: { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' },
  };
}

export const GRAM_ANALYSIS: estypes.IndicesIndexSettingsAnalysis = {
  tokenizer: { four_grams: { type: 'ngram', min_gram: GRAM, max_gram: GRAM } },
  filter: Object.fromEntries(
    REMAINDERS.map((remainder) => [
      phraseAnalyzer(remainder),
      {
        type: 'predicate_token_filter',
        script: { source: `token.position == 0 || token.position % ${GRAM} == ${remainder}` },
      },
    ]),
  ),
  analyzer: {
    four_grams: { type: 'custom', tokenizer: 'four_grams' },
    ...Object.fromEntries(
      REMAINDERS.map((remainder) => [
        phraseAnalyzer(remainder),
        { type: 'custom', tokenizer: 'four_grams', filter: [phraseAnalyzer(remainder)] },
      ]),
    ),
  },
};
