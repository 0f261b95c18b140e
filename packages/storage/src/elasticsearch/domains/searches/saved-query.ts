import type { estypes } from '@elastic/elasticsearch';

/** Query for the domains that fulfil saved searches, which their histories say. @param tokens of the searches */
export function fulfilling(tokens: readonly string[]): estypes.QueryDslQueryContainer {
  return { has_child: { type: 'history', query: { terms: { saved: [...tokens] } } } };
}
