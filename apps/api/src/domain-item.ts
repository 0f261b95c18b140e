import { answerFields, type DomainItem } from '@sitegrep/contract';
import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { DomainHit } from '@sitegrep/storage';

/** A search hit as the API shows it: every field is there, unknown ones are null. */
export function domainItem(hit: DomainHit): DomainItem {
  return {
    type: 'domain_technology_item',
    ...answerFields(SEARCH_RESULT_FIELDS, hit),
    ...(hit.matches === undefined ? {} : { matches: hit.matches }),
  };
}
