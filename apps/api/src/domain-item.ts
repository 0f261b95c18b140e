import { type DomainItem, specifiedFields } from '@sitegrep/contract';
import { type RecordField, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { DomainHit, SourceMatch } from '@sitegrep/storage';

/**
 * A search hit as the API shows it: every field is there, unknown ones are null.
 *
 * @param fields further fields
 */
export function domainItem(hit: DomainHit, fields: readonly RecordField[] = []): DomainItem {
  return {
    type: 'domain_technology_item',
    ...specifiedFields(SEARCH_RESULT_FIELDS, hit),
    ...(fields.length === 0 ? {} : specifiedFields(fields, hit)),
    ...(hit.matches === undefined ? {} : { matches: hit.matches.map(sourceMatch) }),
  };
}

function sourceMatch({ term, url, offset, before, match, after }: SourceMatch) {
  return { term, url, offset, before, match, after };
}
