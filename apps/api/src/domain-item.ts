import { type DomainItem, specifiedFields } from '@sitegrep/contract';
import { type RecordField, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { DomainHit, ReadOfHit, SourceMatch } from '@sitegrep/storage';

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
    ...readOfDomain(hit),
  };
}

/** Parts of a hit that were read out of its sources. */
export function readOfDomain({ matches }: ReadOfHit): Pick<DomainItem, 'matches'> {
  return matches === undefined ? {} : { matches: matches.map(sourceMatch) };
}

function sourceMatch({ term, url, offset, before, match, after }: SourceMatch) {
  return { term, url, offset, before, match, after };
}
