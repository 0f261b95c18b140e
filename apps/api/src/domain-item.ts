import { type DomainItem, formatTimestamp } from '@sitegrep/contract';
import type { DomainHit } from '@sitegrep/storage';

/** A search hit as the API gives it: every field there, unknown ones null. */
export function domainItem({ domain, rank, facts, matches }: DomainHit): DomainItem {
  return {
    type: 'domain_technology_item',
    domain,
    title: facts.title,
    description: facts.description,
    meta_keywords: facts.metaKeywords,
    domain_rank: rank,
    last_visited: facts.lastVisited === null ? null : formatTimestamp(facts.lastVisited),
    country_iso_code: facts.countryIsoCode,
    language_code: facts.languageCode,
    content_language_code: facts.contentLanguageCode,
    emails: facts.emails,
    social_graph_urls: facts.socialGraphUrls,
    technologies: facts.technologies,
    ...(matches === undefined ? {} : { matches }),
  };
}
