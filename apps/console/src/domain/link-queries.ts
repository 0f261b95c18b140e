// Queries for the neighbours of a domain: by the addresses of links, and by the addresses under which pages were stored.

/** Sites that link to a domain, or to one under it. */
export function linkingTo(domain: string): string {
  return `link:/^(?:https?:)?\\/\\/(?:[^\\/?#]*[.@])?${escaped(domain)}(?:[:\\/?#]|$)/ -site:${domain}`;
}

/** Pages of other sites that a redirect led to a domain. */
export function redirectedTo(domain: string): string {
  return `${addressOn(domain)} -site:${domain}`;
}

/** Pages of a site that a redirect led to another one. */
export function redirectedFrom(domain: string): string {
  return `site:${domain} -${addressOn(domain)}`;
}

function addressOn(domain: string): string {
  return `url:/^https?:\\/\\/(?:[^\\/?#]*\\.)?${escaped(domain)}[:\\/]/`;
}

function escaped(domain: string): string {
  return domain.replaceAll('.', '\\.');
}
