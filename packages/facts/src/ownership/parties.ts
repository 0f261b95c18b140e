// Structured data that is of other parties than the owner of a page, by types and properties of schema.org.

/** Properties of schema.org that lead from a site to another party, or to the location of an event. */
const LEADING_AWAY: ReadonlySet<string> = new Set(
  (
    'about affiliation alumniOf areaServed attendee author birthPlace contentLocation containsPlace contributor ' +
    'creator deathPlace event events foundingLocation fromLocation funder hiringOrganization homeLocation itemListElement ' +
    'itemReviewed jobLocation knows locationCreated makesOffer manufacturer member mentions nationality ' +
    'offers organizer performer performers review reviews shippingDestination spatialCoverage sponsor subjectOf ' +
    'toLocation workLocation worksFor'
  ).split(' '),
);

/** Types of schema.org whose contacts are not those of the site. */
const OTHER_TYPES =
  /^(?:\w*Event|Festival|JobPosting|Review|ItemList|Apartment|ApartmentComplex|House|SingleFamilyResidence|Residence|Trip|Flight|Course)$/;

/** Tells whether the values of a property describe another party than the owner of the page. */
export function leadsAway(property: string): boolean {
  return LEADING_AWAY.has(property);
}

/**
 * Whether things of a type are something else than the site or its owner.
 *
 * @param type `Event`, `https://schema.org/Event`, `schema:Event`
 */
export function isOtherType(type: string): boolean {
  return OTHER_TYPES.test(localName(type));
}

/** The local name of a vocabulary's term. */
export function localName(term: string): string {
  return term.slice(Math.max(term.lastIndexOf('/'), term.lastIndexOf(':'), term.lastIndexOf('#')) + 1);
}
